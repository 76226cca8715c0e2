import { cleanup, fireEvent, screen } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { readCallForm } from '../../draft/callForm.ts'
import { blankCall, type CallDraft, callSearch } from '../../draft/callSearch.ts'
import { recognizeContract } from '../../draft/recognizeContract.ts'
import { ContractNote } from './ContractNote.tsx'
import type { EditorProps } from '../fields/editorProps.ts'
import { FunctionPart } from '../FunctionPart.tsx'

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

type Case = { at: `0x${string}`; facts?: Partial<ContractFacts>; words: string }

test.each<[string, Case]>([
  ['a listed token', { at: usdc, facts: {}, words: 'USD Coin token.' }],
  ['a listed vault', { at: vault, facts: {}, words: 'Vault for USDC.' }],
  [
    'a token that is not listed, as it calls itself',
    {
      at: stranger,
      facts: { token: { symbol: 'COVE', decimals: 18 } },
      words: 'Calls itself COVE, but is unlisted.',
    },
  ],
  ['an unknown contract', { at: stranger, facts: {}, words: 'Unlisted contract.' }],
  [
    'a proxy',
    { at: stranger, facts: { implementation: usdc }, words: 'Proxy: its functions come from' },
  ],
  [
    'an address without code',
    {
      at: stranger,
      facts: { hasCode: false },
      words: 'There’s no contract at this address on Firth',
    },
  ],
  [
    'a chain that is silent',
    { at: usdc, words: 'Couldn’t look up USD Coin token: Firth isn’t responding.' },
  ],
  [
    'code with known functions',
    {
      at: stranger,
      facts: { selectors: ['0xd09de08a', '0x4e71d92d'] },
      words: 'One function in its code is recognized; 1 unknown.',
    },
  ],
])('it says of %s what is known', (_what, { at, facts, words }) => {
  expect(note(at, facts)).toContain(words)
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
  expect(draft?.args).toEqual(['', ''])
  cleanup()
  const second = createElement(FunctionPart, { ...buildProps(draft ?? {}), facts })
  showPage(second, { service: () => undefined })
  const unit = screen.getByRole('combobox', { name: 'Unit of amount' })
  expect(unit).toHaveProperty('value', '4')
  expect(unit.textContent).toContain('COVE')
})

test('a pasted ABI says what was taken of it, from where, and what is left out', () => {
  const items = [
    { name: 'a', inputs: [] },
    { name: 'odd', inputs: [{ type: 'function' }] },
    { constant: true, name: 'b', inputs: [], outputs: [] },
  ]
  const abi = JSON.stringify({ status: '1', result: JSON.stringify(items) })
  showPage(createElement(FunctionPart, { ...buildProps({ abi }), facts: undefined }), {
    service: () => undefined,
  })
  expect(document.body.textContent).toContain(
    '2 functions taken from result. 1 is left out: Entry 2, odd, parameter 1: unknown type function. 1 read-only function',
  )
})
