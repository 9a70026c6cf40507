import { supportEmail } from '@/lib/env'
import { errorCode, propertyOf } from '@/lib/errors'
import { count, formatNumber, PRODUCT_NAME } from '@/lib/text'

/** Some sentences name a limit, which is kept in the database alone and comes as the error's details. */
type Sentence = string | ((limit: number | undefined) => string)
/** `help` where a person may need us: with our address after the sentence, or in words of its own. */
type Refusal = Sentence | { sentence: Sentence; help: true | ((email: string) => string) }

const noAnswer = 'We couldn’t reach the server. Check your connection and try again.'
const codeJustSent = 'A code was sent less than a minute ago. Please use that one, or ask again in a minute.'
const notAllowed = 'You don’t have permission to do that.'
const sessionEnded = 'Your session has ended. Please sign in again.'
/** Of U+0000, which Postgres keeps in no text. */
const unsavable =
  'Something you typed or pasted has a character that can’t be saved. Please delete it, or type it again instead of pasting.'
const unknown = 'Something went wrong on our side. Please try again in a moment.'

/**
 * Every refusal by its code, in order: SQLSTATEs of Postgres and of our own database (HW…), then the codes of PostgREST,
 * Auth, Storage, our Edge Functions and the app itself. A server's own message is never shown.
 */
