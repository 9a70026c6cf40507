import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { supabase } from '@/data/client'
import { takeReturnTarget, useSession } from '@/data/session/session'
import { signOut, signOutEverywhere } from '@/data/session/sign-out'
import { errorCode } from '@/lib/errors'
import { anna, fakeSupabase, offline, refusal, sessionOf, signIn } from '../../fake-supabase'

const isSignedIn = async () => (await supabase.auth.getSession()).data.session !== null

it('signing out everywhere ends the session at the server, then in this browser, and clears the tab’s storage', async () => {
  const calls = fakeSupabase({ 'POST auth/logout': () => new Response(null, { status: 204 }) })
  await signIn()
  sessionStorage.setItem('heartwood.draft', 'not saved')
  await signOutEverywhere()
  expect(calls[0]?.url.searchParams.get('scope')).toBe('global')
  expect(await isSignedIn()).toBe(false)
  expect(sessionStorage).toHaveLength(0)
})

it.each([
  ['the server cannot be reached', offline, 'network'],
  ['the server does not know this session anymore', refusal('session_not_found', 403), 'session_not_found'],
])('signing out everywhere reports failure and stays signed in when %s', async (_, answer, code) => {
  fakeSupabase({ 'POST auth/logout': answer })
  await signIn()
  const error = await signOutEverywhere().catch(errorCode)
  expect(error).toBe(code)
  expect(await isSignedIn()).toBe(true)
})

it('the session state tells a sign-out by choice from a session that ended', async () => {
  fakeSupabase({ 'POST auth/logout': () => new Response(null, { status: 204 }) })
  const { result } = renderHook(() => useSession())
  await signIn()
  await act(() => signOut())
  expect(result.current).toEqual({ status: 'signed-out', byChoice: true })
  await signIn()
  await act(() => supabase.auth.signOut({ scope: 'local' }))
  expect(result.current).toEqual({ status: 'signed-out', byChoice: false })
})

it('a page to return to is kept for the next person to sign in after a sign-out that asks for it', async () => {
  fakeSupabase({ 'POST auth/logout': () => new Response(null, { status: 204 }) })
  const { result } = renderHook(() => useSession())
  await signIn()
  sessionStorage.setItem('unsaved', 'text')
  await act(() => signOut('/invites?token=abc'))
  expect(result.current).toEqual({ status: 'signed-out', byChoice: 'to sign in' })
  expect(sessionStorage.getItem('unsaved')).toBeNull()
  expect(takeReturnTarget('22222222-2222-4222-8222-222222222222')).toBe('/invites?token=abc')
})

describe('without a session', () => {
  it('a page that a person opens without a session knows at once that no one is signed in, and follows a sign-in in another tab', async () => {
    vi.resetModules()
    const fresh = await import('@/data/session/session')
    const { result } = renderHook(() => fresh.useSession())
    expect(result.current).toEqual({ status: 'signed-out', byChoice: false })

    const key = 'sb-supabase-auth-token'
    const newValue = JSON.stringify(sessionOf(anna))
    localStorage.setItem(key, newValue)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
    await vi.waitFor(() => expect(result.current).toEqual({ status: 'signed-in', user: anna }))
  })
})

describe('without a connection', () => {
  const key = 'sb-supabase-auth-token'
  const copy = 'heartwood.copy.steps'
  const reopen = async (connected: boolean) => {
    vi.resetModules()
    localStorage.setItem(key, JSON.stringify(sessionOf(anna)))
    localStorage.setItem(copy, '{}')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(connected)
    const { sessionChanged, useSession } = await import('@/data/session/session')
    const { result } = renderHook(() => useSession())
    return { sessionChanged, result }
  }

  it('a page that is opened again without a connection stays with the person whose session cannot be renewed, and keeps what this device has for them', async () => {
    const { sessionChanged, result } = await reopen(false)
    act(() => sessionChanged('INITIAL_SESSION', null))
    expect(result.current).toEqual({ status: 'signed-in', user: anna })
    expect(localStorage.getItem(copy)).not.toBeNull()
  })

  it('a page that is opened again without a connection asks to sign in when there is a connection and still no session', async () => {
    const { sessionChanged, result } = await reopen(true)
    act(() => sessionChanged('INITIAL_SESSION', null))
    expect(result.current).toMatchObject({ status: 'signed-out' })
  })

  it('a page that is opened again without a connection forgets what this device kept of others at sign-out', async () => {
    const { sessionChanged, result } = await reopen(false)
    act(() => sessionChanged('SIGNED_OUT', null))
    expect(result.current).toMatchObject({ status: 'signed-out' })
    expect(localStorage.getItem(copy)).toBeNull()
  })
})
