import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { packUserOperation, readUserOperation } from '#chains/evm/operation/userOperation.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import {
  type DelegationSignature,
  type EvmChainOperation,
  isEvmOperation,
} from '#protocol/orders/operation.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { findEvents } from '#service/storage/executions/inspectExecutions.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { signatureForms } from '#testing/evm/signatureForms.ts'
import { pinBaseFee } from '#testing/harness/fees.ts'
import { signAuthorization, toHash, signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { readBalancesAround, getGains, getPromised } from '#testing/harness/ledger.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const stranger = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
const elsewhere: EvmAddress = `0x${'e1'.repeat(20)}`

const harness = setUpHarness()
const { accept, asset, createServices, getNode, newOwner } = harness

/** Accepts quotes; executes them only if a test starts it. */
let services: TestServices

beforeEach(() => {
  services = createServices()
})

describe('An EIP-7702 account that is not delegated', () => {
  test.each<[string, (good: DelegationSignature, owner: TestOwner) => Promise<unknown>, string]>([
    ['no authorization', async () => undefined, 'is not signed'],
    [
      'the authorization of somebody else',
      async (good) => signAuthorization(good, { key: stranger, chainNumber: good.chainId }),
      `signed by ${stranger.address}`,
    ],
    [
      'an authorization for another contract',
      async (good, { key }) =>
        signAuthorization(
          { ...good, contractAddress: elsewhere },
          { key, chainNumber: good.chainId },
        ),
      'names 0xE1',
    ],
    [
      'an authorization for another chain',
      async (good, { key }) => signAuthorization(good, { key, chainNumber: 71_117_002 }),
      'is for chain 71117002',
    ],
    [
      'an authorization for a nonce to come',
      async (good, { key }) =>
        signAuthorization({ ...good, nonce: 1 }, { key, chainNumber: good.chainId }),
      'nonce 1 and the account is at 0',
    ],
    [
      'an authorization that says less than it signs',
      async (good) => ({ ...good, nonce: 1 }),
      'nonce 1',
    ],
    [
      'a changed authorization',
      async (good) => ({ ...good, s: `0x${'11'.repeat(32)}` }),
      'signed by',
    ],
  ])('is refused with %s, and told which field', async (_, authorizationOf, sentence) => {
    const owner = await newOwner('eip7702')
    const quote = await signedQuote(owner)
    const sent = await withAuthorization(quote, (good) => authorizationOf(good, owner))
    await expect(accept(sent, services)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [
        {
          path: 'originChainsOperations.0.delegation.signature',
          message: expect.stringContaining(sentence),
        },
      ],
    })
    expect(await services.executions.status(quote.id)).toEqual({})
  })

  test('cannot even send an authorization for every chain', async () => {
    const owner = await newOwner('eip7702')
    const quote = await withAuthorization(await signedQuote(owner), (good) =>
      signAuthorization(good, { key: owner.key, chainNumber: 0 }),
    )
    expect(Quote.safeParse(quote).error?.issues[0]).toMatchObject({
      message: expect.stringContaining('chain id 0'),
    })
  })

  test('is refused with an authorization that it made stale by a transaction of its own', async () => {
    const owner = await newOwner('eip7702')
    const quote = await signedQuote(owner)
    await useNonce(owner)
    await expect(accept(quote, services)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ message: expect.stringContaining('has nonce 0 and the account is at 1') }],
    })
  })

  test('gets everything back untouched when the authorization is stale before it is sent', async () => {
    const owner = await newOwner('eip7702')
    const quote = await signedQuote(owner)
    await accept(quote, services)
    await useNonce(owner)
    await expectUntouched(quote, { owner, reason: 'INVALID_SIGNATURE' })
  })

  test('is refused with DELEGATION-001 once it is delegated to another contract', async () => {
    const owner = await newOwner('eip7702')
    const quote = await signedQuote(owner)
    await delegate(owner, elsewhere)
    await expect(accept(quote, services)).rejects.toMatchObject({
      code: 'DELEGATION-001',
      issues: [{ path: 'originChainsOperations.0.delegation.signature' }],
    })
    services.service.balances.forget(owner.account.accountAddress)
    await expect(signedQuote(owner)).rejects.toMatchObject({ code: 'DELEGATION-001' })
  })

  test('gets everything back untouched when it is delegated elsewhere before it is sent', async () => {
    const owner = await newOwner('eip7702')
    const quote = await signedQuote(owner)
    await accept(quote, services)
    await delegate(owner, elsewhere)
    await expectUntouched(quote, { owner, reason: 'INVALID_SENDER' })
  })
})

