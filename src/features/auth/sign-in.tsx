import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { onFirstTouch } from '@/browser/first-touch'
import { isKeptAt } from '@/browser/kept-words'
import { late } from '@/browser/late'
import { keepInTab, readFromTab, useTabDraft } from '@/browser/tab-storage'
import { useBillingEnabled } from '@/data/membership/use-billing-enabled'
import { leadsToInvitation, readReturnTarget } from '@/data/session/return-target'
import { hasSessionEnded } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { Notice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { CodeForm } from '@/ui/forms/code-form'
import { trialName } from '@/words/offers'
import { EmailStep } from './email-step'
import { useHumanCheck } from './human-check'

// A person reads and types before these are needed, so they come with the first touch.
const auth = late(() => import('@/data/session/sign-in'))

onFirstTouch(auth.ahead)

/** The two steps of sign-in: the address, and the code that was mailed to it. */
export function SignIn() {
  const [search] = useSearchParams()
  const [draft, setDraft] = useSignInDraft()
  const [moved, setMoved] = useState(false)
  const [ended] = useState(hasSessionEnded)
  const invited = !search.get('plan') && leadsToInvitation()
  const { prove, place } = useHumanCheck()
  const toCode = (email: string) => setDraft({ email, sentAt: Date.now() })
  const send = async (email: string) => {
    const { requestCode } = await auth.get()
    await requestCode(email, await prove())
  }

  return (
    <div className="mx-auto max-w-form py-8 sm:py-14">
      <div className="relative overflow-hidden rounded-card border border-line bg-sheet px-5 py-8 shadow-card sm:px-10 sm:py-10">
        <div
          aria-hidden="true"
          className="rings absolute -top-40 -right-40 size-80 text-heart opacity-15 max-sm:hidden"
        />
        <div className="relative">
          {draft === null || draft.sentAt === null ? (
            <Page
              title={invited ? 'Sign in to read your invitation' : 'Sign In or Sign Up'}
              intro={`${invited ? 'Use the address the email came to, and you’ll see who named you. ' : ''}We’ll send you a 6-digit code to sign in`}
            >
              {ended ? (
                <Notice className="mb-5" title="You’ve been signed out">
                  Your session has ended. Sign in again, and we’ll take you back to the page you were on.
                  {/* Doesn't say which page that was: anyone may be sitting here now. */}
                  {isKeptAt(readReturnTarget()?.path ?? '')
                    ? null
                    : ' If you were typing there, those words are gone: nothing of that page is kept on a device.'}
                </Notice>
              ) : null}
              <EmailStep
                initialEmail={draft?.email ?? ''}
                focus={moved}
                send={send}
                onSent={toCode}
                onHasCode={toCode}
              />
              <p className="mt-5 text-ink-soft">
                {search.get('mode') === 'signup' ? (
                  <>We’ll create your account when you enter the code. {invited ? null : <Trial />}</>
                ) : (
                  'New here? Just enter your email. We’ll create your account when you enter the code.'
                )}
              </p>
            </Page>
          ) : (
            <Page
              title="Enter Code"
              intro={
                <>
                  We sent a 6-digit code to{' '}
                  <strong className="block wrap-anywhere text-ink">{draft.email}</strong>
                </>
              }
            >
              <CodeForm
                onCode={async (code) => (await auth.get()).verifyCode(draft.email, code)}
                sentAt={draft.sentAt}
                resend={() => send(draft.email)}
                onSent={() => toCode(draft.email)}
                backLabel="← Change email"
                onBack={() => {
                  setMoved(true)
                  setDraft({ ...draft, sentAt: null })
                }}
              />
              <p className="mt-5 text-ink-soft">
                You’ll stay signed in on this device until you sign out. If other people use it too, sign out
                when you’re done.
              </p>
            </Page>
          )}
          {place}
          <p className="mt-8 border-t border-line pt-5 text-small text-ink-soft">
            <strong>Terms and privacy.</strong> By continuing, you agree to our{' '}
            <Link to={paths.terms}>terms</Link>: use {PRODUCT_NAME} only for your own plan and the plans of
            people who have named you, and submit a death certificate only for someone who has died. What you
            record is shared only with the people you name, and only after verification, unless you open it to
            them sooner. We’ll email you only about signing in and about these plans. Our{' '}
            <Link to={paths.privacy}>privacy page</Link> says what we keep, and for how long.
          </p>
        </div>
      </div>
      <p className="mt-4">
        <Link to={paths.home} className="tall-link px-1">
          ← Back to home
        </Link>
      </p>
    </div>
  )
}

/** Follows the sentence about when the account is made. The trial of someone who was invited starts with their first entry. */
function Trial() {
  return useBillingEnabled()
    ? `Your ${trialName} starts then. No credit card needed.`
    : 'No credit card needed.'
}

const KEY = 'heartwood.sign-in'

interface SignInDraft {
  email: string
  /** When the last code was requested, in milliseconds; null while the address is being corrected. */
  sentAt: number | null
}

function parseDraft(value: unknown): SignInDraft | null {
  if (typeof value !== 'object' || value === null || !('email' in value) || !('sentAt' in value)) return null
  const { email, sentAt } = value
  return typeof email === 'string' && (sentAt === null || typeof sentAt === 'number')
    ? { email, sentAt }
    : null
}

/** Deletes the draft once sign-in is complete. */
export function clearSignInDraft(): void {
  keepInTab(KEY, null)
}

/** The address of a sign-in and its last code, as useTabDraft keeps them; null before the first code. */
function useSignInDraft() {
  return useTabDraft(KEY, () => readFromTab(KEY, parseDraft))
}
