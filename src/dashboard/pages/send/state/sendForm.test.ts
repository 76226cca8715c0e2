import { expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { computeRoleAccount } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { buildAssetChoices } from '../../quoting/assets/assetChoices.ts'
import { resolveSendForm, type SendForm } from './sendForm.ts'
import { getSendReason, type SendSituation } from './sendReason.ts'
import { createSendSearch } from './sendSearch.ts'

const network = devnetWithSolana
const account = computeRoleAccount(network, '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720')
const friend = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** Starts and ends like {@link friend}. */
const imitation = '0x90f700000000000000000000000000000000b906'
const solanaFriend = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'
const usdc = network.aggregates.find(({ symbol }) => symbol === 'USDC')?.members ?? []
const [firth, delta] = usdc.filter(({ assetType }) => assetType.startsWith('eip155:'))
const wrapped = network.aggregates
  .find(({ symbol }) => symbol === 'ETH')
  ?.members.find(({ symbol }) => symbol === 'WETH')
const reef = usdc.find(({ assetType }) => assetType.startsWith('solana:'))

function resolve(
  query: string,
  options: {
    balance?: string
    /** Whole tokens on the first chains. */
    held?: readonly bigint[]
    recipients?: string[]
    most?: bigint
  } = {},
) {
  const { balance = '5000000', held = [], recipients = [friend], most } = options
  const evm = [firth, delta].flatMap((member) => member?.assetType ?? [])
  const individualAssetBalances = evm.slice(0, held.length).map((assetType, index) => ({
    assetType,
    balance: String((held[index] ?? 0n) * 1_000_000n),
    fiatValue: Number(held[index] ?? 0n),
  }))
  const balances = {
    balanceByAggregatedAsset: [
      { aggregatedAssetId: 'agg:usdc', balance, individualAssetBalances, fiatValue: 5 },
      {
        aggregatedAssetId: 'agg:eth',
        balance: '1',
        individualAssetBalances: wrapped ? [{ ...wrapped, balance: '1', fiatValue: 0 }] : [],
        fiatValue: 0,
      },
    ],
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: 5 },
    accounts: {},
  }
  const choices = buildAssetChoices(network, { balances, chains: new Map() })
  const search = createSendSearch(network).read(new URLSearchParams(query))
  return resolveSendForm(search, { network, choices, accounts: [account], recipients, most })
}

function getReason(form: SendForm, changes: Partial<SendSituation> = {}) {
  return getSendReason({
    form,
    isAll: false,
    isConnected: true,
    isConnecting: false,
    isEmpty: false,
    isOffline: false,
    quote: 'there',
    error: undefined,
    needsConfirmation: false,
    isMismatch: false,
    ...changes,
  })
}

test('an amount is asked for by what arrives, on the chosen chain, to the unit', () => {
  const { request } = resolve(`to=${friend}&asset=${delta?.assetType}&amount=2.000001`)
  expect(request).toEqual({
    from: { accounts: [account], asset: { assetId: 'agg:usdc' } },
    to: {
      asset: { assetId: delta?.assetType },
      account: `${delta?.assetType.split('/')[0]}:${friend}`,
      amount: '2000001',
    },
  })
})

test('an address on another kind of chain is refused with the chains that the asset is on', () => {
  const onEvm = resolve(`to=${friend}&asset=agg:sol&amount=1`).recipient
  expect(onEvm).toMatchObject({ kind: 'invalid' })
  expect(JSON.stringify(onEvm)).toMatch(/for EVM chains\. SOL can only be received on \S+\./)
  const onSolana = resolve(`to=${solanaFriend}&asset=agg:eth&amount=1`).recipient
  expect(JSON.stringify(onSolana)).toMatch(/is a Solana address\. ETH can only be received on /)
})

test('sending all asks by what is paid: everything', () => {
  const { request } = resolve(`to=${friend}&asset=${delta?.assetType}&amount=2&all=1`)
  expect(request?.from.amount).toBe('5000000')
  expect(request?.to).not.toHaveProperty('amount')
  // It is not a trade: without a tolerance it is delivered to the unit.
  expect(request?.slippageTolerance).toBeUndefined()
})

