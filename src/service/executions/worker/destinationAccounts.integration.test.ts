import { decodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { mine } from '#testing/devnet/settlement.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { QuoteV1 } from '#protocol/quotes/quote.ts'
import { pickEveryNth } from '#testing/campaign.ts'
import {
  signByOwners,
  type SigningForm,
  signOperation,
  type TestOwner,
} from '#testing/harness/kinds.ts'
import { readBalancesAround, getGains, getPromised } from '#testing/harness/ledger.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const funds = [['Firth', 'USDC', 50_000_000n]] as const
const stranger = privateKeyToAccount(`0x${'5a'.repeat(32)}`)

const harness = setUpHarness({ isStarted: true })
const { accept, execute, getNode, newOwner } = harness

const kinds = [
  { kind: 'roleBased', form: 'approve', name: 'A role-based account' },
  { kind: 'basic', form: 'approve', name: 'A basic account that approves' },
  { kind: 'basic', form: 'hash', name: 'A basic account that signs the hash' },
  { kind: 'eip7702', form: 'approve', name: 'An EIP-7702 account that approves' },
  { kind: 'eip7702', form: 'hash', name: 'An EIP-7702 account that signs the hash' },
] as const

test.each(kinds)(
  '$name that signs its destination operation stands there before it is delivered to',
  async ({ kind, form }) => {
    const owner = await newOwner(kind, funds)
    const address = owner.account.accountAddress
    const quote = await signed(await getQuote(owner), { owner, form })
    const before = await ledger(quote, owner)
    const { client } = getNode('Delta')
    expect(await client.getCode({ address })).toBeUndefined()

    const record = await execute(quote)

    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.failReason).toBeUndefined()
    expect((await client.getCode({ address }))?.length).toBeGreaterThan(2)
    expect(getGains(before, await ledger(quote, owner))).toEqual(inFull(quote, owner))
    const [arrival, fill] = [await landed(quote, 'arrive'), await landed(quote, 'fill')]
    if (!arrival || !fill) throw new Error('Something is missing at the destination.')
    expect(arrival.blockNumber).toBeLessThan(fill.blockNumber)
    // What delivers comes first.
    expect(record.destinationChainOperations.map(({ hash }) => hash)).toEqual([
      fill.hash,
      arrival.hash,
    ])
    expect(record.originChainOperations).toHaveLength(1)
    expect(arrival.type).toBe(kind === 'eip7702' ? 'eip7702' : 'eip1559')
    expect(bundled(arrival.input)).toEqual({
      nonce: BigInt(getArrival(quote).userOp.nonce),
      signatureBytes: form === 'hash' ? 65 : 130,
    })
    const receipt = await client.getTransactionReceipt({ hash: arrival.hash })
    expect(receipt.gasUsed).toBeLessThan(paidForArrival)
  },
)

test.each(pickEveryNth(kinds, 4))(
  '$name that leaves it unsigned is delivered to directly',
  async ({ kind, form }) => {
    const owner = await newOwner(kind, funds)
    const quote = await getQuote(owner)
    const half = { ...quote, originChainsOperations: await origins(quote, { owner, form }) }
    const before = await ledger(quote, owner)
    expect(await execute(half)).toMatchObject({ status: 'COMPLETED' })
    expect(getGains(before, await ledger(quote, owner))).toEqual(inFull(quote, owner))
    expect(await landed(quote, 'arrive')).toBeUndefined()
  },
)

/** Gas that quotes charge for an operation that creates its account. */
const paidForArrival = 205_000n

test('the fee holds the gas of coming to a chain, and none where the account stands', async () => {
  const owner = await newOwner('basic', funds)
  const [first, plain] = await Promise.all([getQuote(owner, 'Delta', 'USDC'), getPlainQuote(owner)])
  // Beside a first deposit, its release and the delivery.
  expect(getFee(first)).toBeGreaterThan(getFee(plain) * 1.4)
  expect(getFee(first)).toBeLessThan(0.2)
  expect(await execute(await signed(first, { owner }))).toMatchObject({ status: 'COMPLETED' })

  const [second, plainAgain] = await Promise.all([
    getQuote(owner, 'Delta', 'USDC'),
    getPlainQuote(owner),
  ])
  expect(getFee(second)).toBe(getFee(plainAgain))
  expect(getArrival(second).userOp.factory).toBeUndefined()
  expect(await execute(await signed(second, { owner }))).toMatchObject({ status: 'COMPLETED' })
  expect(await landed(second, 'arrive')).toBeUndefined()
})

