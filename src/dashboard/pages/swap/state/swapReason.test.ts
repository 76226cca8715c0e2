import { expect, test } from 'vitest'

import type { Account } from '#protocol/accounts/account.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { withNames } from '#networks/withNames.ts'
import {
  toSolanaAccount,
  computeRoleAccount,
} from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { buildAssetChoices, findChoice } from '../../quoting/assets/assetChoices.ts'
import { describeAddressForms } from '../../quoting/recipient/readRecipient.ts'
import { resolveForm } from './swapForm.ts'
import { getSwapReason, type SwapSituation } from './swapReason.ts'
import { createSwapSearch } from './swapSearch.ts'

const swapSearch = createSwapSearch(devnet)
const account = computeRoleAccount(devnet, '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720')
const solana = toSolanaAccount(devnetWithSolana, '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK')
const friend = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const balances = {
  balanceByAggregatedAsset: [
    {
      aggregatedAssetId: 'agg:usdc',
      balance: '5000000',
      individualAssetBalances: [],
      fiatValue: 5,
    },
  ],
  balanceBySpecificAsset: [],
  totalBalance: { fiatValue: 5 },
  accounts: {},
}

/** A situation in which only the form matters. */
const defaults = {
  isConnected: true,
  isConnecting: false,
  isEmpty: false,
  isOffline: false,
  quote: 'there',
  error: undefined,
  needsConfirmation: false,
  isMismatch: false,
} satisfies Omit<SwapSituation, 'form'>

function resolve(query: string) {
  const choices = buildAssetChoices(devnet, { balances, chains: new Map() })
  const search = swapSearch.read(new URLSearchParams(query))
  return resolveForm(search, {
    network: devnet,
    choices,
    accounts: [account],
    defaultSlippageBps: 0,
  })
}

function getReason(query: string, changes: Partial<SwapSituation> = {}): string {
  const { label } = getSwapReason({
    form: resolve(query),
    ...defaults,
    ...changes,
  })
  return label
}

/** Resolves the form for these accounts, on a network with a Solana chain. */
function resolveWith(accounts: readonly Account[], query: string) {
  const choices = buildAssetChoices(devnetWithSolana, { balances, chains: new Map() })
  const search = createSwapSearch(devnetWithSolana).read(new URLSearchParams(query))
  return resolveForm(search, {
    network: devnetWithSolana,
    choices,
    accounts,
    defaultSlippageBps: 0,
  })
}

function getReasonWith(accounts: readonly Account[], query: string): string {
  const form = resolveWith(accounts, query)
  expect(form.request === undefined).toBe(form.missing !== undefined)
  return `${getReason('', { form })}, to ${form.missing?.to}`
}

test('the button says one thing at a time, in the order in which it can be solved', () => {
  expect(getReason('', { isConnected: false })).toBe('Connect a wallet')
  expect(getReason('from=agg:none')).toBe('Choose what to pay with')
  expect(getReason('', { isEmpty: true })).toBe('Add funds first')
  expect(getReason('to=agg:none')).toBe('Choose what to receive')
  expect(getReason('')).toBe('Enter an amount')
  expect(getReason('amount=0.0')).toBe('Enter an amount')
  expect(getReason('amount=1.1234567')).toBe('Check the amount')
  expect(getReason('amount=1&recipient=0x12')).toBe('Check the recipient')
  expect(getReason('amount=1&to=agg:usdc')).toBe('Send USDC to someone')
  expect(getReason('amount=5.000001')).toBe('Not enough USDC')
  expect(getReason('amount=5', { isOffline: true })).toBe('Offline')
  expect(getReason('amount=5', { quote: 'asking' })).toBe('Finding a route')
  expect(getReason('amount=5', { isMismatch: true })).toBe('This quote can’t be signed')
  expect(getReason('amount=5', { quote: 'expired' })).toBe('Get a new quote')
  expect(getReason('amount=5', { needsConfirmation: true })).toBe('Confirm the warning')
  expect(getReason('amount=5')).toBe('Review swap')
})

test('the other kind of wallet is asked for where an account of it would have to pay or receive', () => {
  const toSolana = `amount=1&to=${devnetSolana.chainId}/slip44:501`
  expect(getReasonWith([account], 'amount=1&to=agg:sol')).toBe(
    'Connect a Solana wallet, to receive',
  )
  expect(getReasonWith([account], toSolana)).toBe('Connect a Solana wallet, to receive')
  expect(getReasonWith([account], 'amount=1&from=agg:sol')).toBe('Connect a Solana wallet, to pay')
  expect(getReasonWith([solana], 'amount=1&from=agg:eth')).toBe('Connect an EVM wallet, to pay')
  expect(getReasonWith([solana], 'amount=1&to=agg:eth')).toBe('Connect an EVM wallet, to receive')
  for (const [accounts, query] of [
    [[account, solana], toSolana],
    [[solana], 'amount=1&to=agg:usdt'],
    [[solana], `amount=1&to=agg:eth&recipient=${friend}`],
  ] as const)
    expect(getReasonWith(accounts, query)).toBe('Review swap, to undefined')
})