test('sending all asks for the most that can be moved, once that is known', () => {
  const { request } = resolve(`to=${friend}&all=1`, { most: 4_999_900n })
  expect(request?.from.amount).toBe('4999900')
})

test('the recipient decides which chains it can arrive on, and a named one counts', () => {
  const solana = resolve(`to=${solanaFriend}&amount=1`)
  expect(solana.arrivals.map(({ chainId }) => chainId)).toEqual([devnetSolana.chainId])
  expect(solana.request?.to.asset.assetId).toBe(reef?.assetType)
  // The chain was chosen for another recipient.
  const moved = resolve(`to=${solanaFriend}&asset=${firth?.assetType}&amount=1`)
  expect(moved.arrival?.chainId).toBe(devnetSolana.chainId)
  const chain = delta?.assetType.split('/')[0]
  expect(resolve(`to=${chain}:${friend}&amount=1`).arrival?.chainId).toBe(chain)
  const number = chain?.split(':')[1]
  expect(resolve(`to=ethereum:${friend}@${number}&amount=1`).arrival?.chainId).toBe(chain)
  expect(resolve(`to=%E2%80%8B${friend}&amount=1`).recipient).toMatchObject({ address: friend })
  expect(resolve(`to=solana:${solanaFriend}&amount=1`).arrival?.chainId).toBe(devnetSolana.chainId)
  expect(resolve(`to=eip155:1:${friend}`).recipient).toEqual({
    kind: 'invalid',
    text: 'USDC isn’t available on that chain.',
  })
})

test('what nobody can receive is refused in words', () => {
  const token = firth?.assetType.split(':').at(-1)
  for (const [to, words] of [
    [`0x${'0'.repeat(40)}`, 'Nobody controls this address'],
    ['0x000000000000000000000000000000000000dEaD', 'Nobody controls this address'],
    [token, 'This is the token’s own contract'],
    [
      network.chains.flatMap((one) => ('contracts' in one ? one.contracts.originEscrow : []))[0],
      'one of Estuary’s own contracts',
    ],
    ['0x90F79bf6EB2c4f870365E785982E1f101E93b907', 'Checksum mismatch'],
    [`eth:${friend}`, 'USDC isn’t available on that chain'],
    [`foo:${friend}`, '“foo” is no chain of this app'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'a Bitcoin address'],
    [`ethereum:${token}/transfer?address=${friend}`, 'is for a token'],
    ['mira.eth', 'Choose the address this name points to'],
    ['mira.sol', 'Choose the address this name points to'],
    ['mira', 'isn’t an address'],
  ] as const) {
    const { recipient, request } = resolve(`to=${to}&amount=1`)
    expect(recipient.kind === 'invalid' ? recipient.text : recipient.kind).toContain(words)
    expect(request).toBeUndefined()
  }
})

test('a look-alike at both ends is never quoted, one end only warns', () => {
  const both = resolve(`to=${imitation}&amount=1`)
  expect(both.recipient).toMatchObject({ poisoning: { level: 'block', known: friend } })
  expect(both.request).toBeUndefined()
  expect(getReason(both).label).toBe('This is a look-alike address')
  const oneEnd = resolve(`to=0x90f7${'1'.repeat(36)}&amount=1`)
  expect(oneEnd.recipient).toMatchObject({ poisoning: { level: 'warn' } })
  expect(oneEnd.request).toBeDefined()
})

