import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { computeRoleAccount } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { buildSearchText } from '#dashboard/api/state/searchParameters.ts'
import { type FormGap, readCallForm } from './callForm.ts'
import { getCallReason } from './callReason.ts'
import { blankCall, type CallDraft, callSearch, type CallSearch } from './callSearch.ts'
import { parseDraft } from './parseDraft.ts'

const { vault, usdc, weth, destinationSettler } = devnetAddresses
const [chain] = devnet.chains
const account = computeRoleAccount(devnet, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
const receiver = account.accountAddress
const deposit: CallDraft = {
  to: vault,
  abi: 'erc4626',
  fn: 'deposit(uint256,address)',
  args: ['100e6', receiver],
  data: undefined,
  value: '',
}

function buildSearch(part: Partial<CallSearch>): CallSearch {
  return { ...callSearch.read(new URLSearchParams()), ...part }
}

function readForm(part: Partial<CallSearch>) {
  const known = { network: devnet, accounts: [account], balances: undefined, nowSeconds: 1000 }
  const form = readCallForm(buildSearch(part), known)
  if (!form) throw new Error('Expected a chain of the devnet.')
  return form
}

test('a deposit into the known vault asks for its token and an exact allowance by itself', () => {
  const { request, gap } = readForm({ calls: [deposit, { ...deposit, args: ['0.5e6', receiver] }] })
  const assetType = `${chain?.chainId}/erc20:${usdc}`
  expect(gap).toBeUndefined()
  expect(request?.tokensRequired).toEqual([{ assetType, amount: '100500000' }])
  expect(request?.allowanceRequirements).toEqual([
    { assetType, amount: '100500000', spender: vault },
  ])
  expect(request?.calls.map(({ to, value }) => [to, value])).toEqual([
    [vault, '0x0'],
    [vault, '0x0'],
  ])
})

test('what was edited by hand is asked for as it is, with its window', () => {
  const assetType = `${chain?.chainId}/erc20:${weth}`
  const { request } = readForm({
    calls: [{ ...blankCall, to: weth, data: '0xd0e30db0', value: '0.25' }],
    tokens: [{ asset: assetType, amount: '1.5', spender: '' }],
    allowances: [],
    validAfter: '1100',
    validUntil: '1200',
    from: 'agg:usdc',
  })
  expect(request).toMatchObject({
    calls: [{ to: weth, data: '0xd0e30db0', value: '0x3782dace9d90000' }],
    tokensRequired: [{ assetType, amount: '1500000000000000000' }],
    allowanceRequirements: [],
    validAfter: '1100',
    validUntil: '1200',
    fromAssetId: 'agg:usdc',
  })
})

test('calls that need nothing ask for one unit, so that another chain can pay their fee', () => {
  const redeem = {
    ...deposit,
    fn: 'redeem(uint256,address,address)',
    args: ['7', receiver, receiver],
  }
  const [first, second] = devnet.aggregates.find(({ symbol }) => symbol === 'USDC')?.members ?? []
  if (!first || !second) throw new Error('Expected USDC on two chains.')
  /** Reads the form of an account that holds USDC on one chain. */
  function read(assetType: AssetType) {
    const balances = {
      balanceByAggregatedAsset: [
        {
          aggregatedAssetId: 'agg:usdc' as const,
          balance: '9',
          fiatValue: 1,
          individualAssetBalances: [{ assetType, balance: '9', fiatValue: 1 }],
        },
      ],
      balanceBySpecificAsset: [],
      totalBalance: { fiatValue: 1 },
      accounts: {},
    }
    const known = { network: devnet, accounts: [account], balances, funds: balances }
    return readCallForm(buildSearch({ calls: [redeem] }), { ...known, nowSeconds: 1000 })
  }
  const unit = [{ assetType: first.assetType, amount: '1' }]
  expect(read(first.assetType)?.request?.tokensRequired).toEqual(unit)
  expect(read(second.assetType)?.request?.tokensRequired).toEqual(unit)
  expect(readForm({ calls: [redeem] }).request?.tokensRequired, 'nothing known').toEqual([])
})

test('the value of payable calls is one need of the native coin', () => {
  const wrap = { ...blankCall, to: weth, data: '0xd0e30db0', value: '0.1' }
  const { value } = readForm({ calls: [wrap, { ...wrap, value: '0.25' }] })
  expect(value).toMatchObject({ asset: { symbol: 'ETH' }, units: 35n * 10n ** 16n })
  expect(readForm({ calls: [deposit] }).value).toBeUndefined()
})

test.each<[string, Partial<CallSearch>, FormGap]>([
  ['an empty form', {}, { message: 'Enter the contract address.', isMissing: true }],
  [
    'a call without a function',
    { calls: [{ ...blankCall, to: vault }] },
    { message: 'Choose a function.', isMissing: true },
  ],
  [
    'a missing argument of the second call',
    { calls: [deposit, { ...deposit, args: ['e6', receiver] }] },
    { message: 'Call 2, deposit: Enter a number.', isMissing: true },
  ],
  [
    'a wrong argument',
    { calls: [{ ...deposit, args: ['100e6', '0x12'] }] },
    { message: 'Enter a full address: 0x and 40 hex digits.', isMissing: false },
  ],
  [
    'value for a function that takes none',
    { calls: [{ ...deposit, value: '1' }] },
    { message: 'deposit isn’t payable, so it takes no value.', isMissing: false },
  ],
  [
    'raw data of half a byte',
    { calls: [{ ...blankCall, to: vault, data: '0xabc' }] },
    { message: 'Enter call data as hex: 0x and pairs of hex digits.', isMissing: false },
  ],
  [
    'an approval',
    {
      calls: [
        { ...deposit, to: usdc, abi: 'erc20', fn: 'approve(address,uint256)', args: [vault, '5'] },
      ],
    },
    { message: 'Calls can’t approve spending. Add it as an allowance.', isMissing: false },
  ],
  [
    'a token without an amount',
    { calls: [deposit], tokens: [{ asset: '', amount: '', spender: '' }] },
    { message: 'Choose an asset on this chain.', isMissing: true },
  ],
  [
    'an allowance for the native coin',
    {
      calls: [deposit],
      tokens: [],
      allowances: [{ asset: `${chain?.chainId}/slip44:60`, amount: '1', spender: vault }],
    },
    { message: 'ETH doesn’t need an allowance.', isMissing: false },
  ],
  [
    'an end in the past',
    { calls: [deposit], validUntil: '999' },
    { message: '“Not after” is in the past.', isMissing: false },
  ],
  [
    'a start after the end',
    { calls: [deposit], validAfter: '3000', validUntil: '2000' },
    { message: '“Not before” must be earlier than “Not after”.', isMissing: false },
  ],
  [
    'an end beyond a year',
    { calls: [deposit], validUntil: '40000000' },
    { message: 'Both times must lie within a year.', isMissing: false },
  ],
])('%s cannot be prepared, and the reason says why', (_, part, gap) => {
  const form = readForm(part)
  expect(form.gap).toEqual(gap)
  expect(form.request).toBeUndefined()
})

test('an approval knows what it would have allowed, so that it can be listed instead', () => {
  const args = [vault, '5e6']
  const approve = { ...deposit, to: usdc, abi: 'erc20', fn: 'approve(address,uint256)', args }
  expect(parseDraft(approve).approval).toEqual({ token: usdc, spender: vault, amount: 5_000_000n })
  const raw = { ...blankCall, to: usdc, data: parseDraft(approve).data ?? '' }
  expect(parseDraft(raw).approval).toEqual({ token: usdc, spender: vault, amount: 5_000_000n })
  expect(parseDraft(deposit).approval).toBeUndefined()
})

test('an increase of an allowance is refused too, and cannot be listed', () => {
  const read = parseDraft({
    ...deposit,
    to: usdc,
    abi: 'function increaseAllowance(address spender, uint256 amount)',
    fn: 'increaseAllowance(address,uint256)',
    args: [destinationSettler, '1'],
  })
  expect(read.errors.map(({ path }) => path)).toEqual(['approve'])
  expect(read.approval).toBeUndefined()
})

const { fieldValue } = fc.letrec<{ fieldValue: FieldValue }>((tie) => ({
  fieldValue: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('fieldValue'), { maxLength: 3 }),
  ),
}))
const need = fc.record({ asset: fc.string(), amount: fc.string(), spender: fc.string() })
const draft = fc.oneof(
  fc.record({
    to: fc.string(),
    abi: fc.string(),
    fn: fc.string(),
    args: fc.array(fieldValue, { maxLength: 3 }),
    data: fc.constant(undefined),
    value: fc.string(),
  }),
  fc.record({ to: fc.string(), data: fc.string(), value: fc.string() }).map((raw) => {
    return { ...raw, abi: blankCall.abi, fn: '', args: [] }
  }),
)