export const refusals: Record<string, Refusal> = {
  '22021': unsavable,
  '23503': 'Something else in your plan still uses this.',
  '23505': 'You’ve already added that.',
  '23514': 'Something you entered isn’t valid. Please check it and try again.',
  '42501': notAllowed,
  '57014': 'The server took too long to answer. Please try again.',
  '22P02': 'That link doesn’t work.',
  '22P05': unsavable,
  HW001: 'This invitation is no longer available.',
  HW002: 'A certificate has already been submitted for this person, so you don’t need to submit another one.',
  HW003: 'We couldn’t find the file you uploaded. Please upload it again.',
  HW004: 'There’s nothing to stop.',
  HW005: 'This plan can no longer be changed.',
  HW006: notAllowed,
  HW007: {
    sentence: (seconds) =>
      `You can’t submit another certificate for this person now. ${
        seconds
          ? `Please wait ${count(Math.ceil(seconds / 86_400), 'day')}.`
          : 'Several were stopped, so we have to talk to you first.'
      } Anyone else they’ve named can submit one.`,
    help: true,
  },
  HW008: {
    sentence: 'Too many certificates were submitted for this person today. Please try again tomorrow.',
    help: true,
  },
  HW010: 'You can’t name yourself.',
  HW011: 'Enter your own full name first, so people know who the invitation is from.',
  HW012: 'You’re no longer named in this plan, so there’s nothing to practice.',
  HW020: 'An invitation was sent less than a minute ago. Please wait a moment and try again.',
  HW021: 'Too many invitations were sent today. Please try again tomorrow.',
  HW040: (limit) =>
    limit
      ? `Your list is full: a plan holds at most ${formatNumber(limit)} of these. Delete one you no longer need, then try again.`
      : 'Your list is full. Delete one you no longer need, then try again.',
  HW041: (limit) =>
    limit
      ? `There’s no room left for this file: your videos and documents can take up ${limit / 1024 ** 3} GB in all. Delete one you no longer need, then try again. A membership has more room than the free trial.`
      : 'There’s no room left for this file. Delete a video or a document you no longer need, then try again.',
  HW050: 'Your account’s email address was changed in another window. Please refresh the page.',
  HW051: 'Enter a different email address to update.',
  HW052: 'It’s been too long since you confirmed your current address. Please start over.',
  HW053: 'This took too long, or another change was started in the meantime. Please start over.',
  HW054: codeJustSent,
  HW055: 'Too many codes were sent within an hour. Please try again later.',
  HW056: 'Too many codes were sent to this address recently. Please try again later.',
  HW057:
    'A death certificate for you was approved, so the email address of this account can’t be changed. If you’re alive, choose “I’m alive: stop this” at the top of the page first.',
  HW058:
    'Too many wrong codes were entered for this address. Wait an hour, or sign in on a device where you’ve signed in before.',
  HW059: 'You’ve tried this code too many times. Ask for a new one below.',
  HW060:
    'A death certificate was submitted for you. Stop that first, with the button “I’m alive: stop this” at the top of the page. Until then, nothing can be deleted, so no one else can delete a plan in your name.',
  HW061:
    'A death certificate submitted for you was stopped less than 7 days ago. Until 7 days have passed, nothing can be deleted, so no one else can delete a plan in your name. You can still sign in, change your plan and export it.',
  HW063: 'The guests have been emailed about many changes today. Please make the next change tomorrow.',
  HW064: 'This link doesn’t work anymore. Please ask the family.',
  HW065: 'No invitations can be sent now: there’s no service to come. Refresh the page to see why.',
  HW066: 'Too many broken links were opened from this network. Please try again in an hour.',
  HW067: 'This service is over or called off, so it doesn’t take answers anymore.',
  HW068: 'Their answer changed since you opened this. Please close it and read the new one first.',
  HW070: 'Too many messages came from your network. Please try again in an hour.',
  HW071: 'That isn’t a card’s code. Please check it and try again.',
  HW072: 'This was changed many times today. Please try again tomorrow.',
  HW073: 'The family isn’t taking memories here right now.',
  HW074: 'You’ve left as many memories as one person can leave here.',
  HW080:
    'This browser is new to your account, so you can’t do this here until a day has passed since you signed in. If you don’t want to wait, choose “Yes, that’s me” in a browser you’ve used before.',
  HW081: 'That was answered already, perhaps on another device. Refresh the page to see where it stands.',
  HW090: (seconds) =>
    seconds
      ? `What you opened before was closed, and no one has said that it was right. You can open it again in ${count(Math.ceil(seconds / 86_400), 'day')}. Anyone else chosen for this can open it now.`
      : 'What you opened before was closed several times. You can open it again once the owner allows it. Anyone else chosen for this can open it now.',
  HW091: 'This can’t be done anymore. Refresh the page to see where it stands.',
  HW092:
    'The first hours of your plan are open or asked for, or ended less than 7 days ago. Until 7 days have passed since they ended, nothing can be deleted, so no one else can delete a plan in your name. You can still close them, change your plan and export it.',
  HW093:
    'Your first hours are open or asked for. Close them first, with the button at the top of the page. Until then nothing in Health & Care can be deleted for good, so no one else can do that in your name.',
  HW094: 'The review is changing at this very moment. Please try again.',
  HW095:
    'A death certificate was submitted for you, so no one’s role can be changed now. Stop that first, with the button “I’m alive: stop this” at the top of the page.',
  PGRST116:
    'We couldn’t save that: it may have been deleted, or it can’t be changed right now. Refresh the page and try again.',
  PGRST301: sessionEnded,
  PGRST303: sessionEnded,
  account_not_deleted: {
    sentence: 'Unable to delete account. Please try again later.',
    help: (email) => `Unable to delete account. Please contact support: ${email}`,
  },
  already_named: 'Someone with this email address is already on your list.',
  billing_off: 'Everything is free here, so there’s nothing to pay.',
  captcha_failed: 'We couldn’t confirm that this isn’t an automated request. Please try again.',
  captcha_unavailable:
    'The check against automated requests couldn’t load. Turn off ad blockers for this page or use another browser, then try again.',
  changed_elsewhere: 'This was changed in another window or on another device. Nothing was overwritten.',
  contacts_file_too_large: 'The file is too large. Export your contacts without pictures, then try again.',
  deleted_elsewhere: 'This was deleted in another window or on another device.',
  disk_full:
    'There isn’t enough room on this device. Make room or choose another place for the file, and try again.',
  download_broken: 'The connection kept dropping before the download finished.',
  download_gone: 'The file is no longer stored.',
  download_wrong_size: 'The file we got is longer than the one that was stored.',
  email_address_invalid: 'Enter a valid email',
  email_change_signed_out: 'You must be signed in to change your email.',
  email_not_changed: 'We couldn’t change the address. Please start over, or use another address.',
  export_damaged:
    'The zip is damaged or incomplete. Use another copy of it, or download it again from the old account.',
  export_not_zip:
    'This isn’t a zip. The file that “Export All Data” makes is without your documents and videos, so it can’t be brought in.',
  export_of_another:
    'This is a download of someone else’s plan. Only an export that its owner made can be brought in.',
  export_too_large: 'The data in this zip is larger than any plan can be, so we opened nothing in it.',
  export_too_new: `This export was made by a newer version of ${PRODUCT_NAME}. Refresh the page, then choose it again.`,
  file_unreadable:
    'We can no longer read the file. It may have been moved or changed. Please choose it again.',
  invalid_code: 'Invalid or expired code',
  mail_not_sent: 'We couldn’t send the email just now. Please try again in a few minutes.',
  missing_code:
    'A part of this page couldn’t be loaded. Check your connection and try again: nothing you’ve typed or chosen is lost. If that doesn’t help while you’re connected, refresh the page.',
  name_already_set:
    'Your name was already saved in another window or on another device. We’ve kept that one.',
  network: `${noAnswer} What you typed is still here.`,
  nobody_asked: 'Everyone you chose was already asked within the last day. You can ask them again tomorrow.',
  not_an_export: `This isn’t an export from ${PRODUCT_NAME}.`,
  not_contacts:
    'We found no one in this file. In a CSV file, the first line has to name the columns, such as Name, Email and Phone.',
  over_email_send_rate_limit: codeJustSent,
  over_request_rate_limit: 'Too many attempts. Please wait a few minutes and try again.',
  payment_page: 'Please try again.',
  payments_not_set_up:
    'Membership can’t be paid for here yet: the people who run this site have to set up payments first. You can still read and export everything you’ve recorded.',
  // Refreshing this page would lose what was typed or recorded on it.
  plan_closed: `You can’t change your plan right now. Try again, or open ${PRODUCT_NAME} in another tab to see why.`,
  session_not_found: sessionEnded,
  sign_in_mails_used_up:
    'So many codes were sent in the last hour that we can’t send another one right now. Please try again in an hour. A code you got in the last 10 minutes still works.',
  storage_403: `We can’t accept this file right now. Open ${PRODUCT_NAME} in another tab to see why.`,
  storage_404: 'The file is no longer there, or you can no longer open it. Please refresh the page.',
  storage_413: 'The file is too large.',
  storage_415: 'We can’t accept this type of file.',
  stripe_unavailable:
    'We can’t reach the payment provider right now. You haven’t been charged. Please try again in a few minutes.',
  unauthorized: sessionEnded,
  unknown_plan: 'This plan is no longer offered. Please refresh the page.',
  upload_signed_out: 'You must be signed in to upload documents.',
  video_addressed: 'A message is addressed to this person. Choose someone else for it first, or delete it.',
  video_unplayable:
    'The connection was lost, or this browser can’t play this kind of video. Try again, or save it to this device and open it there.',
  waiting_period_fixed:
    'A death certificate was submitted for you. You can’t change the waiting period until that’s settled.',
}

/** A sentence for the person: what happened and what to do. Never throws, never shows a server's message. */
export function errorSentence(error: unknown): string {
  const refusal = refusals[errorCode(error)] ?? unknown
  const { sentence, help } = typeof refusal === 'object' ? refusal : { sentence: refusal, help: null }
  const limit = Number(propertyOf(error, 'details')) || undefined
  const words = typeof sentence === 'string' ? sentence : sentence(limit)
  // Where no support answers, the person is not sent there.
  const email = help ? supportEmail() : null
  if (!help || email === null) return words
  return help === true ? `${words} You can email us at ${email}.` : help(email)
}

/** The same where nothing was typed: something was to be shown or opened. */
export function errorSentenceOfReading(error: unknown): string {
  return errorCode(error) === 'network' ? noAnswer : errorSentence(error)
}
