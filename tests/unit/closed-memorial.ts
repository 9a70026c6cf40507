import { screen } from '@testing-library/react'
import { expect } from 'vitest'

/** Waits until a memorial shows the death certificate alone, without a row of tabs that would be no choice. */
export async function expectOnlyTheCertificate(): Promise<void> {
  expect(await screen.findByRole('heading', { name: 'Death certificate' })).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('tabpanel')).toBeNull()
}