describe('A destination operation', () => {
  test.each<Refusal>([
    {
      what: 'signed by a third party',
      kind: 'basic',
      field: 'userOp.signature',
      change: async (good, { owner }) => {
        const owners = [{ ...owner, key: stranger }]
        return signOperation(good, { owners, network: harness.network })
      },
    },
    {
      what: 'with the signature of another operation',
      kind: 'basic',
      field: 'userOp.signature',
      change: async (good, { other }) => ({
        ...good,
        userOp: { ...good.userOp, signature: other.userOp.signature },
      }),
    },
    {
      what: 'without its authorization',
      kind: 'eip7702',
      field: 'delegation.signature',
      change: async ({ delegation, ...good }) => ({
        ...good,
        ...(delegation && { delegation: { ...delegation, signature: undefined } }),
      }),
    },
  ])('$what is refused with its field, before anything is stored', async (refusal) => {
    const owner = await newOwner(refusal.kind, funds)
    const quote = await signed(await getQuote(owner), { owner })
    const [other] = quote.originChainsOperations
    if (!other || !isEvmOperation(other)) throw new Error('The quote has no origin.')
    const destinationChainOperation = await refusal.change(getArrival(quote), { owner, other })
    const body = { ...quote, destinationChainOperation }
    await expect(accept(body)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: `destinationChainOperation.${refusal.field}` }],
    })
    expect(await harness.services.executions.status(quote.id)).toEqual({})
  })

  test('that can no longer land is left out, and the delivery is whole', async () => {
    const owner = await newOwner('basic', funds)
    const quote = await signed(await getQuote(owner), { owner, form: 'hash' })
    // The hash-signed operation would create the account, but another key creates it first.
    const { factory: to, factoryData: data } = getArrival(quote).userOp
    if (!to || !data) throw new Error('It makes nothing.')
    const delta = getNode('Delta')
    await delta.client.setBalance({ address: stranger.address, value: 10n ** 18n })
    await mine(delta, { from: stranger, calls: [{ to, data, value: 0n }] })
    const before = await ledger(quote, owner)
    const record = await execute(quote)
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.failReason).toBeUndefined()
    expect(getGains(before, await ledger(quote, owner))).toEqual(inFull(quote, owner))
    expect(await landed(quote, 'arrive')).toBeUndefined()
  })

  test('on the chain of a single operation has nothing to do, and its signature still counts', async () => {
    const owner = await newOwner('roleBased', funds)
    const quote = await signed(await getQuote(owner, 'Firth', 'WETH'), { owner })
    const forged = { ...getArrival(quote).userOp, signature: `0x${'11'.repeat(65)}` as const }
    const body = {
      ...quote,
      destinationChainOperation: { ...getArrival(quote), userOp: forged },
    }
    await expect(accept(body)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    })
    expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(await landed(quote, 'arrive')).toBeUndefined()
  })
})

type Refusal = {
  what: string
  kind: 'basic' | 'eip7702'
  /** Of the destination operation. */
  field: string
  change: (
    good: EvmChainOperation,
    by: { owner: TestOwner; other: EvmChainOperation },
  ) => Promise<EvmChainOperation>
}

async function getQuote(
  { account }: TestOwner,
  chain = 'Delta',
  symbol = 'USDT',
): Promise<QuoteV1> {
  harness.services.service.balances.forget(account.accountAddress)
  const asset = { assetId: harness.asset('Firth', 'USDC') }
  return harness.services.service.quotes.quoteV1({
    from: { account, asset, amount: '9000001' },
    to: { asset: { assetId: harness.asset(chain, symbol) } },
  })
}

/** The same swap with API v3, which deploys no destination account. */
async function getPlainQuote({ account }: TestOwner) {
  return harness.services.service.quotes.quoteV3({
    from: {
      accounts: [account],
      asset: { assetId: harness.asset('Firth', 'USDC') },
      amount: '9000001',
    },
    to: { asset: { assetId: harness.asset('Delta', 'USDC') } },
  })
}

/** The gas part of a fee, US dollars; the rest is five basis points of nine dollars. */
function getFee({ fees }: Pick<QuoteV1, 'fees'>): number {
  return Number(fees?.cumulativeUSD) - 0.0045
}

type Signing = { owner: TestOwner; form?: SigningForm }

async function origins(quote: QuoteV1, { owner, ...form }: Signing) {
  const { originChainsOperations } = await signByOwners(
    { ...quote, accounts: [quote.account] },
    { owners: [owner], network: harness.network, ...form },
  )
  return originChainsOperations
}

/** Signs all operations of a v1 quote. */
async function signed(quote: QuoteV1, { owner, ...form }: Signing): Promise<QuoteV1> {
  const options = { owners: [owner], network: harness.network, ...form }
  return {
    ...quote,
    originChainsOperations: await origins(quote, { owner, ...form }),
    destinationChainOperation: await signOperation(getArrival(quote), options),
  }
}

function getArrival({ destinationChainOperation }: QuoteV1): EvmChainOperation {
  if (!destinationChainOperation) throw new Error('The quote brings nobody anywhere.')
  return destinationChainOperation
}

async function ledger(quote: QuoteV1, { account }: TestOwner) {
  const { network } = harness
  return readBalancesAround(
    { services: harness.services, network, account },
    { ...quote, accounts: [account] },
  )
}

function inFull(quote: QuoteV1, { account }: TestOwner) {
  return getPromised({ ...quote, accounts: [account] }, account)
}

/** The mined transaction of an action at the destination. */
async function landed({ id }: QuoteV1, action: 'arrive' | 'fill') {
  const [row] = await harness.database.storage.query<{ hash: `0x${string}` }>(
    `select hash from steps where quote_id = $1 and action = $2 and state = 'mined'`,
    [id, action],
  )
  return row && getNode('Delta').client.getTransaction({ hash: row.hash })
}

function bundled(data: `0x${string}`) {
  const { functionName, args } = decodeFunctionData({ abi: entryPointAbi, data })
  const [op] = functionName === 'handleOps' ? args[0] : []
  return { nonce: op?.nonce, signatureBytes: ((op?.signature.length ?? 2) - 2) / 2 }
}
