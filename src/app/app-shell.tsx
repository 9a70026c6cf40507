import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { createQueryClient } from '@/browser/query-client'
import { draftsOf, draftsOnDevice } from '@/browser/unsaved'
import { useOffered } from '@/data/offered-parts'
import type { SessionUser } from '@/data/session/session'
import { signOut } from '@/data/session/sign-out'
import { PremiumGate } from '@/features/billing/premium-gate'
import { Afterwards } from '@/ui/base/afterwards'
import { Button } from '@/ui/base/button'
import { ComfortButton, ComfortPanel } from '@/ui/base/comfort'
import { FailureNotice } from '@/ui/base/failure'
import { Toaster } from '@/ui/base/toaster'
import { useAction } from '@/ui/hooks/use-action'
import { largeScreen, useMedia } from '@/ui/hooks/use-media'
import { inDialog, onDemand } from '@/ui/late'
import { Navigation, useHome } from './navigation'
import { PlanStrip } from './plan-strip'
import { RequireSession } from './require-session'
import { isGated, isOfAnother } from './screens'
import { Wordmark } from './wordmark'

/** The frame of every screen behind sign-in. */
export function Component() {
  return (
    <RequireSession>
      {/* Each person gets a new cache, so that one person's data is never shown to the next. */}
      {(user) => <Frame key={user.id} user={user} />}
    </RequireSession>
  )
}

function Frame({ user }: { user: SessionUser }) {
  const [queryClient] = useState(createQueryClient)
  const { pathname } = useLocation()
  // A phone shows it in the menu, and would take a tenth of a second to draw it here too.
  const isWide = useMedia(largeScreen)
  return (
    <QueryClientProvider client={queryClient}>
      <div className="frame flex min-h-dvh flex-col print:block print:min-h-0">
        <Header user={user} />
        <div className="mx-auto flex w-full max-w-wide flex-1 px-4 sm:px-6 lg:gap-10 print:block print:p-0">
          {isOfAnother(pathname) || !isWide ? null : (
            <aside className="w-60 shrink-0 py-8 max-lg:hidden print:hidden">
              <Navigation label="Main" userId={user.id} />
            </aside>
          )}
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 pt-8 pb-20 print:p-0">
            <PremiumGate gated={isGated(pathname)}>
              <Outlet />
            </PremiumGate>
          </main>
        </div>
      </div>
      <Comfort />
      <Toaster />
    </QueryClientProvider>
  )
}

const SignOutQuestion = onDemand(async () => (await import('./sign-out-question')).SignOutQuestion, inDialog)

const ComfortChoices = onDemand<{ onClose: () => void }>(
  async () => (await import('@/ui/base/comfort-choices')).ComfortChoices,
  inDialog,
)

function Comfort() {
  const [wanted, setWanted] = useState(false)
  return (
    <ComfortPanel onOpen={() => setWanted(true)}>
      {wanted ? <ComfortChoices onClose={() => setWanted(false)} /> : null}
    </ComfortPanel>
  )
}

function Header({ user }: { user: SessionUser }) {
  const { pathname } = useLocation()
  return (
    <header className="border-b border-line bg-sheet print:hidden">
      {/* The key gives each page a new bar, so that a menu that was used is closed again. */}
      <Bar key={pathname} user={user} ofAnother={isOfAnother(pathname)} />
      <Afterwards>
        <PlanStrip />
      </Afterwards>
    </header>
  )
}

function Bar({ user, ofAnother }: { user: SessionUser; ofAnother: boolean }) {
  const home = useHome(user.id)
  // Read before the menu is opened: entries that came later would move those below them under a finger.
  useOffered()
  const [open, setOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const closeOnEscape = (event: KeyboardEvent) => {
      // A dialog that was opened from the menu takes it for itself.
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpen(false)
      menuButton.current?.focus()
    }
    window.addEventListener('keydown', closeOnEscape)
    return () => window.removeEventListener('keydown', closeOnEscape)
  }, [open])
  return (
    <>
      <div className="mx-auto flex max-w-wide flex-wrap items-center justify-between gap-x-2 px-4 py-2 sm:px-6">
        <Wordmark to={home} />
        <div className="flex items-center gap-x-2 max-lg:hidden">
          <ComfortButton />
          <Account user={user} />
        </div>
        {/* Beside the menu where there is room, and in it. */}
        {open ? null : <ComfortButton className="ml-auto -mr-1 max-[389px]:hidden lg:hidden" />}
        <Button
          ref={menuButton}
          icon={open ? 'close' : 'menu'}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
          className="max-sm:px-3 max-sm:[&_svg]:hidden lg:hidden"
        >
          {open ? 'Close menu' : 'Menu'}
        </Button>
      </div>
      <div id="menu" hidden={!open} className="border-t border-line px-4 py-5 sm:px-6 lg:hidden">
        {open ? (
          <>
            <ComfortButton className="mb-1 px-4" />
            {ofAnother ? null : (
              <div className="mb-4 border-b border-line pb-4">
                <Navigation label="Menu" userId={user.id} isFolded />
              </div>
            )}
            <Account user={user} />
          </>
        ) : null}
      </div>
    </>
  )
}

function Account({ user }: { user: SessionUser }) {
  const { busy, problem, follow } = useAction()
  const [isAsking, setAsking] = useState(false)
  const leave = () => follow(signOut())
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 max-lg:-ml-3 lg:-mr-3">
      <p className="min-w-0 text-small text-ink-soft max-lg:w-full max-lg:px-3">
        Signed in as <span className="wrap-anywhere">{user.email}</span>
      </p>
      <Button
        variant="plain"
        busy={busy}
        onClick={() => {
          if (draftsOnDevice(draftsOf(user.id)).length > 0) setAsking(true)
          else leave()
        }}
      >
        Sign out
      </Button>
      {isAsking ? (
        <SignOutQuestion userId={user.id} onSignOut={leave} onClose={() => setAsking(false)} />
      ) : null}
      <FailureNotice title="You’re still signed in" problem={problem} />
    </div>
  )
}
