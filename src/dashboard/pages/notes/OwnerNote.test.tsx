import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { answerCodes } from '#testing/dashboard/chainCodes.ts'
import { showPage, type TestPage } from '#testing/dashboard/page.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { OwnerNote } from './OwnerNote.tsx'

const [firth] = devnetWithSolana.chains
const owner = testAddress.toLowerCase()
let page: TestPage

afterEach(async () => {
  await page.disconnectEvm()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function show(codeOf: Parameters<typeof answerCodes>[0]): Promise<void> {
  answerCodes(codeOf)
  // Elsewhere than on a devnet the chains' addresses are known at once.
  const network = { ...devnetWithSolana, isDevnet: false }
  page = showPage(createElement(OwnerNote), { service: () => undefined, network })
  await page.connectEvm()
}

test('a fresh account says which chains do not answer about its owner, and what that means', async () => {
  await show((_, chain) => (chain === firth?.name ? undefined : '0x'))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain(`No response from ${firth?.name}`)
  expect(said.textContent).toContain('can never be moved')
})

test('nothing is said where all chains answer, or where the account was used before', async () => {
  await show(() => '0x')
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  await show((address, chain) =>
    chain === firth?.name ? undefined : address === owner ? '0x' : '0x6080604052',
  )
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})
