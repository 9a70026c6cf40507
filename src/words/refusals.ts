import { supportEmail } from '@/lib/env'
import { errorCode, propertyOf } from '@/lib/errors'

const noAnswer = "We couldn't reach the server. Check your connection and try again."
/** Of U+0000, which Postgres keeps in no text. */
const unsavable =
  "Something you typed or pasted has a character that can't be saved. Please delete it, or type it again instead of pasting."
const newBrowser =
  "This browser is new to your account, so you can't do this here until a day has passed since you signed in. If you don't want to wait, choose “Yes, that's me” in a browser you've used before."

/**
 * Sentences by code: SQLSTATEs of Postgres and of our own functions (HW…), codes of PostgREST, Auth and Storage, and
 * the codes that our Edge Functions answer with. A server's own message is never shown.
 */
const sentences: Record<string, string> = {
  network: `${noAnswer} What you typed is still here.`,
  missing_code:
    "A part of this page couldn't be loaded. Check your connection and try again. If that doesn't help, refresh the page.",
  unknown: 'Something went wrong on our side. Please try again in a moment.',
  '42501': "You don't have permission to do that.",
  '57014': 'The server took too long to answer. Please try again.',
  PGRST116:
    "We couldn't save that: it may have been deleted, or it can't be changed right now. Refresh the page and try again.",
  PGRST301: 'Your session has ended. Please sign in again.',
  PGRST303: 'Your session has ended. Please sign in again.',
  session_not_found: 'Your session has ended. Please sign in again.',
  over_request_rate_limit: 'Too many attempts. Please wait a few minutes and try again.',
  changed_elsewhere: 'This was changed in another window or on another device. Nothing was overwritten.',
  deleted_elsewhere: 'This was deleted in another window or on another device.',
  plan_closed: "You can't change your plan right now. Refresh the page to see why.",
  waiting_period_fixed:
    "A death certificate was submitted for you. You can't change the waiting period until that's settled.",
  HW006: "You don't have permission to do that.",
  too_many_links: 'Too many broken links were opened from this network. Please try again in an hour.',
  death_under_review:
    "A death certificate was submitted for you. Stop that first, with the button “I'm alive: stop this” at the top of the page. Until then, nothing can be deleted, so no one else can delete a plan in your name.",
  stopped_lately:
    'A death certificate submitted for you was stopped less than 7 days ago. Until 7 days have passed, nothing can be deleted, so no one else can delete a plan in your name. You can still sign in, change your plan and export it.',
  death_verified:
    "A death certificate for you was approved, so the email address of this account can't be changed. If you're alive, choose “I'm alive: stop this” at the top of the page first.",
  storage_403: "We can't accept this file right now. Please refresh the page to see why.",
  storage_404: 'The file is no longer there, or you can no longer open it. Please refresh the page.',
  download_broken: 'The connection kept dropping before the download finished.',
  download_gone: 'The file is no longer stored.',
  download_wrong_size: 'The file we got is longer than the one that was stored.',
  disk_full:
    "There isn't enough room on this device. Make room or choose another place for the file, and try again.",
  unauthorized: 'Your session has ended. Please sign in again.',
  '22P02': "That link doesn't work.",
  '22021': unsavable,
  '22P05': unsavable,
  '23503': 'Something else in your plan still uses this.',
  '23505': "You've already added that.",
  '23514': "Something you entered isn't valid. Please check it and try again.",
  code_used_up: "You've tried this code too many times. Ask for a new one below.",
  sign_in_paused:
    "Too many wrong codes were entered for this address. Wait an hour, or sign in on a device where you've signed in before.",
  email_address_invalid: 'Enter a valid email',
  over_email_send_rate_limit:
    'A code was sent less than a minute ago. Please use that one, or ask again in a minute.',
  sign_in_mails_used_up:
    "So many codes were sent in the last hour that we can't send another one right now. Please try again in an hour. A code you got in the last 10 minutes still works.",
  captcha_failed: "We couldn't confirm that this isn't an automated request. Please try again.",
  captcha_unavailable:
    "The check against automated requests couldn't load. Turn off ad blockers for this page or use another browser, then try again.",
  already_named: 'Someone with this email address is already on your list.',
  name_already_set:
    "Your name was already saved in another window or on another device. We've kept that one.",
  video_addressed:
    'A video message is addressed to this person. Choose someone else for it first, or delete it.',
  nobody_asked: 'Everyone you chose was already asked within the last day. You can ask them again tomorrow.',
  practice_over: "You're no longer named in this plan, so there's nothing to practice.",
  HW001: 'This invitation is no longer available.',
  HW002: "A certificate has already been submitted for this person, so you don't need to submit another one.",
  HW003: "We couldn't find the file you uploaded. Please upload it again.",
  HW004: "There's nothing to stop.",
  HW005: 'This plan can no longer be changed.',
  HW007:
    "You can't submit another certificate yet: one you submitted for this person wasn't accepted, or you've submitted several today. Please wait a day. Anyone else they've named can submit one now.",
  HW008: 'Too many certificates were submitted for this person today. Please try again tomorrow.',
  HW010: "You can't name yourself.",
  HW011: 'Enter your own full name first, so people know who the invitation is from.',
  card_report_limit: 'Too many messages came from your network. Please try again in an hour.',
  invalid_card_code: "That isn't a card's code. Please check it and try again.",
  memories_closed: "The family isn't taking memories here right now.",
  memories_full: "You've left as many memories as one person can leave here.",
  link_not_valid: "This link doesn't work anymore. Please ask the family.",
  HW030: "Only a certificate that's waiting for review can be decided.",
  HW040: 'Your list is full. Delete one you no longer need, then try again.',
  HW041:
    "There's no room left for this file. Delete a video or a document you no longer need, then try again.",
  HW063: 'The guests have been emailed about many changes today. Please make the next change tomorrow.',
  HW072: 'This was changed many times today. Please try again tomorrow.',
  HW065: "No invitations can be sent now: there's no service to come. Refresh the page to see why.",
  service_over: "This service is over or called off, so it doesn't take answers anymore.",
  HW080: newBrowser,
  HW081: 'That was answered already, perhaps on another device. Refresh the page to see where it stands.',
  new_browser: newBrowser,
  invitation_not_available: 'This invitation is no longer available.',
  plan_frozen: 'This plan can no longer be changed.',
  invite_cooldown: 'An invitation was sent less than a minute ago. Please wait a moment and try again.',
  invite_daily_cap: 'Too many invitations were sent today. Please try again tomorrow.',
  account_not_deleted: 'Unable to delete account. Please try again later.',
  mail_not_sent: "We couldn't send the email just now. Please try again in a few minutes.",
  invalid_code: 'Invalid or expired code',
  code_cooldown: 'A code was sent less than a minute ago. Please use that one, or ask again in a minute.',
  code_hourly_cap: 'Too many codes were sent within an hour. Please try again later.',
  code_address_cap: 'Too many codes were sent to this address recently. Please try again later.',
  not_current_email: "Your account's email address was changed in another window. Please refresh the page.",
  same_email: 'Enter a different email address to update.',
  current_email_not_verified:
    "It's been too long since you confirmed your current address. Please start over.",
  email_change_not_verified:
    'This took too long, or another change was started in the meantime. Please start over.',
  email_not_changed: "We couldn't change the address. Please start over, or use another address.",
  email_change_signed_out: 'You must be signed in to change your email.',
  storage_413: 'The file is too large.',
  storage_415: "We can't accept this type of file.",
  upload_signed_out: 'You must be signed in to upload documents.',
  contacts_file_too_large: 'The file is too large. Export your contacts without pictures, then try again.',
  not_contacts:
    'We found no one in this file. It should be a vCard (.vcf), or a CSV file whose first line has the names of the columns, such as Name, Email and Phone.',
  file_unreadable:
    'We can no longer read the file. It may have been moved or changed. Please choose it again.',
  video_unplayable:
    "The connection was lost, or this browser can't play this kind of video. Try again, or save it to this device and open it there.",
  billing_off: "Everything is free here, so there's nothing to pay.",
  unknown_plan: 'This plan is no longer offered. Please refresh the page.',
  payments_not_set_up:
    "Membership can't be paid for here yet: the people who run this site have to set up payments first. You can still read and export everything you've recorded.",
  stripe_unavailable:
    "We can't reach the payment provider right now. You haven't been charged. Please try again in a few minutes.",
  payment_page: 'Please try again.',
}