test('the button says one thing at a time, the recipient first', () => {
  expect(getReason(resolve(''), { isConnected: false }).label).toBe('Connect a wallet')
  expect(getReason(resolve(''), { isEmpty: true })).toEqual({
    label: 'Add funds first',
    action: 'fund',
    note: 'No funds yet',
  })
  expect(getReason(resolve('amount=900')).label).toBe('Enter a recipient')
  expect(getReason(resolve('to=0x12&amount=900')).label).toBe('Check the recipient')
  expect(getReason(resolve(`to=${friend}&asset=agg:none`)).label).toBe('Check the recipient')
  expect(getReason(resolve(`to=${friend}`)).label).toBe('Enter an amount')
  expect(getReason(resolve(`to=${friend}&amount=1.1234567`))).toMatchObject({
    label: 'Check the amount',
    note: 'USDC has at most 6 decimals.',
  })
  expect(getReason(resolve(`to=${friend}&amount=5.000001`)).label).toBe('Not enough USDC')
  expect(getReason(resolve(`to=${friend}&amount=1`, { balance: '0' })).label).toBe(
    'You have no USDC',
  )
  const form = resolve(`to=${friend}&amount=1`)
  expect(getReason(form, { isOffline: true, quote: 'none' }).label).toBe('Offline')
  expect(getReason(form, { quote: 'asking' }).label).toBe('Calculating cost')
  expect(getReason(form, { quote: 'expired' }).action).toBe('refresh')
  expect(getReason(form, { isMismatch: true }).label).toBe('This can’t be signed')
  expect(getReason(form, { needsConfirmation: true }).action).toBe('accept')
  expect(getReason(form)).toEqual({ label: 'Review transfer', action: 'review' })
})

test('nothing is paid from a chain that is left out, and what it holds does not count', () => {
  const all = resolve(`to=${friend}&amount=2`, { held: [3n, 2n] })
  expect(all.request?.from).not.toHaveProperty('chains')
  const out = firth?.assetType.split('/')[0] ?? ''
  const others = usdc.flatMap(({ assetType }) =>
    assetType.startsWith(`${out}/`) ? [] : [assetType],
  )
  const chains = others.map((assetType) => assetType.split('/')[0])
  const left = resolve(`to=${friend}&amount=2&without=${out}`, { held: [3n, 2n] })
  expect(left.request?.from.chains).toEqual(chains)
  expect(left.priceRequest?.from.chains).toEqual(chains)
  // It can still arrive there.
  expect(left.arrivals.map(({ chainId }) => chainId)).toContain(out)
  const short = resolve(`to=${friend}&amount=2.000001&without=${out}`, { held: [3n, 2n] })
  expect(short).toMatchObject({ shortage: 1n, request: undefined })
  const everything = resolve(`to=${friend}&all=1&without=${out}`, { held: [3n, 2n] })
  expect(everything.request?.from).toMatchObject({ amount: '2000000', chains })
  const none = resolve(
    `to=${friend}&amount=2&without=${network.chains.map((one) => one.chainId).join(',')}`,
  )
  expect(none).toMatchObject({ request: undefined, priceRequest: undefined })
  expect(getReason(none).label).toBe('Choose a chain to pay from')
})

test('it arrives as the native coin before a token, and where most is held, unless a chain is chosen', () => {
  const to = `to=${friend}`
  expect(resolve(to, { held: [2n, 3n] }).arrival?.assetId).toBe(delta?.assetType)
  expect(resolve(to, { held: [3n, 2n] }).arrival?.assetId).toBe(firth?.assetType)
  const chosen = resolve(`${to}&asset=${firth?.assetType}`, { held: [2n, 3n] })
  expect(chosen.arrival?.assetId).toBe(firth?.assetType)
  const arrivals = resolve(`${to}&asset=agg:eth`).arrivals.map(({ assetId }) => assetId)
  // Although only the wrapped coin is held.
  expect(arrivals[0]).toContain('/slip44:')
  const tokens = arrivals.filter((assetId) => assetId.includes('/erc20:'))
  expect(tokens.length).toBeGreaterThan(0)
  expect(arrivals.slice(-tokens.length)).toEqual(tokens)
})

test('an account of the other ecosystem is asked for where only that one holds the asset', () => {
  const form = resolve(`to=${solanaFriend}&asset=agg:sol&amount=1`)
  expect(getReason(form)).toMatchObject({ label: 'Connect a Solana wallet', action: 'connect' })
})