test('a bare address says on which kind of chain the asset arrives', () => {
  function getRecipient(query: string) {
    return resolveWith([account, solana], `amount=1&${query}`).recipient
  }
  const solanaRecipient = '3R5PpuPwVVDN3tr4AJDzBdb3kNTLDQR9u35mBja8Uih5'
  const { chainId } = devnetSolana
  expect(getRecipient(`to=agg:usdc&recipient=${solanaRecipient}`)).toEqual({
    kind: 'other',
    address: solanaRecipient,
    chainId,
  })
  expect(getRecipient(`to=agg:usdc&recipient=${friend}`)).toMatchObject({ address: friend })
  expect(getRecipient(`to=agg:eth&recipient=${solanaRecipient}`)).toMatchObject({ kind: 'invalid' })
  const own = solana.accountAddress
  // By default the own account may receive on any chain; this request names one.
  expect(getRecipient(`to=agg:usdc&recipient=${own}`)).toMatchObject({ kind: 'other', chainId })
  expect(getRecipient(`to=agg:sol&recipient=${own}`)).toEqual({ kind: 'own' })
  expect(getRecipient(`to=agg:eth&recipient=${account.accountAddress}`)).toEqual({ kind: 'own' })
})

test('the same asset to somebody else is a transfer', () => {
  expect(getReason(`amount=1&to=agg:usdc&recipient=${friend}`)).toBe('Review transfer')
  expect(resolve(`amount=1&to=agg:usdc&recipient=${friend}`).request?.to.account).toBe(
    `eip155:71117001:${friend}`,
  )
})

test('a request holds what was typed, exactly', () => {
  expect(resolve('amount=1.5&slippage=30').request).toMatchObject({
    from: { amount: '1500000', asset: { assetId: 'agg:usdc' } },
    to: { asset: { assetId: 'agg:eth' } },
    slippageTolerance: 30,
  })
  expect(resolve('amount=1').request?.slippageTolerance).toBeUndefined()
})

test.each(['20,000', '1,5', '1.5?', '1e18', '-5', '5 USDC'])(
  'nothing is asked for while the amount reads %s',
  (amount) => {
    const form = resolve(`amount=${encodeURIComponent(amount)}`)
    expect(form.request).toBeUndefined()
    expect(form.amount).toBeUndefined()
    expect(form.amountError).toBe('This isn’t a number.')
  },
)

test('a recipient is refused when it cannot receive what was chosen', () => {
  const usdc = devnet.aggregates[0]?.members[0]?.assetType.split(':').at(-1) ?? ''
  expect(resolve(`recipient=${usdc}&to=agg:usdc`).recipient.kind).toBe('invalid')
  expect(resolve(`recipient=${friend.replace('F', 'f')}`).recipient.kind).toBe('invalid')
  expect(resolve(`recipient=eip155:1:${friend}`).recipient.kind).toBe('invalid')
  expect(resolve(`recipient=4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi`).recipient.kind).toBe(
    'invalid',
  )
  expect(resolve(`recipient=${account.accountAddress}`).recipient.kind).toBe('own')
})

test('nobody\u2019s address and what is the service\u2019s own are refused in words, before any quote', () => {
  const [chain] = devnet.chains
  const escrow = chain?.kind === 'evm' ? chain.contracts.originEscrow : ''
  for (const [recipient, words] of [
    [`0x${'0'.repeat(40)}`, /^Nobody controls this address/],
    ['1'.repeat(32), /^Nobody controls this address/],
    [escrow, /^This is one of Estuary’s own contracts/],
    [`${chain?.chainId}:${escrow}`, /^This is one of Estuary’s own contracts/],
    [devnet.pools[0]?.pool ?? '', /^This is one of Estuary’s own contracts/],
    [
      devnet.aggregates[1]?.members[0]?.assetType.split(':').at(-1) ?? '',
      /^This is the token’s own contract/,
    ],
  ] as const) {
    const form = resolveWith([account, solana], `amount=1&to=agg:usdc&recipient=${recipient}`)
    expect(form.request).toBeUndefined()
    expect(getSwapReason({ ...defaults, form })).toMatchObject({
      label: 'Check the recipient',
      note: expect.stringMatching(words),
    })
  }
})