/** Sentences that name a limit. The limit itself is kept in the database alone, which sends it as the error's details. */
const sentencesWithLimit: Record<string, (limit: number) => string> = {
  HW040: (limit) =>
    `Your list is full: a plan holds at most ${limit.toLocaleString('en-US')} of these. Delete one you no longer need, then try again.`,
  HW041: (limit) =>
    `There's no room left for this file: your videos and documents can take up ${limit / 1024 ** 3} GB in all. Delete one you no longer need, then try again. A membership has more room than the free trial.`,
}

/** The codes with which a person may need our help. */
const helpable = new Set(['HW007', 'HW008', 'account_not_deleted'])

/** A sentence for the person: what happened and what to do. Never throws, never shows a server's message. */
export function errorSentence(error: unknown): string {
  const code = errorCode(error)
  const limit = Number(propertyOf(error, 'details') || Number.NaN)
  const withLimit = Number.isNaN(limit) ? undefined : sentencesWithLimit[code]
  const sentence = withLimit?.(limit) ?? sentences[code] ?? sentences.unknown ?? ''
  const email = helpable.has(code) ? supportEmail() : null
  if (email === null) return sentence
  // Where no support answers, the person is not sent there.
  if (code === 'account_not_deleted') return `Unable to delete account. Please contact support: ${email}`
  return `${sentence} You can email us at ${email}.`
}

/** The same where nothing was typed: something was to be shown or opened. */
export function errorSentenceOfReading(error: unknown): string {
  return errorCode(error) === 'network' ? noAnswer : errorSentence(error)
}