test('the slippage limit is asked for, and a wrong one stops the form', () => {
  const { request } = readForm({ calls: [deposit], slippage: '0.75' })
  expect(request).toMatchObject({ slippageTolerance: 75 })
  expect(readForm({ calls: [deposit], slippage: '?' }).gap?.message).toContain('slippage')
})

test('every form survives its address', () => {
  const form = fc.record({
    chain: fc.constantFrom('', 'eip155:71117003'),
    calls: fc.array(draft, { minLength: 1, maxLength: 4 }),
    open: fc.constant(0),
    tokens: fc.option(fc.array(need.map((one) => ({ ...one, spender: '' }))), { nil: undefined }),
    allowances: fc.option(fc.array(need), { nil: undefined }),
    validAfter: fc.constantFrom('', '1700000000'),
    validUntil: fc.constantFrom('', '1800000000'),
    from: fc.constantFrom('', 'agg:usdc'),
    slippage: fc.constantFrom('', '0.5', '?'),
  })
  fc.assert(
    fc.property(form, (search) => {
      const text = buildSearchText(callSearch, search)
      expect(callSearch.read(new URLSearchParams(text))).toEqual(search)
    }),
  )
})

test('an address that somebody cut opens an empty form', () => {
  const search = callSearch.read(new URLSearchParams('calls=[{"to":"0x&tokens={'))
  expect(search.calls).toEqual([blankCall])
  expect(search.tokens).toEqual([])
})

test('the button says the most basic reason first', () => {
  const gap = { message: 'Choose a function.', isMissing: true }
  const state = {
    isConnected: true,
    isConnecting: false,
    hasSolana: false,
    isOffline: false,
    gap: undefined,
    reverting: undefined,
  }
  expect(getCallReason(state)).toMatchObject({ label: 'Prepare operation', action: 'prepare' })
  expect(getCallReason({ ...state, isConnected: false, gap })).toMatchObject({
    label: 'Connect a wallet',
    action: 'connect',
  })
  expect(getCallReason({ ...state, isConnected: false, hasSolana: true })).toMatchObject({
    label: 'Connect an EVM wallet',
    action: 'connect',
  })
  expect(getCallReason({ ...state, isConnecting: true, gap })).toMatchObject({
    note: 'Connecting to your wallet.',
  })
  expect(getCallReason({ ...state, isOffline: true, gap })).toMatchObject({ note: gap.message })
  expect(getCallReason({ ...state, isOffline: true })).toMatchObject({ action: undefined })
  expect(getCallReason({ ...state, reverting: 2 })).toMatchObject({
    label: 'Call 2 would revert',
    action: undefined,
    note: 'Change it, or simulate again.',
  })
})
