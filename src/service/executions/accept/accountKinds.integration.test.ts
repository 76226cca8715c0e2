import { decodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'

import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { signByOwners, type SigningForm, type TestOwner } from '#testing/harness/kinds.ts'
import {
  readBalancesAround,
  readBalances,
  getGains,
  getPromised,
  getPromisedEach,
} from '#testing/harness/ledger.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ isStarted: true })
const { accept, asset, execute, getNode, newOwner } = harness

describe.each([
  { kind: 'basic', form: 'approve', name: 'A basic account that approves' },
  { kind: 'basic', form: 'hash', name: 'A basic account that signs the hash' },
  { kind: 'eip7702', form: 'approve', name: 'An EIP-7702 account that approves' },
  { kind: 'eip7702', form: 'hash', name: 'An EIP-7702 account that signs the hash' },
  { kind: 'roleBased', form: 'approve', name: 'A role-based account' },
] as const)('$name', ({ kind, form }) => {
  test('comes to be by its first operation and pays by its next, exactly what was quoted', async () => {
    const owner = await newOwner(kind, [['Firth', 'USDC', 50_000_000n]])
    const usdc = asset('Firth', 'USDC')
    const address = owner.account.accountAddress
    expect(await getNode(usdc).client.getCode({ address })).toBeUndefined()

    const first = await getQuote([owner], {
      from: usdc,
      amount: '7000001',
      to: asset('Delta', 'USDT'),
    })
    const [operation] = getOperations(first)
    expect(operation?.delegation?.nonce).toBe(kind === 'eip7702' ? 0 : undefined)
    expect(operation?.userOp.factory === undefined).toBe(kind === 'eip7702')
    await completes(first, { owner, form })
    const brought = await readTransaction(first)
    expect(brought.type).toBe(kind === 'eip7702' ? 'eip7702' : 'eip1559')
    expect(brought.signatureBytes).toBe(form === 'hash' ? 65 : 130)
    const pointer = `0xef0100${devnetAddresses.delegate.slice(2).toLowerCase()}`
    const code = await getNode(usdc).client.getCode({ address })
    expect(code?.startsWith(kind === 'eip7702' ? pointer : '0x363d3d37')).toBe(true)

    const next = await getQuote([owner], {
      from: usdc,
      amount: '3000001',
      to: asset('Delta', 'USDT'),
    })
    expect(getOperations(next)[0]?.delegation).toBeUndefined()
    expect(getOperations(next)[0]?.userOp.factory).toBeUndefined()
    await completes(next, { owner, form })
    expect((await readTransaction(next)).type).toBe('eip1559')
  })

  test('swaps on one chain by its first operation', async () => {
    const owner = await newOwner(kind, [['Lagoon', 'USDC', 50_000_000n]])
    const usdc = asset('Lagoon', 'USDC')
    const quote = await getQuote([owner], {
      from: usdc,
      amount: '9000000',
      to: asset('Lagoon', 'WETH'),
    })
    const signed = await signByOwners(quote, { owners: [owner], network: harness.network, form })
    const around = { ...harness, account: owner.account }
    const before = await readBalancesAround(around, quote)
    expect(await execute(signed)).toMatchObject({ status: 'COMPLETED' })
    const gained = getGains(before, await readBalancesAround(around, quote))
    expect(gained[`user ${usdc}`]).toBe(-9_000_000n)
    expect(gained[`user ${quote.destinationToken.assetType}`]).toBeGreaterThanOrEqual(
      BigInt(quote.destinationToken.minimumAmount),
    )
  })
})

describe('A quote over accounts of every kind', () => {
  test('draws each balance by an operation of its own, to the smallest unit of 6, 8 and 18 decimals', async () => {
    const role = await newOwner('roleBased', [['Firth', 'USDT', 20_000_001n]])
    const basic = await newOwner('basic', [['Delta', 'USDT', 20n * 10n ** 18n + 7n]])
    const wallet = await newOwner('eip7702', [['Lagoon', 'USDT', 20_000_003n]])
    const poor = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        newOwner((['roleBased', 'basic', 'eip7702'] as const)[index % 3] ?? 'basic'),
      ),
    )
    const owners = [poor[0], role, ...poor.slice(1, 4), basic, ...poor.slice(4), wallet].flatMap(
      (owner) => (owner ? [owner] : []),
    )
    expect(owners).toHaveLength(10)
    const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e5')
    const to = asset('Firth', 'WBTC')
    const recipient = `${splitAssetType(to).chainId}:${friend}`
    const quote = await getQuote(owners, { from: 'agg:usdt', amount: '55000001', to, recipient })

    const operations = getOperations(quote)
    const senders = operations.map(({ userOp }) => userOp.sender.toLowerCase())
    expect(senders.toSorted()).toEqual(
      [role, basic, wallet].map(({ account }) => account.accountAddress.toLowerCase()).toSorted(),
    )
    const assets = [...new Set([...operations.map(({ assetType }) => assetType), to])]
    const around = { holders: getHolders(owners, friend), assets }
    const before = await readBalances(harness.services, around)
    const signed = await signByOwners(quote, { owners, network: harness.network })
    const user = role.account.accountAddress
    expect(await execute(signed)).toMatchObject({ status: 'COMPLETED', user })
    const after = await readBalances(harness.services, around)

    expect(getGains(before, after)).toEqual(
      getPromisedEach(quote, { services: harness.services, network: harness.network }),
    )
    expect(new Set(assets.map(getDecimals))).toEqual(new Set([6, 8, 18]))
    // Only accounts that pay have signed.
    for (const { account } of owners) {
      const isPayer = senders.includes(account.accountAddress.toLowerCase())
      expect(await readHistory(account)).toEqual(isPayer ? [quote.id] : [])
    }
  })

  test('is refused when one of its operations is signed by the owner of another', async () => {
    const funds = [['Firth', 'USDC', 10_000_000n]] as const
    const owners = [await newOwner('basic', funds), await newOwner('eip7702', funds)]
    const to = asset('Delta', 'USDC')
    const quote = await getQuote(owners, { from: 'agg:usdc', amount: '15000000', to })
    const signed = await signByOwners(quote, { owners, network: harness.network })
    const [first, second] = signed.originChainsOperations
    if (!first || !second || !isEvmOperation(first) || !isEvmOperation(second))
      throw new Error('Two operations are needed.')
    const forged = {
      ...second,
      userOp: { ...second.userOp, signature: first.userOp.signature },
    }
    const sent = { ...signed, originChainsOperations: [first, forged] }
    await expect(accept(sent)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: 'originChainsOperations.1.userOp.signature' }],
    })
    expect(await harness.services.executions.status(quote.id)).toEqual({})
  })
})

