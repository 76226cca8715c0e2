import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { planMirror, buildDeploymentRecord } from '#devnet/plan/mirrorPlan.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { generateSolanaKeys } from '#devnet/solana/plan/localSolanaKeys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { toDeployment } from '#networks/toDeployment.ts'
import { buildMirrorNetwork } from '#networks/mirror/mirror.ts'
import { getFingerprint } from '#protocol/service/fingerprint.ts'
import { pin, readPin, unpin } from '../../api/state/pins.ts'
import { setSolanaAccount, showPage, type TestPage } from '#testing/dashboard/page.ts'
import { setPinAnswer } from '../../pages/pinDialog.ts'
import { InstallationNotices } from './InstallationNotices.tsx'

const zero = `0x${'00'.repeat(32)}` as const
const keys = { keys: devnetKeys, quoteKey: zero, apiKey: 'a', salt: zero }
const network = buildMirrorNetwork(
  buildDeploymentRecord(planMirror({ ...keys, solanaKeys: generateSolanaKeys() }, [1, 'solana'])),
)
const deployment = toDeployment(network)
if (!deployment) throw new Error('A mirror publishes what stands where.')
const said = { network: 'mirror', quoteSigner: `0x${'5e'.repeat(32)}`, deployment } as const
const question = 'Verify this instance'
let page: TestPage

beforeEach(async () => {
  page = showPage(createElement(InstallationNotices), { service: answer, network })
  await screen.findByRole('button', { name: 'Compare fingerprint' })
})
afterEach(async () => {
  await page.disconnectEvm()
  setSolanaAccount(undefined)
  cleanup()
  act(() => {
    unpin('mirror')
    setPinAnswer('unasked')
  })
  localStorage.clear()
})

function answer({ pathname }: URL): Response | undefined {
  const more = { aggregatedPrefix: 'agg', accountTypes: network.names.accountTypes, chains: [] }
  return pathname.endsWith('/discovery') ? Response.json({ ...said, ...more }) : undefined
}

function dialog() {
  return screen.queryByRole('dialog', { name: question, hidden: true })
}

test('nobody is asked to pin an installation before a wallet is connected', () => {
  expect(dialog()).toBeNull()
})

test('a Solana wallet alone is asked to compare the fingerprint, and pins what was shown', async () => {
  setSolanaAccount(devnetSolana.roles.payee)
  const asked = await screen.findByRole('dialog', { name: question, hidden: true })
  const digits = within(asked).getByRole('list', { name: 'Fingerprint', hidden: true })
  expect(getFingerprint(said).replaceAll(' ', '')).toBe(digits.textContent)
  expect(asked.textContent).toContain('its contracts on 2 chains')
  fireEvent.click(within(asked).getByRole('button', { name: /pin it/, hidden: true }))
  await waitFor(() => expect(dialog()).toBeNull())
  expect(readPin('mirror')?.installed).toEqual(said)
  expect(screen.queryByRole('button', { name: 'Compare fingerprint' })).toBeNull()
})

test('a Solana wallet that says not now is not asked again, nor is an EVM wallet beside it', async () => {
  setSolanaAccount(devnetSolana.roles.payee)
  const asked = await screen.findByRole('dialog', { name: question, hidden: true })
  fireEvent.click(within(asked).getByRole('button', { name: 'Not now', hidden: true }))
  await waitFor(() => expect(dialog()).toBeNull())
  await page.connectEvm()
  expect(dialog()).toBeNull()
  expect(readPin('mirror')).toBeUndefined()
  fireEvent.click(screen.getByRole('button', { name: 'Compare fingerprint' }))
  expect(await screen.findByRole('dialog', { name: question, hidden: true })).toBeDefined()
})

/** Opens what the banner says of a pin that differs. */
async function openChanges(): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name: 'See what changed' }))
  return screen.findByRole('dialog', { name: 'Not the instance you pinned', hidden: true })
}

test('who pinned another is told what changed, and keeps the pin unless the new one is pinned', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const before = { ...said, quoteSigner: `0x${'01'.repeat(32)}` } as const
  act(() => pin(before))
  setSolanaAccount(devnetSolana.roles.payee)
  expect(screen.getByRole('alert').textContent).toContain('This is not the instance you pinned.')
  expect(dialog()).toBeNull()
  const told = await openChanges()
  expect(within(told).getByText('The key that signs quotes')).toBeDefined()
  expect(told.textContent).toContain(`You pinned ${getFingerprint(before)}`)
  fireEvent.click(within(told).getByRole('button', { name: 'Keep the old pin', hidden: true }))
  expect(readPin('mirror')?.installed).toEqual(before)
  const again = await openChanges()
  fireEvent.click(within(again).getByRole('button', { name: 'Pin the new one', hidden: true }))
  expect(readPin('mirror')?.installed).toEqual(said)
  expect(reload).toHaveBeenCalledOnce()
})

test.each(['{"v":0}', 'damaged', ''])('a pin stored as %j is one that changed', async (stored) => {
  localStorage.setItem('estuary.pin.mirror', stored)
  setSolanaAccount(devnetSolana.roles.payee)
  expect(screen.queryByRole('button', { name: 'Compare fingerprint' })).toBeNull()
  expect(dialog()).toBeNull()
  const told = await openChanges()
  expect(told.textContent).toContain('Unknown: another version of this app saved the pin')
})