test('an own account is named as own, and what it has on the same chain is not sent to it', () => {
  const [first, second] = devnet.aggregates[0]?.members.map(({ assetType }) => assetType) ?? []
  const own = account.accountAddress
  const chainId = first?.split('/')[0] ?? ''
  function resolveTo(query: string) {
    return resolve(`amount=1&recipient=${chainId}:${own}&${query}`)
  }
  expect(resolveTo(`to=agg:eth`).recipient).toMatchObject({ kind: 'other', isOwn: true })
  const still = resolveTo(`from=${first}&to=agg:usdc`)
  expect(still.request, 'no quote').toBeUndefined()
  expect(getSwapReason({ ...defaults, form: still })).toMatchObject({
    action: 'send',
    note: expect.stringContaining('your own account on the same chain'),
  })
  // The same goes for an unspecified chain, though Solana has the asset too.
  const query = `amount=1&to=agg:usdc&recipient=${own}`
  expect(resolveWith([account, solana], query)).toMatchObject({ isNoop: true, request: undefined })
  // It moves to another account of the same user.
  const other = computeRoleAccount(devnet, friend)
  const toOther = `amount=1&to=agg:usdc&recipient=${other.accountAddress}`
  expect(resolveWith([account, other], toOther)).toMatchObject({
    isNoop: false,
    recipient: { isOwn: true },
  })
  // Coming from another chain it moves, but is not a transfer to somebody else.
  const moves = resolveTo(`from=${second}&to=agg:usdc`)
  expect(moves.isNoop).toBe(false)
  expect(moves.isTransfer).toBe(false)
})

test('a form written into the address is read back the same', () => {
  const search = swapSearch.read(
    new URLSearchParams(`from=agg:eth&to=agg:usdc&amount=0.5&recipient=${friend}&slippage=70`),
  )
  const written = Object.entries(swapSearch.write(search)).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  )
  expect(swapSearch.read(new URLSearchParams(written))).toEqual(search)
})

test('without a choice USDC is swapped for ETH, by the names of the deployment', () => {
  const names = { ...devnet.names, aggregatedPrefix: 'omni' }
  const { from, to } = createSwapSearch(withNames(devnet, names)).read(new URLSearchParams())
  expect([from, to]).toEqual(['omni:usdc', 'omni:eth'])
})

test('an address that imitates one that was paid before receives nothing, also when a link brings it', () => {
  const choices = buildAssetChoices(devnetWithSolana, { balances, chains: new Map() })
  const wallet = devnetSolana.roles.attestor
  const imitations = [
    [
      wallet,
      `${wallet.slice(0, 4)}${'3'.repeat(wallet.length - 8)}${wallet.slice(-4)}`,
      'agg:usdc',
    ],
    [friend, `${friend.slice(0, 6)}${'1'.repeat(32)}${friend.slice(-4)}`.toLowerCase(), 'agg:usdc'],
  ] as const
  for (const [known, imitation, asset] of imitations) {
    const search = createSwapSearch(devnetWithSolana).read(
      new URLSearchParams(`from=${asset}&to=${asset}&amount=1&recipient=${imitation}`),
    )
    const accounts = [account, solana]
    const form = resolveForm(search, {
      network: devnetWithSolana,
      choices,
      accounts,
      defaultSlippageBps: 0,
      recipients: [known],
    })
    expect(form.request).toBeUndefined()
    expect(form.recipient).toMatchObject({ kind: 'invalid' })
    expect(getSwapReason({ ...defaults, form })).toMatchObject({
      label: 'Check the recipient',
      action: undefined,
    })
    const unknown = resolveForm(search, {
      network: devnetWithSolana,
      choices,
      accounts,
      defaultSlippageBps: 0,
    })
    expect(unknown.recipient, 'imitates nobody').toMatchObject({ kind: 'other' })
  }
})

test('the form of a recipient is that of the chains where it may arrive', () => {
  const choices = buildAssetChoices(devnetWithSolana, { balances, chains: new Map() })
  function describeForms(assetId: string): string {
    return describeAddressForms(findChoice(choices, assetId), devnetWithSolana)
  }
  expect(describeForms('agg:sol')).toBe('Solana address or name.sol')
  expect(describeForms('agg:eth')).toBe('0x\u2026 or name.eth')
  expect(describeForms('agg:usdc')).toBe('0x\u2026, Solana address or name.eth')
})

test('who has a Solana account alone is offered what it can receive', () => {
  const { to } = createSwapSearch(devnetWithSolana, { isSolanaOnly: true }).read(
    new URLSearchParams(),
  )
  expect(to).toBe('agg:sol')
})

test('what is on a silent chain alone is not known, and is not called nothing', () => {
  const unread = {
    ...balances,
    balanceByAggregatedAsset: ['agg:sol', 'agg:usdc'].map((aggregatedAssetId) => ({
      aggregatedAssetId,
      balance: '0',
      individualAssetBalances: [],
      fiatValue: 0,
    })),
    unavailableChains: [devnetSolana.chainId],
  }
  const choices = buildAssetChoices(devnetWithSolana, { balances: unread, chains: new Map() })
  expect(findChoice(choices, 'agg:sol')?.asset).toMatchObject({
    units: undefined,
    valueUsd: undefined,
  })
  expect(findChoice(choices, 'agg:usdc')?.asset.units, 'read on three chains').toBe(0n)
  const search = createSwapSearch(devnetWithSolana).read(
    new URLSearchParams('from=agg:sol&to=agg:eth&amount=1'),
  )
  const accounts = [account, solana]
  const form = resolveForm(search, {
    network: devnetWithSolana,
    choices,
    accounts,
    defaultSlippageBps: 0,
  })
  expect(form.request, 'the service may be asked').toBeDefined()
  expect(getSwapReason({ ...defaults, form }).label).toBe('Review swap')
})
