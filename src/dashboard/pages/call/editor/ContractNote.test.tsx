// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { readCallForm } from '../draft/callForm.ts'
import { blankCall, type CallDraft, callSearch } from '../draft/callSearch.ts'
import { recognizeContract } from '../draft/recognizeContract.ts'
import { ContractNote } from './ContractNote.tsx'
import type { EditorProps } from './editorProps.ts'
import { FunctionPart } from './FunctionPart.tsx'

afterEach(cleanup)

const { usdc, vault } = devnetAddresses
const stranger = '0x00000000000000000000000000000000000ca11e'
const none: ContractFacts = {
  hasCode: true,
  implementation: undefined,
  token: undefined,
  vaultAsset: undefined,
  selectors: [],
}

function buildProps(draft: Partial<CallDraft>): EditorProps {
  const empty = callSearch.read(new URLSearchParams())
  const form = readCallForm(
    { ...empty, calls: [{ ...blankCall, ...draft }] },
    { network: devnet, accounts: [], balances: undefined, nowSeconds: 1 },
  )
  const [read] = form?.drafts ?? []
  if (!form || !read) throw new Error('Expected a chain of the devnet.')
  return {
    read,
    index: 0,
    count: 1,
    place: form,
    coin: 'ETH',
    account: undefined,
    units: [],
    getServiceError: () => undefined,
    onChange: vi.fn<(draft: CallDraft) => void>(),
    onMove: () => undefined,
    onDuplicate: () => undefined,
    onRemove: () => undefined,
    onAllow: undefined,
  }
}

/** What the note says of an address. */
function note(address: `0x${string}`, facts: Partial<ContractFacts> | undefined): string {
  const read = facts && { ...none, ...facts }
  const contract = { address, facts: read, recognized: read && recognizeContract(read) }
  const props = { ...buildProps({ to: address }), ...contract, isUnread: facts === undefined }
  showPage(createElement(ContractNote, props), { service: () => undefined })
  return document.body.textContent
}

test.each<[string, `0x${string}`, Partial<ContractFacts> | undefined, string]>([
  ['a listed token', usdc, {}, 'USD Coin, the token.'],
  ['a listed vault', vault, {}, 'Vault for USDC.'],
  [
    'a token that is not listed, as it calls itself',
    stranger,
    { token: { symbol: 'COVE', decimals: 18 } },
    'Calls itself COVE, and is not on this network’s list.',
  ],
  ['an unknown contract', stranger, {}, 'A contract that is not listed here.'],
  ['a proxy', stranger, { implementation: usdc }, 'A proxy: its functions are those of'],
  ['an address without code', stranger, { hasCode: false }, 'No contract is here on Firth'],
  ['a chain that is silent', usdc, undefined, 'could not be looked up: Firth does not answer.'],
  [
    'code with known functions',
    stranger,
    { selectors: ['0xd09de08a', '0x4e71d92d'] },
    'One function of its code can be named, 1 cannot.',
  ],
])('it says of %s what is known', (_what, address, facts, words) => {
  expect(note(address, facts)).toContain(words)
})

test('amounts of the contract’s own token start in its unit, with its name', () => {
  const facts = { ...none, token: { symbol: 'COVE', decimals: 4 } }
  const chosen = buildProps({ to: stranger, abi: 'erc20' })
  const first = createElement(FunctionPart, { ...chosen, facts })
  showPage(first, { service: () => undefined })
  fireEvent.change(screen.getByRole('combobox', { name: 'Function' }), {
    target: { value: 'transfer(address,uint256)' },
  })
  const draft = vi.mocked(chosen.onChange).mock.lastCall?.[0]
  expect(draft?.args).toEqual(['', 'e4'])
  cleanup()
  const second = createElement(FunctionPart, { ...buildProps(draft ?? {}), facts })
  showPage(second, { service: () => undefined })
  const unit = screen.getByRole('combobox', { name: 'Unit of amount' })
  expect(unit).toHaveProperty('value', '4')
  expect(unit.textContent).toContain('COVE')
})