async function getQuote(
  owners: readonly TestOwner[],
  request: { from: string; amount: string; to: AssetType; recipient?: string },
): Promise<Quote> {
  const { from: assetId, amount, to, recipient } = request
  for (const { account } of owners) harness.services.service.balances.forget(account.accountAddress)
  return harness.services.service.quotes.quoteV3({
    from: { accounts: owners.map(({ account }) => account), asset: { assetId }, amount },
    to: { asset: { assetId: to }, ...(recipient !== undefined && { account: recipient }) },
  })
}

/** Signs and executes, and everybody has exactly what the quote promised. */
async function completes(
  quote: Quote,
  { owner, form }: { owner: TestOwner; form: SigningForm },
): Promise<void> {
  const { network } = harness
  const signed = await signByOwners(quote, { owners: [owner], network, form })
  const around = { ...harness, account: owner.account }
  const before = await readBalancesAround(around, quote)
  expect(await execute(signed)).toMatchObject({ status: 'COMPLETED' })
  const after = await readBalancesAround(around, quote)
  expect(getGains(before, after)).toEqual(getPromised(quote, owner.account))
}

function getOperations(quote: Quote): EvmChainOperation[] {
  return quote.originChainsOperations.filter(isEvmOperation)
}

/** The transaction that brought a quote's first operation, as the node has it. */
async function readTransaction(quote: Quote) {
  const [row] = await harness.database.storage.query<{ hash: `0x${string}` }>(
    `select hash from transactions where quote_id = $1 and action = 'deposit'`,
    [quote.id],
  )
  const [operation] = getOperations(quote)
  if (!row || !operation) throw new Error('Nothing was brought.')
  const { client } = getNode(operation.assetType)
  const { type, input } = await client.getTransaction({ hash: row.hash })
  const { functionName, args } = decodeFunctionData({ abi: entryPointAbi, data: input })
  if (functionName !== 'handleOps') throw new Error('No operation was brought.')
  const [bundled] = args[0]
  if (!bundled) throw new Error('The bundle is empty.')
  expect(bundled.nonce).toBe(BigInt(operation.userOp.nonce))
  return { type, signatureBytes: (bundled.signature.length - 2) / 2 }
}

function getHolders(owners: readonly TestOwner[], friend: EvmAddress): EvmAddress[] {
  const { solver, payee, feeReceiver } = harness.network.roles
  const { originEscrow, destinationSettler } = devnetAddresses
  const services = [solver, payee, feeReceiver, originEscrow, destinationSettler, friend]
  return [...owners.map(({ account }) => account.accountAddress), ...services]
}

function getDecimals(assetType: AssetType): number | undefined {
  const members = harness.network.aggregates.flatMap(({ members }) => members)
  return members.find((member) => member.assetType === assetType)?.decimals
}

async function readHistory(account: TestOwner['account']): Promise<string[]> {
  const user = account.accountAddress
  const { transactions } = await harness.services.executions.history({
    user,
    limit: 5,
    sortBy: 'createdAt',
  })
  return transactions.map(({ quoteId }) => quoteId)
}