test.each<[string, (good: DelegationSignature) => Promise<unknown>]>([
  ['the stale authorization', async (good) => good],
  ['no authorization', async () => undefined],
])('an account that is delegated to us by now pays with %s as well', async (_, change) => {
  const owner = await newOwner('eip7702')
  const quote = await signedQuote(owner)
  await delegate(owner, devnetAddresses.delegate)
  const sent = await withAuthorization(quote, change)
  await accept(sent, services)
  await expectCompleted(sent, owner)
})

test('two first operations of one account both land, the second without its authorization', async () => {
  const owner = await newOwner('eip7702')
  const quotes = [await signedQuote(owner), await signedQuote(owner, 'hash')]
  for (const quote of quotes) await accept(quote, services)
  await services.start()
  for (const { id } of quotes)
    expect(await waitUntilTerminal(services, { quoteId: id })).toMatchObject({
      status: 'COMPLETED',
    })
  await services.stop()
  const { client } = getNode(asset('Firth', 'USDC'))
  const { accountAddress: address } = owner.account
  // An authorization that is applied uses up one nonce.
  expect(await client.getTransactionCount({ address })).toBe(1)
})

describe('An operation that its owner signed by its hash', () => {
  test('ends untouched when somebody made the account after it was quoted', async () => {
    const owner = await newOwner('basic')
    const quote = await signedQuote(owner, 'hash')
    await accept(quote, services)
    const [{ userOp }] = getOperations(quote)
    await send({ to: userOp.factory ?? elsewhere, data: userOp.factoryData ?? '0x' })
    await expectUntouched(quote, { owner, reason: 'SIGNATURE_EXPIRED' })
  })

  test('ends untouched when blocks cost more than it may pay', async () => {
    const owner = await newOwner('basic')
    const quote = await signedQuote(owner, 'hash')
    const [{ userOp }] = getOperations(quote)
    await accept(quote, services)
    const node = getNode(asset('Firth', 'USDC'))
    onTestFinished(await pinBaseFee([node], BigInt(userOp.maxFeePerGas) * 40n))
    await expectUntouched(quote, { owner, reason: 'INVALID_GAS_PRICE' })
  })

  test('is not sponsored when a third party brings it, though the paymaster signed for it', async () => {
    const owner = await newOwner('basic')
    const [operation] = getOperations(await signedQuote(owner, 'hash'))
    expect(operation.userOp.paymasterData).toHaveLength(2 + 2 * 77)
    const op = packUserOperation(readUserOperation(operation.userOp))
    const { client } = getNode(operation.assetType)
    const bundle = {
      address: devnetAddresses.entryPoint,
      abi: entryPointAbi,
      functionName: 'handleOps',
      args: [[op], stranger.address],
    } as const
    await expect(client.simulateContract({ ...bundle, account: stranger.address })).rejects.toThrow(
      'AA33',
    )
    await client.simulateContract({ ...bundle, account: faucetKey.address })
  })

  test('of another account of the same owner is refused', async () => {
    const owner = await newOwner('basic')
    const quote = await signedQuote(owner, 'hash')
    const foreign = await signedQuote({ ...owner, key: stranger }, 'hash')
    const [{ userOp }] = getOperations(foreign)
    const sent = withSignature(quote, userOp.signature)
    await expect(accept(sent, services)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: 'originChainsOperations.0.userOp.signature' }],
    })
  })

  test('is not taken from a role-based account, whose keys only approve', async () => {
    const owner = await newOwner('roleBased')
    const quote = await signedQuote(owner)
    const [operation] = getOperations(quote)
    const raw = toHash(operation, harness.network)
    const sent = withSignature(quote, await owner.key.signMessage({ message: { raw } }))
    await expect(accept(sent, services)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: 'originChainsOperations.0.userOp.signature' }],
    })
    expect(operation.userOp.paymasterData).toBe('0x')
  })
})

test.each([
  ['the higher s and v 0 or 1', 'approve'],
  ['the 64 bytes of EIP-2098', 'hash'],
] as const)('a signature with %s pays like any other (%s)', async (form, by) => {
  const owner = await newOwner('basic')
  const quote = await signedQuote(owner, by)
  const [{ userOp }] = getOperations(quote)
  const write = signatureForms[form]
  if (!write) throw new Error(`There is no form ${form}.`)
  const sent = withSignature(quote, write(userOp.signature))
  expect(sent).not.toEqual(quote)
  await accept(sent, services)
  await expectCompleted(sent, owner)
})

