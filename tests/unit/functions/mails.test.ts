import { describe, expect, it } from 'vitest'
import { readGuestToken } from '../../../supabase/functions/_shared/guest-link.ts'
import { addressTakenMail, codeMail } from '../../../supabase/functions/_shared/mails/code-mails.ts'
import { designationInvitation } from '../../../supabase/functions/_shared/mails/invitation-mails.ts'
import type { Kind } from '../../../supabase/functions/_shared/mails/occasions.ts'
import { outboxMails, renderOutboxMail } from '../../../supabase/functions/_shared/mails/outbox.ts'
import type { MailContext } from '../../../supabase/functions/_shared/mails/payload.ts'
import { type Role, roleWords } from '../../../supabase/functions/_shared/mails/roles.ts'
import { readStopToken } from '../../../supabase/functions/_shared/stop-link.ts'
import { wrongWords } from '../wrong-words'
import { cases, context, everything, kinds, recipientsOf } from './example-mails'
import { kindsQueuedBy } from './queued-kinds'

const appOrigin = context.appOrigin
const ownerId = everything.owner_id
const practiceId = everything.practice_id
const roles: Role[] = ['beneficiary', 'trustee', 'executor']
const recipients = ['owner', 'designee'] as const
const everyone = ['owner', 'designee', 'invited', 'guest', 'operator']

const invited = {
  owner_name: 'Edith Marlow',
  person_name: 'Tom Marlow',
  person_email: 'tom@example.org',
  role: 'executor' as Role,
}

function invitation(changes: Partial<typeof invited> = {}, designationId = 42) {
  return designationInvitation({ ...invited, ...changes }, designationId, { appOrigin })
}

function notice(kind: Kind, changes: Record<string, unknown> = {}, more: Partial<MailContext> = {}) {
  const payload = { recipient: recipientsOf(kind)[0], ...everything, ...changes }
  return renderOutboxMail(kind, payload, { ...context, ...more })
}

/** What becomes of a payload: the mail, or why it does not fit. */
function outcome(kind: Kind, payload: unknown) {
  try {
    return renderOutboxMail(kind, payload, context)
  } catch (error) {
    return error instanceof Error ? error.name : error
  }
}

/** The payload with null for all that this kind takes null for. */
function withoutWhatMayBeUnknown(kind: Kind, recipient: string) {
  const given = { ...everything, recipient }
  const fits = (key: string) => outboxMails[kind].safeParse({ ...given, [key]: null }).success
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, fits(key) ? null : value]))
}

const documentOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

const allMails = [
  ...(['email-change-old', 'email-change-new', 'account-deletion'] as const).map((purpose) => ({
    name: `code for ${purpose}`,
    mail: () => codeMail(purpose, '012345'),
  })),
  { name: 'address taken', mail: addressTakenMail },
  ...roles.map((role) => ({ name: `invitation of ${role}`, mail: () => invitation({ role }) })),
  ...cases.map(({ kind, recipient }) => ({
    name: `${kind} for the ${recipient}`,
    mail: () => notice(kind, { recipient }),
  })),
  // The database sends null for what it does not know.
  ...cases.map(({ kind, recipient }) => ({
    name: `${kind} for the ${recipient}, with unknown names and dates`,
    mail: () => renderOutboxMail(kind, withoutWhatMayBeUnknown(kind, recipient), context),
  })),
]