test('a signature that is none is refused with the forms that are read', async () => {
  const owner = await newOwner('basic')
  const sent = withSignature(await signedQuote(owner), `0x${'11'.repeat(64)}25`)
  await expect(accept(sent, services)).rejects.toMatchObject({
    code: 'INVALID_SIGNATURE',
    message: expect.stringContaining('EIP-2098'),
  })
})

/** A signed quote for two USDC from Firth to Delta, after funding the account with four. */
async function signedQuote(owner: TestOwner, form: 'approve' | 'hash' = 'approve'): Promise<Quote> {
  const { account } = owner
  const from = asset('Firth', 'USDC')
  await harness.devnet.faucet.send(account.accountAddress, [
    { assetType: from, amount: 4_000_000n },
  ])
  services.service.balances.forget(account.accountAddress)
  const quote = await services.service.quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: from }, amount: '2000000' },
    to: { asset: { assetId: asset('Delta', 'USDC') } },
  })
  return signByOwners(quote, { owners: [owner], network: harness.network, form })
}

function getOperations(quote: Quote): [EvmChainOperation] {
  const [operation] = quote.originChainsOperations
  if (!operation || !isEvmOperation(operation)) throw new Error('There is no operation.')
  return [operation]
}

function withSignature(quote: Quote, signature: `0x${string}`): Quote {
  const [operation] = getOperations(quote)
  const userOp = { ...operation.userOp, signature }
  return { ...quote, originChainsOperations: [{ ...operation, userOp }] }
}

/** The quote with another authorization in place of the good one. */
async function withAuthorization(
  quote: Quote,
  change: (good: DelegationSignature) => Promise<unknown>,
): Promise<Quote> {
  const [operation] = getOperations(quote)
  const good = operation.delegation?.signature
  if (!good) throw new Error('There is no authorization.')
  const changed = await change(good)
  const delegation = {
    contractAddress: devnetAddresses.delegate,
    nonce: good.nonce,
    ...(changed !== undefined && { signature: Object.assign({ ...good }, changed) }),
  }
  return { ...quote, originChainsOperations: [{ ...operation, delegation }] }
}

/** Executes an accepted quote and expects a refund without any transaction or balance change. */
async function expectUntouched(
  quote: Quote,
  { owner, reason }: { owner: TestOwner; reason: string },
): Promise<void> {
  const around = { services, network: harness.network, account: owner.account }
  const before = await readBalancesAround(around, quote)
  await services.start()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  const events = await findEvents(harness.database.storage, quote.id)
  expect(record, JSON.stringify(events)).toMatchObject({ status: 'REFUNDED', failReason: reason })
  expect(getGains(before, await readBalancesAround(around, quote))).toEqual({})
  const rows = await harness.database.storage.query<{ hash: string }>(
    'select hash from transactions where quote_id = $1',
    [quote.id],
  )
  expect(rows).toEqual([])
}

async function expectCompleted(quote: Quote, { account }: TestOwner): Promise<void> {
  const around = { services, network: harness.network, account }
  const before = await readBalancesAround(around, quote)
  await services.start()
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  await services.stop()
  expect(getGains(before, await readBalancesAround(around, quote))).toEqual(
    getPromised(quote, account),
  )
}

/** Sends a transaction of the account itself on Firth. */
async function useNonce(owner: TestOwner): Promise<void> {
  const native = asset('Firth', 'ETH')
  const { address } = owner.key
  await harness.devnet.faucet.send(address, [{ assetType: native, amount: 10n ** 17n }])
  await send({ to: stranger.address, data: '0x' }, owner)
}

/** Submits the account's authorization on Firth from another key. */
async function delegate({ key }: TestOwner, contractAddress: EvmAddress): Promise<void> {
  const { number, client, rpcUrl } = getNode(asset('Firth', 'USDC'))
  const nonce = await client.getTransactionCount({ address: key.address })
  const authorization = await key.signAuthorization({ chainId: number, contractAddress, nonce })
  const wallet = createWalletClient({ account: faucetKey, transport: http(rpcUrl) })
  const hash = await wallet.sendTransaction({
    chain: null,
    to: stranger.address,
    authorizationList: [authorization],
  })
  await client.waitForTransactionReceipt({ hash })
}

const faucetKey = privateKeyToAccount(devnetKeys.executor)

async function send(
  call: { to: EvmAddress; data: `0x${string}` },
  sender: Pick<TestOwner, 'key'> = { key: faucetKey },
): Promise<void> {
  const { client, rpcUrl } = getNode(asset('Firth', 'USDC'))
  const wallet = createWalletClient({ account: sender.key, transport: http(rpcUrl) })
  const hash = await wallet.sendTransaction({ chain: null, ...call })
  await client.waitForTransactionReceipt({ hash })
}