describe.each(allMails)('mail: $name', ({ mail }) => {
  const { subject, text, html } = mail()
  const page = documentOf(html)

  it('has no gaps, and avoids euphemisms, exclamation marks and words that read translated', () => {
    const all = `${subject}\n${text}\n${page.body.textContent}`
    expect(wrongWords(all)).toEqual([])
    expect(all).not.toMatch(/undefined|null|NaN|\[object|Invalid Date/)
    expect(all).not.toMatch(
      /\bhand(ed|ing)? (in|another)\b|top of (every|any) page(?! once you’re signed in)/i,
    )
    expect(all).not.toMatch(/\b(pass(ed|ing)|loss|gone|doomsday|legacy contact)\b|!/i)
    expect(subject).toMatch(/^\S.{5,150}\S$/)
    expect(text.length).toBeGreaterThan(100)
  })

  it('links only to pages of the app that decide nothing, and loads no resource', () => {
    const links = [...page.querySelectorAll('a')].map((link) => link.href)
    const addresses = text.match(/[a-z]+:\/\/\S+/gi) ?? []
    expect([...new Set(addresses)]).toEqual([...new Set(links)])
    for (const link of links) {
      expect(new URL(link).origin).toBe(appOrigin)
      expect(new URL(link).pathname).toMatch(
        /^\/(invites|profile|who-can-see-my-plan|dashboard|settings|billing|beneficiaries|print\/card|terms|privacy|security|accessibility|contact|(memorial|practice)\/[0-9a-f-]{36}|service|stop|stop-card|stop-opening)$/,
      )
    }
    expect(page.querySelectorAll('img, link, script, iframe, form, object, [src], [onclick]')).toHaveLength(0)
    expect(html).not.toMatch(/url\(|@import/)
  })

  it('says the same in the text part and the HTML part', () => {
    const words = squeeze(page.body.textContent ?? '').toLowerCase()
    for (const paragraph of text.split('\n\n').filter((part) => !/^--|:\n/.test(part))) {
      expect(words).toContain(squeeze(paragraph).toLowerCase())
    }
  })
})

describe('foot', () => {
  it('the foot of a mail names the five pages about Heartwood where a mail may hold links', () => {
    const foot = ['terms', 'privacy', 'security', 'accessibility', 'contact'].map(
      (page) => `${appOrigin}/${page}`,
    )
    for (const mail of [invitation(), notice('review_reminder')]) {
      const links = [...documentOf(mail.html).querySelectorAll('a')].map((link) => link.href)
      expect(links.slice(-foot.length)).toEqual(foot)
      for (const address of foot) expect(mail.text).toContain(address)
    }
  })

  it('the foot of a mail says why the mail came, and how to reach us where a person reads replies', () => {
    const supportEmail = 'help@heartwood.example'
    const owner = notice('review_reminder', {}, { supportEmail })
    expect(owner.text).toContain(
      'You’re receiving this because this address is or was used for a Heartwood account. Reply to this email to reach Heartwood.',
    )
    expect(designationInvitation(invited, 42, { appOrigin, supportEmail }).text).toContain(
      'Reply to this email to reach Heartwood.',
    )
    for (const mail of [notice('review_reminder'), invitation()]) expect(mail.text).not.toContain('Reply to')
    const operator = notice('standing_still', { recipient: 'operator' }, { supportEmail })
    expect(operator.text).not.toContain('Reply to')
    for (const recipient of ['designee', 'invited']) {
      const { text, html } = notice('card_stopped', { recipient })
      expect(text).toContain('You’re receiving this because Edith Marlow named you in Heartwood.')
      expect(documentOf(html).body.textContent).toContain('because Edith Marlow named you')
    }
    expect(notice('standing_still', { recipient: 'operator' }).text).not.toContain('receiving this')
  })

  it.each([
    [
      { operatorName: 'The Rosewood Foundation', operatorAddress: '1 Mill Lane, Salem' },
      'The Rosewood Foundation, 1 Mill Lane, Salem',
    ],
    [{ operatorAddress: '1 Mill Lane, Salem' }, '1 Mill Lane, Salem'],
  ])('the foot of a mail ends with who sends it, as far as the installation says: %o', (operator, words) => {
    for (const mail of [
      designationInvitation(invited, 42, { appOrigin, ...operator }),
      notice('review_reminder', {}, operator),
    ]) {
      expect(mail.text.trim().split('\n').at(-1)).toBe(words)
      expect(squeeze(documentOf(mail.html).body.textContent ?? '')).toMatch(new RegExp(`Contact${words}$`))
    }
  })

  it('the foot of a mail is left out of mails with a code, which hold no link', () => {
    expect(codeMail('account-deletion', '012345').html).not.toContain('href')
  })
})

it.each(['email-change-old', 'account-deletion'] as const)(
  'the mail with a code for %s says where someone else is signed out',
  (purpose) => {
    expect(codeMail(purpose, '012345').text).toContain('open Profile and choose “Sign out everywhere”')
  },
)

describe('invitation', () => {
  it('the mail with an invitation links to the invitation page with a token that encodes any designation id', () => {
    for (const designationId of [1, 42, 63, 9_007_199_254_740_991]) {
      const token = /\/invites\?token=(\S+)/.exec(invitation({}, designationId).text)?.[1] ?? ''
      expect(token).toMatch(/^[\w-]+$/)
      expect(Buffer.from(token, 'base64url').toString()).toBe(`designation:${designationId}`)
    }
  })

  it.each(roles)('the mail with an invitation explains what the role %s means and does not mean', (role) => {
    const { subject, text } = invitation({ role })
    expect(subject).toBe(`Edith Marlow has asked you to be their ${role}`)
    expect(text).toContain(roleWords[role].short)
    expect(text).toContain(`${roleWords[role].plain} ${roleWords[role].limits}`)
    expect(text).toContain('They can also choose which parts you see.')
    expect(text).toContain('Nothing has happened')
    expect(text).toContain('doesn’t entitle you to anything or create a legal duty')
    expect(text).toContain('sign in with this email address, tom@example.org')
    expect(text).toContain('Accept invitation or Decline')
    expect(text).toContain('ignore this email')
  })
})

it.each(roles)('the mails to keep and about a change say what a %s sees and what not', (role) => {
  for (const kind of ['you_accepted', 'role_changed'] as const)
    expect(notice(kind, { role }).text).toContain(`${roleWords[role].plain} ${roleWords[role].limits}`)
})

describe('the page about an owner', () => {
  const memorial = `Go to the memorial page:\n${appOrigin}/memorial/${ownerId}\n`
  const plan = `Go to Edith Marlow’s plan:\n${appOrigin}/memorial/${ownerId}\n`
  const text = (kind: Kind, changes: Record<string, unknown> = {}) =>
    notice(kind, { recipient: 'designee', ...changes }).text

  it.each([
    'invitation_accepted',
    'invitation_declined',
    'designee_left',
    'certificate_approved',
    'plan_released',
    'account_closing',
    'account_kept',
  ] as const)('%s calls it the memorial page, because the death is verified', (kind) => {
    expect(text(kind)).toContain(memorial)
  })

  it.each([
    ['stepped_down', {}],
    ['mail_refused', {}],
    ['certificate_objected', {}],
    ['certificate_objected', { is_approved: true }],
    ['certificate_rejected', {}],
    ['decision_taken_back', {}],
    ['release_stopped', {}],
    ['first_hours_opened', {}],
    ['first_hours_closed', {}],
    ['owner_email_changed', { because: 'first_hours' }],
    ['card_used', {}],
    ['card_stopped', {}],
  ] as const)('%s calls it the plan, because the owner may be living: %o', (kind, changes) => {
    expect(text(kind, changes)).toContain(plan)
  })

  it.each([
    ['living', plan],
    ['waiting', memorial],
    ['released', memorial],
  ])('you_accepted calls it what it is while the owner’s state is %s', (state, link) => {
    expect(text('you_accepted', { state })).toContain(link)
  })
})

describe('card', () => {
  const report = {
    report: 'death',
    reporter_name: 'Nora <b>Nurse</b> https://evil.example',
    reporter_contact: '+1 503 555 0100',
    message: 'At St. Mary, see www.evil.example/now',
  }
  const report_id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f2'

  it('the mail card_used gives the owner the link that ends the card, and no one else', () => {
    const mail = notice('card_used', { ...report, report_id })
    const [link = ''] = mail.text.match(/https:\S+\/stop-card\S*/) ?? []
    expect(readStopToken(context.codeKeys, 'stop-card', new URL(link).hash.slice(1))).toBe(report_id)
    expect(notice('card_used', { ...report, recipient: 'designee' }).text).not.toContain('/stop')
  })

  it('the mail card_used shows what a stranger wrote without anything that becomes a link', () => {
    for (const recipient of recipients) {
      const { text, html } = notice('card_used', { ...report, recipient })
      expect(text).toContain('+1 503 555 0100')
      expect(text).not.toContain('evil.example')
      expect(html).not.toMatch(/evil\.example|<b>/)
    }
  })

  it('the mail card_used tells people who have not accepted neither who reported it nor what they wrote', () => {
    const { text } = notice('card_used', { ...report, recipient: 'invited' })
    expect(text).toContain(`${appOrigin}/invites`)
    expect(text).not.toContain('/memorial')
    expect(text).not.toMatch(/They (gave|wrote)|reach them at/)
  })

  it.each([...recipients, 'invited', 'operator'])('asks the %s neither to pay nor to plan', (recipient) => {
    const kind = recipient === 'operator' ? 'card_reported' : 'card_used'
    expect(notice(kind, { ...report, recipient }).text).not.toMatch(/trial|membership|upgrade|\$|billing/i)
  })
})

describe('mail: reminders', () => {
  it('review_reminder says when the plan was last confirmed and links to the setting for reminders', () => {
    const months = { months: 12 }
    expect(notice('review_reminder', { ...months, plan_reviewed_at: null }).text).toMatch(
      /^It’s been a while since you wrote your Heartwood plan/,
    )
    const { text } = notice('review_reminder', months)
    expect(text).toMatch(/^You last confirmed your Heartwood plan on November 20, 2025/)
    expect(text).toContain('choose “Still right” on your dashboard')
    expect(text).toContain('every 12 months')
    expect(text).toContain(`${appOrigin}/settings`)
  })

  it.each([
    [0, 'Edith Marlow has named you'],
    [1, 'Edith Marlow and someone else have named you'],
    [2, 'Edith Marlow and 2 other people have named you'],
  ])('address_check mentions how many other owners named the designee: %d', (other_owners, words) => {
    const { text } = notice('address_check', { recipient: 'designee', other_owners })
    expect(text).toContain(`Nothing has happened. ${words}`)
    expect(text).toContain(`${appOrigin}/invites?confirm-address\n`)
    expect(text).toContain('choose “Yes, this is still my address”')
  })
})

describe('trial', () => {
  it('the mail trial_ending names the last day of the trial and what stays available without payment', () => {
    const { text } = notice('trial_ending')
    expect(text).toContain('ends on Friday, November 27.')
    expect(text).toContain('you won’t be charged')
    expect(text).toContain('always read, export and delete')
  })
})

describe('mail: death certificate', () => {
  it.each([
    'certificate_submitted',
    'certificate_approved',
    'certificate_rejected',
    'plan_released',
  ] as const)('%s tells the owner how to stop the release', (kind) => {
    const { text } = notice(kind, { recipient: 'owner' })
    expect(text).toMatch(/if you’re alive[\s\S]*press “I’m alive: stop this”/i)
    expect(text).toContain(`${appOrigin}/profile`)
  })

  it.each(['certificate_submitted', 'certificate_approved', 'decision_taken_back', 'plan_released'] as const)(
    '%s carries the link that stops the release, with its token where browsers do not send it',
    (kind) => {
      const submission_id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1'
      const [link = ''] =
        notice(kind, { recipient: 'owner', submission_id }).text.match(/https:\S+\/stop\S*/) ?? []
      const { pathname, search, hash } = new URL(link)
      expect([pathname, search]).toEqual(['/stop', ''])
      expect(readStopToken(context.codeKeys, 'stop-release', hash.slice(1))).toBe(submission_id)
      expect(notice(kind, { recipient: 'owner', submission_id: null }).text).not.toContain('/stop')
    },
  )

  it('a rejection says what the administrator wrote to the family', () => {
    for (const recipient of recipients) {
      const { text } = notice('certificate_rejected', { recipient, message: 'Page two is missing.' })
      expect(text).toContain('“Page two is missing.”')
    }
  })

  it.each(['certificate_submitted', 'decision_taken_back'] as const)(
    '%s says how long a review takes, if known',
    (kind) => {
      for (const recipient of recipients) {
        expect(notice(kind, { recipient }).text).not.toContain('usually takes')
        const { text } = notice(kind, { recipient }, { reviewTime: '2 business days' })
        expect(text).toContain('A review usually takes 2 business days.')
      }
    },
  )

  it('an approval of a plan that was open says that it stays open', () => {
    const { text } = notice('certificate_approved', {
      recipient: 'designee',
      open_until: '2026-11-21T00:40:04.985123+00:00',
    })
    expect(text).toContain('You can still read the plan')
  })

  it('certificate_approved names the day of the release in words, or says that the plan is open now', () => {
    for (const recipient of recipients) {
      const { text } = notice('certificate_approved', { recipient, is_open: false })
      expect(text).toContain('from Friday, November 20')
      expect(text).not.toContain('The rest can wait')
    }
    const { text } = notice('certificate_approved', { recipient: 'designee' })
    expect(text).toContain('You can read the plan now. What you see depends on your role.')
    expect(text).toContain('If the funeral is still to be arranged, look for the funeral wishes first.')
    expect(text).not.toContain('when it opens')
  })

  it('certificate_submitted tells who submitted it that we are sorry, and neither who did nor to ask the owner', () => {
    const own = notice('certificate_submitted', { recipient: 'designee', is_actor: true })
    expect(own.subject).toBe('You submitted a death certificate for Edith Marlow')
    expect(own.text).toMatch(/^We’re so sorry\. The death certificate you submitted for Edith Marlow/)
    expect(own.text).not.toMatch(/Tom Marlow|alive/)
    const { text } = notice('certificate_submitted', { recipient: 'designee' })
    expect(text).toContain('If you know that Edith Marlow is alive, please ask them to sign in')
    expect(text).toContain('If this is the first you’ve heard of it, we’re so sorry')
  })

  it.each(kinds.filter((kind) => kind !== 'certificate_submitted'))(
    '%s asks no designee whether the owner lives',
    (kind) => {
      for (const recipient of recipientsOf(kind))
        if (recipient === 'designee')
          expect(notice(kind, { recipient }).text).not.toContain('If you know that Edith Marlow is alive')
    },
  )

  it.each(['certificate_rejected', 'decision_taken_back'] as const)(
    '%s says during the waiting period that the plan never was open',
    (kind) => {
      for (const recipient of recipients) {
        const { text } = notice(kind, { recipient, was_open: false })
        expect(text).toMatch(/It hadn’t opened (your|the) plan yet/)
        expect(text).not.toMatch(/closed|private again/)
      }
    },
  )

  it('decision_taken_back says that no other photo is needed after one was asked for', () => {
    for (const recipient of recipients) {
      const { text } = notice('decision_taken_back', { recipient, taken_back: 'needs_another' })
      expect(text).toContain('asked for another photo')
      expect(text).not.toMatch(/verified|reject(ed)? the/)
    }
  })

  it('certificate_needs_another passes on what the reviewer wrote, thanks who sent it, and rejects nothing', () => {
    const message = 'The left half is missing.'
    const submitter = notice('certificate_needs_another', {
      recipient: 'designee',
      is_submitter: true,
      message,
    })
    expect(submitter.subject).toBe('We need another photo of the certificate for Edith Marlow')
    expect(submitter.text).toContain('“The left half is missing.”')
    expect(submitter.text).toMatch(/^Thank you for sending/)
    expect(submitter.text).toContain(`${appOrigin}/memorial/${ownerId}?tab=certificate`)
    const executor = notice('certificate_needs_another', { recipient: 'designee', message }).text
    expect(executor).toContain('We’ve asked the person who sent it for another photo. You can send one too.')
    for (const recipient of recipients)
      expect(notice('certificate_needs_another', { recipient, message }).subject).not.toContain('rejected')
  })

  it('certificate_objected says who objected and from when the plan can open, and not what they wrote', () => {
    const words = 'It is forged.'
    for (const recipient of recipients) {
      const { text } = notice('certificate_objected', { recipient, words, opens_at: '2026-11-30T10:00:00Z' })
      expect(text).toMatch(/^Tom Marlow, whom (you|Edith Marlow) named as trustee, told us/)
      expect(text).toContain('won’t open before Monday, November 30, even if the certificate is approved')
      const approved = notice('certificate_objected', { recipient, is_approved: true }).text
      expect(approved).toContain('had been approved')
      expect(notice('certificate_objected', { recipient, opens_at: null }).text).not.toContain('won’t open')
      for (const told of [text, approved]) expect(told).not.toContain('forged')
    }
    const own = notice('certificate_objected', { recipient: 'designee', is_actor: true })
    expect(own.text).toMatch(/^Thank you for telling us that something is wrong/)
    const operator = (is_approved: boolean) =>
      notice('certificate_objected', { recipient: 'operator', is_approved }).text
    expect(operator(false)).toContain('admin.certificate_reviews')
    expect(operator(true)).toContain('admin.decided_certificates')
    expect(operator(true)).not.toMatch(/Marlow/)
  })

  it('release_stopped names to the owner who submitted the certificate, with the way to remove them', () => {
    const { text } = notice('release_stopped', { recipient: 'owner' })
    expect(text).toContain(`Remove Tom Ellis:\n${appOrigin}/beneficiaries`)
    expect(notice('release_stopped', { recipient: 'owner', submitter_name: null }).text).not.toContain(
      'Remove',
    )
    expect(notice('release_stopped', { recipient: 'designee' }).text).not.toContain('Tom Ellis')
  })

  const takenBack = /taken (that )?back|taken back/
  it('certificate_rejected does not claim that the plan stayed closed when an approval is taken back', () => {
    for (const recipient of recipients) {
      const first = notice('certificate_rejected', { recipient, taken_back: null }).text
      expect(first).toMatch(/It doesn’t open (your|the) plan/)
      expect(first).not.toMatch(takenBack)
      const { text } = notice('certificate_rejected', { recipient })
      expect(text).toMatch(takenBack)
      expect(text).not.toContain('doesn’t open')
    }
  })

  it.each(['certificate_approved', 'plan_released'] as const)(
    '%s links designees to the memorial page',
    (kind) => {
      expect(notice(kind, { recipient: 'designee' }).text).toContain(`${appOrigin}/memorial/${ownerId}`)
    },
  )

  it.each([
    ['administrator', null, 'owner', 'The administrator submitted'],
    ['administrator', null, 'designee', 'The administrator submitted'],
    ['beneficiary', 'Tom Ellis', 'owner', 'Tom Ellis, whom you named as beneficiary, submitted'],
    ['executor', 'Tom Ellis', 'designee', 'Tom Ellis, whom Edith Marlow named as executor, submitted'],
    ['trustee', null, 'owner', 'Someone you named as trustee submitted'],
    ['owner', 'Edith Marlow', 'owner', 'Someone signed in as you submitted'],
    ['owner', 'Edith Marlow', 'designee', 'Someone signed in as Edith Marlow submitted'],
    [null, null, 'owner', 'Someone submitted'],
  ])(
    'certificate_submitted names the submitter by role %s and name %s to the %s',
    (actor_role, actor_name, recipient, words) => {
      const { text } = notice('certificate_submitted', { actor_role, actor_name, recipient })
      expect(text).toMatch(new RegExp(`^${words} a death certificate`))
    },
  )

  it.each(['Administrator', 'The administrator'])(
    'certificate_submitted never presents a person named %s as the administrator',
    (name) => {
      for (const actor_role of ['owner', 'trustee', null]) {
        for (const recipient of recipients) {
          const { text } = notice('certificate_submitted', { recipient, actor_name: name, actor_role })
          expect(text).not.toMatch(/administrator submitted/i)
        }
      }
    },
  )
})

describe('mail: replies', () => {
  const asks = /write to us|reply to|replying/i

  it.each(kinds)('%s asks for none when no person reads them', (kind) => {
    for (const recipient of recipientsOf(kind)) expect(notice(kind, { recipient }).text).not.toMatch(asks)
  })

  it.each([
    ['certificate_rejected', 'owner'],
    ['certificate_rejected', 'designee'],
    ['release_stopped', 'designee'],
    ['person_removed', 'designee'],
    ['owner_email_changed', 'designee'],
    ['email_changed', 'owner'],
  ] as const)('%s asks for one when a person reads them', (kind, recipient) => {
    const { text } = notice(kind, { recipient }, { supportEmail: 'help@heartwood.example' })
    expect(text).toMatch(asks)
  })
})

describe('mail: the first hours', () => {
  const opening_id = '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f4'
  const about = kinds.filter((kind) => kind.startsWith('first_hours_'))

  it.each(['first_hours_opened', 'first_hours_prolonged'] as const)(
    '%s carries the link that closes them, for the owner alone, with its token where browsers do not send it',
    (kind) => {
      const [link = ''] = notice(kind, { opening_id }).text.match(/https:\S+\/stop\S*/) ?? []
      const { pathname, search, hash } = new URL(link)
      expect([pathname, search]).toEqual(['/stop-opening', ''])
      expect(readStopToken(context.codeKeys, 'stop-opening', hash.slice(1))).toBe(opening_id)
      const copy = notice(kind, { recipient: 'designee', opening_id })
      expect(copy.text).not.toContain('/stop')
      expect(copy.text).toContain(`${appOrigin}/memorial/${ownerId}`)
    },
  )

  it('first_hours_opened says who opened whose, until when, or when they open unless the owner says no', () => {
    expect(notice('first_hours_opened').subject).toBe('Tom Marlow opened the first hours of your plan')
    const { subject, text } = notice('first_hours_opened', { recipient: 'designee' })
    expect(subject).toBe('Tom Marlow opened the first hours of Edith Marlow’s plan')
    expect(text).toContain('until Friday, December 4.')
    for (const recipient of recipients) {
      const announced = notice('first_hours_opened', { recipient, is_open: false })
      expect(announced.subject).toMatch(/^Tom Marlow wants to open the first hours of /)
      expect(announced.text).toMatch(
        /Unless .* no, .* on Friday, November 20, 24 hours after that, for 14 days/,
      )
    }
  })

  it('first_hours_opened tells the people chosen after a verified death that the owner’s address is emailed too', () => {
    const told = (is_deceased: boolean) =>
      notice('first_hours_opened', { recipient: 'designee', is_deceased }).text
    const inCase = 'in case of a mistake, emailed Edith Marlow’s own address'
    expect(told(true)).toContain(inCase)
    expect(told(false)).not.toContain(inCase)
    expect(told(false)).toContain('We’ve told Edith Marlow and the people chosen for this, and no one else.')
  })

  it('first_hours_opened says that nothing is frozen only where the death isn’t verified', () => {
    const text = (is_deceased: boolean) => notice('first_hours_opened', { is_deceased }).text
    expect(text(false)).toContain('Nothing in your plan is frozen or changed, and you can close it anytime.')
    expect(text(true)).toContain('You can close it anytime.')
    expect(text(true)).not.toContain('frozen')
  })

  it.each(['first_hours_opened', 'first_hours_prolonged', 'first_hours_joined'] as const)(
    '%s speaks to who pressed, or was chosen, as such, and does not send them to call the owner',
    (kind) => {
      const reader = { recipient: 'designee', is_actor: true }
      for (const more of [{}, { is_open: false }]) {
        const { subject, text } = notice(
          kind,
          { ...reader, ...more },
          { supportEmail: 'help@heartwood.example' },
        )
        expect(subject + text.replace('Tom Marlow and Ann Berg', '')).not.toMatch(/Tom Marlow|call Edith/)
        expect(text).toMatch(/\b[Yy]ou\b (opened|asked|kept)|chose you/)
      }
    },
  )

  it.each(about)('%s says neither that anyone died nor a medical word', (kind) => {
    for (const recipient of recipientsOf(kind))
      for (const more of [{}, { is_open: false }, { how: 'operator' }, { how: 'time' }]) {
        const { subject, text } = notice(kind, { recipient, ...more })
        expect(subject + text).not.toMatch(
          /\b(died|dead|death|deceased|ill|illness|sick|hospital|unconscious|medical|health|stroke|grave)\b/i,
        )
      }
  })

  it('first_hours_opened names those whom our email doesn’t reach, so that someone calls them', () => {
    for (const recipient of recipients) {
      const text = (untold: string[]) => notice('first_hours_opened', { recipient, untold }).text
      expect(text(['Bob Hale', 'Ann Berg'])).toContain(
        'Our emails don’t reach Bob Hale and Ann Berg. Please call them.',
      )
      expect(text([])).not.toContain('reach')
    }
  })

  it('first_hours_untold says whom to call, and about whose plan', () => {
    const { subject, text } = notice('first_hours_untold')
    expect(subject).toBe('Our email doesn’t reach Tom Marlow')
    expect(text).toContain('the first hours of Edith Marlow’s plan')
    expect(text).toContain('Please call them.')
  })

  it('first_hours_closed says who closed them, and asks the owner about it only where someone did', () => {
    const textOf = (how: string, recipient: 'owner' | 'designee') =>
      notice('first_hours_closed', { how, recipient }).text
    expect(textOf('owner', 'owner')).toMatch(/^You closed .* or someone did/)
    expect(textOf('operator', 'owner')).toMatch(/^We closed /)
    for (const how of ['owner', 'operator']) expect(textOf(how, 'owner')).toContain('whether it was right')
    expect(textOf('time', 'owner')).not.toContain('whether it was right')
    expect(textOf('owner', 'designee')).toContain('were closed from their account or email')
    expect(textOf('operator', 'designee')).toMatch(/^We closed /)
    for (const recipient of recipients) expect(textOf('time', recipient)).toMatch(/^The time of .* is over/)
  })

  it('first_hours_joined names everyone who can open them', () => {
    for (const recipient of recipients)
      expect(notice('first_hours_joined', { recipient }).text).toContain('Tom Marlow and Ann Berg')
  })

  it('first_hours_joined is true of every part, and of an owner who wants a day’s notice', () => {
    for (const recipient of recipients) {
      const { text } = notice('first_hours_joined', { recipient })
      expect(text).toMatch(/If something happens to (you|Edith Marlow), /)
      expect(text).not.toMatch(/speak|right away|at once/)
    }
  })

  it.each(['first_hours_opened', 'first_hours_prolonged'] as const)(
    '%s promises no one that they can read something, because for this reason it may be nothing',
    (kind) => {
      for (const recipient of recipients)
        for (const is_open of [true, false]) {
          const { text } = notice(kind, { recipient, is_open })
          expect(text).not.toMatch(/can read|for you\b/)
          if (kind === 'first_hours_opened')
            expect(text).toMatch(
              /[Ww]hat (you|they|Edith Marlow) chose for this (is open|opens) .*, each to their own part/,
            )
        }
    },
  )

  it('person_removed says to an owner who is told of it, also where no one else is', () => {
    const { text } = notice('person_removed', { because: 'first_hours' })
    expect(text).toContain('we tell you when that happens')
    expect(text).toContain('Only if you chose that person for the first hours')
  })

  it('person_removed and owner_email_changed are true also where the first hours ended by their time', () => {
    for (const kind of ['person_removed', 'owner_email_changed'] as const)
      for (const recipient of recipientsOf(kind)) {
        const { text } = notice(kind, { recipient, because: 'first_hours' })
        expect(text).toMatch(/7 days after that|ended within the last 7 days/)
        expect(text).not.toMatch(/closed? /)
      }
  })

  it.each(['person_removed', 'owner_email_changed'] as const)(
    '%s says that it is because of them, and speaks of no certificate',
    (kind) => {
      for (const recipient of recipientsOf(kind)) {
        const { text } = notice(kind, { recipient, because: 'first_hours' })
        expect(text).toMatch(/first hours of (your|the) plan/)
        expect(text).not.toMatch(/certificate|died|alive/)
        expect(notice(kind, { recipient }).text).not.toContain('first hours')
      }
    },
  )
})

describe('mail: invited_after_death', () => {
  it('says from when they can read the plan, and “right away” once it is open', () => {
    const text = (changes: object) => notice('invited_after_death', { recipient: 'invited', ...changes }).text
    expect(text({ is_open: false })).toContain('from Friday, November 20 on')
    expect(text({ is_open: true })).toContain('right away')
  })
})

describe('mail: message_due', () => {
  it('says whose message it is and its day, and "today" on that day alone', () => {
    const today = notice('message_due')
    expect(today.subject).toBe('Edith Marlow left you a message for today')
    expect(today.text).toContain('chose November 24, 2026 as the day for it')
    expect(today.text).toContain(`${appOrigin}/memorial/${ownerId}?tab=messages`)
    const later = notice('message_due', { is_today: false })
    expect(later.subject).toBe('Edith Marlow left you a message for November 24, 2026')
    expect(later.text).not.toContain('today')
  })
})

describe('mail: hold_lifted', () => {
  it.each([
    [3, 'Your plan is shared with 3 people', '3 people you’ve named can see your plan now'],
    [1, 'Your plan is shared with 1 person', '1 person you’ve named can see your plan now'],
    [0, 'Your plan is no longer private', 'no one can see your plan now'],
  ])('says how many people can see the plan: %d', (people, subject, words) => {
    const mail = notice('hold_lifted', { people })
    expect(mail.subject).toBe(subject)
    expect(mail.text).toContain(words)
    expect(mail.text).toContain(`${appOrigin}/who-can-see-my-plan`)
  })

  it('says when the hold returns and what to do if another person lifted it', () => {
    expect(notice('hold_lifted').text).toContain('private again on Friday, November 27, automatically')
    const { text } = notice('hold_lifted', { until: null })
    expect(text).toContain('stay shared until you make it private again')
    expect(text).toContain('If it wasn’t you, sign in and make your plan private again.')
  })
})

describe('browser', () => {
  it('the mail browser_signed_in says which browser signed in when, what it has to wait for until when, and where to sign it out', () => {
    const { subject, text } = notice('browser_signed_in')
    expect(subject).toBe('A new browser signed in to your Heartwood account')
    expect(text).toContain(', Chrome on Windows, signed in on Thursday, November 26, with a code')
    expect(text).toMatch(
      /^Until Friday, November 27, it can’t share your plan, .* Everything else works there, and so does stopping a release\.$/m,
    )
    expect(text).toContain('choose “Yes, that’s me”')
    expect(text).toContain('choose “No, sign it out”')
    expect(text).toContain(`${appOrigin}/profile`)
  })

  it('the mail browser_signed_in says so when the browser does not tell its kind, or does not have to wait', () => {
    const { text } = notice('browser_signed_in', { browser: null, until: null })
    expect(text).toContain('hasn’t been used with your account before signed in on Thursday, November 26')
    expect(text).toContain('so this one can do everything right away')
    expect(text).not.toContain('Until')
    expect(text).not.toContain('Yes, that')
  })
})

describe('practice', () => {
  it.each(roles)(
    'the mail about a practice says in the subject that it is a practice and links the %s to the practice page',
    (role) => {
      const { subject, text } = notice('practice', { recipient: 'designee', role })
      expect(subject).toBe('Practice run: try opening Edith Marlow’s plan')
      expect(text).toMatch(/^This is a practice run\. It doesn’t mean that anything has happened/)
      expect(text).toContain(`You’re ${roleWords[role].withArticle} in Edith Marlow’s Heartwood plan`)
      expect(text).toContain(`${appOrigin}/practice/${practiceId}`)
      expect(text).not.toContain('/memorial/')
    },
  )
})

describe('service', () => {
  const toGuest = (kind: Kind, changes: Record<string, unknown> = {}) => notice(kind, changes).text

  it.each(['service_invitation', 'service_changed', 'service_reminder'] as const)(
    '%s says when and where it is by the clock of the place, with the link of this guest and how to get no more',
    (kind) => {
      const text = toGuest(kind)
      expect(text).toContain('Dear Gus,')
      expect(text).toContain('Saturday, December 5, 2026 at 2:00 PM, Eastern Time')
      expect(text).toContain('St. Brannoc, 4 Mill Lane, Harbor')
      expect(text).toContain('You were invited by Anna Marlow.')
      expect(text).toMatch(/^Questions\? Call \+1 \(503\) 555-0177$/m)
      const token = /\/service#(\S+)/.exec(text)?.[1] ?? ''
      expect(readGuestToken(context.codeKeys, token)).toBe(everything.guest_id)
      expect(text).toContain('Would you rather not get emails about this service?')
      expect(text).toContain('You’re receiving this because the family gave us your address')
    },
  )

  it('a mail about a service says when without the name of a zone that is not known, and where without an address', () => {
    const text = toGuest('service_invitation', { time_zone: 'Mars/Base', address: null })
    expect(text).toContain('Saturday, December 5, 2026 at 2:00 PM\n')
    expect(text).toContain('St. Brannoc\n')
  })

  it('a mail about a service names the day that a service was planned for when it is called off', () => {
    expect(toGuest('service_called_off')).toContain('planned for Saturday, December 5, 2026 at 2:00 PM')
  })

  it('a mail about a service says who invites and whom to call only as far as that is known', () => {
    const text = toGuest('service_invitation', { invited_by: null, phone: null })
    expect(text).not.toMatch(/invited by|Questions|Call/)
  })

  it('a mail about a service asks a guest who answered for an earlier date whether the answer is still right', () => {
    const earlier = { answered_earlier: true }
    expect(toGuest('service_changed', earlier)).toContain('You answered before the date changed.')
    expect(toGuest('service_changed')).not.toContain('You answered before')
    expect(toGuest('service_reminder', earlier)).toContain('before its date changed')
    expect(toGuest('service_reminder')).toContain('would like to know whether you’ll come')
  })

  it('a mail about a service says that an invitation was a mistake: that the owner lives if they said so, and otherwise that no death is confirmed', () => {
    const rejected = notice('service_mistaken')
    expect(rejected.subject).toBe('There’s no service for Edith Marlow: our invitation was a mistake')
    expect(rejected.text).toContain('death hasn’t been confirmed, and no service is taking place')
    const stopped = notice('service_mistaken', { owner_lives: true })
    expect(stopped.subject).toBe('Edith Marlow is alive: our invitation was a mistake')
    expect(stopped.text).toContain('Edith Marlow has told us that they’re alive.')
    expect(stopped.text).not.toContain('confirmed')
    for (const { text } of [rejected, stopped]) {
      expect(text).not.toContain('/service#')
      // It tells nothing of what was planned, and of no one else.
      expect(text).not.toMatch(/Brannoc|Mill Lane|555-0177|Anna|December/)
    }
  })

  it.each(kinds.filter((kind) => kind.startsWith('service_')))(
    '%s asks no one to plan or to pay, and takes links out of what was typed',
    (kind) => {
      const evil = 'Win at https://evil.example/prize or www.evil.example'
      const text = toGuest(kind, { place: evil, address: evil, guest_name: evil })
      expect(text.replaceAll(appOrigin, '')).not.toMatch(/https?:|www\.\w|evil\.example/)
      expect(text).not.toMatch(/trial|price|free|your plan|sign up/i)
    },
  )
})

describe('names', () => {
  const hostile = [
    `<script>alert('x')</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    `</p></div></body><a href="https://evil.example/">Click</a>`,
    `&lt;b&gt; &amp;`,
    'Edith\r\nBcc: victim@example.org\r\n\r\nPay here',
    'Edith\u2028Marlow\u0000\u0007\u0085',
    '\u202eniwdE\u202c \u2066Marlow\u2069 \u200f',
    'Win at https://evil.example/prize or www.evil.example or evil@evil.example',
    'javascript:alert(1)//',
    'x'.repeat(120),
    '👩‍👧 Ædith Ó Marlów-Ñ',
  ]
  const rendered = hostile.flatMap((name) => [
    { name, mail: invitation({ owner_name: name, person_name: name }) },
    ...cases.map(({ kind, recipient }) => ({
      name,
      mail: notice(kind, { recipient, owner_name: name, actor_name: name }),
    })),
  ])

  it.each(rendered)('a mail adds no element or attribute for the name $name: $mail.subject', ({ mail }) => {
    const page = documentOf(mail.html)
    const tags = new Set([...page.body.querySelectorAll('*')].map((element) => element.localName))
    expect([...tags].filter((tag) => !['div', 'p', 'h2', 'a', 'br', 'span'].includes(tag))).toEqual([])
    const attributes = [...page.body.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
    expect([...new Set(attributes)].filter((name) => !['style', 'class', 'href'].includes(name))).toEqual([])
    for (const link of page.querySelectorAll('a')) expect(link.href).toMatch(`${appOrigin}/`)
  })

  it.each(rendered)(
    'a mail adds no line break, reading direction or link for the name $name: $mail.subject',
    ({ mail }) => {
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      const all = mail.subject + mail.text + mail.html
      expect(all).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
      expect(mail.text).not.toMatch(/^Bcc/m)
      expect(mail.text.replaceAll(appOrigin, '')).not.toMatch(/https?:|www\.\w|evil\.example|evil@/)
    },
  )

  it('a mail shows a harmless name unchanged', () => {
    const { subject, html } = invitation({ owner_name: "Seán O'Brien & J.R.R. Söhne" })
    expect(subject).toContain("Seán O'Brien & J.R.R. Söhne")
    expect(documentOf(html).body.textContent).toContain("Seán O'Brien & J.R.R. Söhne")
  })

  it('a mail uses a fallback when a name is empty after cleaning', () => {
    expect(invitation({ owner_name: '\u202e \n' }).subject).toMatch(/^A loved one has asked/)
  })
})

describe('mail: a payload that does not fit its kind', () => {
  it.each(cases)('$kind for the $recipient says the same, or is refused, without any one field', (one) => {
    const { kind, recipient } = one
    const whole = { ...everything, recipient }
    const mail = outcome(kind, whole)
    for (const key of Object.keys(whole)) {
      const { [key]: _, ...rest }: Record<string, unknown> = whole
      expect([mail, `UnfitPayload: ${key}`], key).toContainEqual(outcome(kind, rest))
    }
  })

  it.each(kinds)('%s is written to no one else', (kind) => {
    const others = everyone.filter(
      (someone) => !recipientsOf(kind).some((recipient) => recipient === someone),
    )
    for (const recipient of [...others, 'mayor', null])
      expect(outcome(kind, { ...everything, recipient })).toBe('UnfitPayload: recipient')
  })

  it('is refused by the names of its fields, without what is in them', () => {
    const wrong = {
      ...everything,
      recipient: 'designee',
      owner_id: 'Olive',
      release_at: 'soon',
      owner_name: 7,
    }
    expect(outcome('certificate_approved', wrong)).toBe('UnfitPayload: release_at, owner_id, owner_name')
    expect(outcome('standing_still', { recipient: 'operator', lines: ['fine', 7] })).toBe(
      'UnfitPayload: lines.1',
    )
    for (const payload of [null, 'Olive'])
      expect(outcome('hold_lifted', payload)).toBe('UnfitPayload: no object')
    expect(() => notice('certificate_submitted', { actor_role: 'notary' })).toThrow()
  })
})

it('throws for unknown kinds', () => {
  expect(() => renderOutboxMail('something_new', {}, context)).toThrow('something_new')
})

it('renders the same mail from the same payload every time', () => {
  for (const kind of kinds) expect(notice(kind)).toEqual(notice(kind))
})

it('has a wording for every kind of mail that the migrations queue', () => {
  const migrations = import.meta.glob<string>('/supabase/migrations/*.sql', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const queued = kindsQueuedBy(Object.values(migrations).join('\n'))
  expect(queued.sort()).toEqual(kinds.sort())
})

it('finds the kinds that functions queue, through helpers, variables and cases', () => {
  const sql = `
create function private.enqueue_mail(p_kind text, p_to_email text) returns void as $$ insert $$;
create function private.tell_all(p_owner_id uuid, p_mail text) returns void as $$
  -- private.enqueue_mail('not_this', 'a comment')
  select private.enqueue_mail(
    case when p_mail = 'never_sent' then 'told_first' else p_mail end, u.email) $$;
create function public.answer(p_accept boolean) returns void as $$
declare
  v_answer text := case when p_accept then 'accepted' else 'declined' end;
begin
  perform private.enqueue_mail(v_answer, concat('a', ')'));
  perform private.tell_all((select 1, 2), 'told_all');
end $$;`
  expect(kindsQueuedBy(sql).sort()).toEqual(['accepted', 'declined', 'told_all', 'told_first'])
  const unknown =
    "create function private.a() returns void as $$ select private.enqueue_mail(r.kind, 'b') $$;"
  expect(() => kindsQueuedBy(unknown)).toThrow('a queues a mail of which kind? r.kind')
})
