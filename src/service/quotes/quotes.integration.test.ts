import { createWalletClient, http } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { defaultAccountTypes, type EvmAccount } from '#protocol/accounts/account.ts'
import { rescale } from '#protocol/ids/amount.ts'
import { type AssetType, type ChainId, splitAssetType } from '#protocol/ids/caip.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import { Quote, QuoteV1 } from '#protocol/quotes/quote.ts'
import { verifyQuoteSignature, getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import { testQuoteKey } from '#testing/quotes/quotes.ts'
import { landOperation } from '#testing/harness/landOperation.ts'
import { setUpQuotesHarness } from '#testing/harness/quotesHarness.ts'
import { tryOut } from '#testing/harness/tryOut.ts'

const harness = setUpQuotesHarness({
  funds: [
    ['Firth', 'USDC', 700_000_000n],
    ['Delta', 'USDC', 700_000_000n],
    ['Delta', 'USDT', 400n * 10n ** 18n],
    ['Lagoon', 'USDT', 400_000_000n],
    ['Lagoon', 'ETH', 10n ** 18n],
    ['Lagoon', 'WETH', 10n ** 18n],
  ],
})
const { asset, getNode, owner, requestQuote } = harness
const stranger = '0x00000000000000000000000000000000000a11ce'

describe('a swap that has to draw from two chains', () => {
  test('lands on both of them, first with and then without making the account', async () => {
    for (const [round, amount] of ['800000000', '100000000'].entries()) {
      const quote = await requestQuote({ from: 'agg:usdc', amount, to: asset('Lagoon', 'ETH') })

      expect(Quote.parse(quote)).toEqual(quote)
      expect(addsUp(quote)).toBe(true)
      expect(quote.originChainsOperations).toHaveLength(round === 0 ? 2 : 1)
      for (const operation of evmOperations(quote)) {
        const [guard, approval, deposit] = decodeOperation(operation.userOp.callData) ?? []
        expect(guard).toMatchObject({ kind: 'guard', validAfter: 0n })
        expect(approval).toMatchObject({ kind: 'approval' })
        if (deposit?.kind !== 'deposit') throw new Error('The last call is no deposit.')
        expect(deposit.order.fillId).toBe(quote.id)
        expect(deposit.order.amount).toBe(BigInt(operation.amount))
        const { gasUsed } = await land(operation)
        expect(gasUsed).toBeLessThan(300_000n)
      }
      harness.service.balances.forget(harness.account.accountAddress)
    }
  })

  test('delivers what the feeds say, after fees', async () => {
    const quote = await requestQuote({
      from: 'agg:usdc',
      amount: '10000000',
      to: asset('Lagoon', 'ETH'),
    })
    const delivered = quote.originChainsOperations.reduce(
      (sum, { amount }) => sum + BigInt(amount),
      0n,
    )
    // 3000 dollars a coin, from 6 to 18 decimals, rounded up.
    expect(BigInt(quote.destinationToken.amount)).toBe((delivered * 10n ** 12n + 2999n) / 3000n)
    expect(Number(quote.fees?.cumulativeUSD)).toBeLessThan(0.2)
  })

  test('adds up where one token has 18 decimals and another 6', async () => {
    const quote = await requestQuote({ from: 'agg:usdt', amount: '600000001', to: 'agg:usdc' })

    expect(quote.originToken.assetType).toHaveLength(2)
    expect(addsUp(quote)).toBe(true)
  })
})

test('swaps on one chain through the pool, in one operation that gives at least the minimum', async () => {
  const quote = await requestQuote({
    from: asset('Lagoon', 'USDT'),
    amount: '100000000',
    to: asset('Lagoon', 'USDC'),
  })
  const [operation] = evmOperations(quote)
  const before = await held('Lagoon', 'USDC')
  await land(operation)

  expect(getKinds(operation)).toEqual(['guard', 'approval', 'swap', 'transfer'])
  expect((await held('Lagoon', 'USDC')) - before).toBe(BigInt(quote.destinationToken.amount))
})

test('swaps the native coin through the pool without an approval', async () => {
  const [from, to] = [asset('Lagoon', 'ETH'), asset('Lagoon', 'USDC')]
  const quote = await requestQuote({ from, amount: '100000000000000000', to })
  const [operation] = evmOperations(quote)
  const [before, coinsBefore] = [await held('Lagoon', 'USDC'), await held('Lagoon', 'ETH')]
  await land(operation)

  expect(getKinds(operation)).toEqual(['guard', 'swap', 'transfer'])
  expect((await held('Lagoon', 'USDC')) - before).toBe(BigInt(quote.destinationToken.amount))
  expect(coinsBefore - (await held('Lagoon', 'ETH'))).toBe(10n ** 17n)
})

test('unwraps one to one', async () => {
  const [from, to] = [asset('Lagoon', 'WETH'), asset('Lagoon', 'ETH')]
  const quote = await requestQuote({ from, amount: '500000000000000000', to })
  const [operation] = evmOperations(quote)
  const before = await held('Lagoon', 'ETH')
  await land(operation)

  expect(getKinds(operation)).toEqual(['guard', 'unwrap', 'transfer'])
  expect(quote.destinationToken.amount).toBe(operation?.amount)
  expect((await held('Lagoon', 'ETH')) - before).toBe(BigInt(quote.destinationToken.amount))
})

test('transfers on one chain to another recipient, who gets the quoted amount', async () => {
  const assetType = asset('Delta', 'USDT')
  const quote = await requestQuote({
    from: assetType,
    amount: '5000000000000000000',
    to: assetType,
    recipient: `${getChain(assetType)}:${stranger}`,
  })
  const [operation] = evmOperations(quote)
  await land(operation)

  expect(getKinds(operation)).toEqual(['guard', 'transfer', 'transfer'])
  expect(quote.destinationToken.minimumAmount).toBe(quote.destinationToken.amount)
  expect(addsUp(quote)).toBe(true)
  const received = await harness.service.balances.holdings(stranger, getChain(assetType))
  expect(received?.balanceOf(assetType)).toBe(BigInt(quote.destinationToken.amount))
})

test('seals every quote, and gives two identical requests different ids and nonces', async () => {
  const request = { from: 'agg:usdc', amount: '10000000', to: 'agg:eth' } as const
  const [first, second] = await Promise.all([requestQuote(request), requestQuote(request)])
  const domain = { kind: 'quote', network: 'devnet' } as const
  const { tamperProofSignature: signature } = first

  expect(
    verifyQuoteSignature(first, {
      ...domain,
      signature,
      quoteSigner: getQuoteSigner(testQuoteKey),
    }),
  ).toBe(true)
  expect(first.id).not.toBe(second.id)
  expect(evmOperations(first)[0]?.userOp.nonce).not.toBe(evmOperations(second)[0]?.userOp.nonce)
})

test('quotes generation 1 by the same rules, for one account', async () => {
  const quote = await harness.service.quotes.quoteV1({
    from: { account: harness.account, asset: { assetId: 'agg:usdc' }, amount: '1000000' },
    to: { asset: { assetId: 'agg:eth' } },
  })

  expect(QuoteV1.parse(quote)).toEqual(quote)
  expect(quote.account).toEqual({ ...harness.account, type: 'role-based' })
  expect(quote.originChainsOperations).toHaveLength(1)
  const { destinationChainOperation } = quote
  expect(getKinds(destinationChainOperation)).toEqual(['guard'])
  expect(destinationChainOperation?.assetType).toBe(quote.destinationToken.assetType)
  await land(destinationChainOperation)
})

test('draws from every kind of EVM account in one quote, each signed by its own key', async () => {
  const signers = [
    privateKeyToAccount(`0x${'44'.repeat(32)}`),
    privateKeyToAccount(`0x${'55'.repeat(32)}`),
  ]
  const [basic, eoa] = signers
  if (!basic || !eoa) throw new Error('There are two signers.')
  const { basic: basicType, eip7702: eip7702Type } = defaultAccountTypes
  const keys = { type: basicType, signerAddress: basic.address }
  const { predictedAddress: basicAddress } = harness.service.quotes.predictAddress(keys)
  const accounts = [
    { ...keys, accountAddress: basicAddress },
    {
      type: eip7702Type,
      deploymentType: 'EIP7702',
      signerAddress: eoa.address,
      accountAddress: eoa.address,
    },
  ] as const
  const usdc = asset('Firth', 'USDC')
  for (const { accountAddress } of accounts)
    await harness.devnet.faucet.send(accountAddress, [{ assetType: usdc, amount: 50_000_000n }])
  function requestQuote(amount: string): Promise<Quote> {
    return harness.service.quotes.quoteV3({
      from: { accounts: [...accounts], asset: { assetId: usdc }, amount },
      to: { asset: { assetId: asset('Delta', 'USDT') } },
    })
  }
  await expect(requestQuote('190000000')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  // Before its owner delegated it, the second account needs an authorization beside its signature.
  const delegate = harness.network.chains[0]?.contracts.delegate
  const early = evmOperations(await requestQuote('90000000'))
  expect(early.map(({ delegation }) => delegation)).toEqual([
    undefined,
    { contractAddress: delegate, nonce: 0 },
  ])
  // The review can try out both before there is code at either address.
  for (const [index, operation] of early.entries()) {
    const account = accounts[index] ?? harness.account
    const { trial } = await tryOut(operation, { network: harness.network, account })
    expect(trial.isSuccess).toBe(true)
    const paid = trial.changes.filter(({ change }) => change !== 0n)
    expect(paid).toHaveLength(1)
    expect(-(paid[0]?.change ?? 0n)).toBeGreaterThanOrEqual(BigInt(operation.amount))
  }
  expect(evmOperations(await requestQuote('40000000')).map(({ userOp }) => userOp.sender)).toEqual([
    basicAddress,
  ])
  await delegateTo(eoa, 'Firth')
  harness.service.balances.forget(eoa.address)
  const quote = await requestQuote('90000000')

  expect(addsUp(quote)).toBe(true)
  const operations = evmOperations(quote)
  expect(operations.map(({ userOp }) => userOp.sender)).toEqual([basicAddress, eoa.address])
  expect(operations.map(({ delegation }) => delegation)).toEqual([undefined, undefined])
  for (const [index, operation] of operations.entries())
    await land(operation, { signer: signers[index], account: accounts[index] })
})

function getChain(assetType: AssetType): ChainId {
  return splitAssetType(assetType).chainId
}

function getKinds(operation: EvmChainOperation | undefined) {
  return decodeOperation(operation?.userOp.callData ?? '0x')?.map(({ kind }) => kind)
}

function evmOperations(quote: Quote): EvmChainOperation[] {
  return quote.originChainsOperations.flatMap((one) => ('userOp' in one ? [one] : []))
}

/** Amounts of all operations and all fees, in the widest decimals, against what was asked for. */
function addsUp(quote: Quote): boolean {
  const wide = 18
  const parts = [
    ...quote.originChainsOperations.map(({ assetType, amount }) => [assetType, amount] as const),
    ...Object.entries(quote.fees?.assets ?? {}),
  ]
  const sum = parts.reduce(
    (total, [assetType, amount]) =>
      total + rescale(BigInt(amount), { from: getDecimals(assetType), to: wide }),
    0n,
  )
  const asked = quote.originToken.aggregatedAssetId.endsWith(':single')
    ? getDecimals(quote.originToken.assetType[0] ?? '')
    : 6
  return sum === rescale(BigInt(quote.originToken.amount), { from: asked, to: wide })
}

function getDecimals(assetType: string): number {
  const members = harness.network.aggregates.flatMap(({ members }) => members)
  const decimals = members.find((member) => member.assetType === assetType)?.decimals
  if (decimals === undefined) throw new Error(`${assetType} is not in assets/list.`)
  return decimals
}

async function held(chain: string, symbol: string): Promise<bigint> {
  const assetType = asset(chain, symbol)
  harness.service.balances.forget(harness.account.accountAddress)
  const holdings = await harness.service.balances.holdings(
    harness.account.accountAddress,
    getChain(assetType),
  )
  return holdings?.balanceOf(assetType) ?? 0n
}

type Payer = { signer?: PrivateKeyAccount | undefined; account?: EvmAccount | undefined }

/** Lands an operation, which does exactly what the review's simulation of it says. */
async function land(
  operation: EvmChainOperation | undefined,
  { signer = owner, account = harness.account }: Payer = {},
) {
  if (!operation) throw new Error('There is no operation.')
  const { trial, readUnits } = await tryOut(operation, { network: harness.network, account })
  expect(trial.isSuccess).toBe(true)
  const before = await readUnits()
  const landed = await landOperation(operation, { ...harness, signer })
  const after = await readUnits()
  expect(trial.changes).toEqual(
    trial.changes.map(({ token }, at) => ({
      token,
      change: (after[at] ?? 0n) - (before[at] ?? 0n),
    })),
  )
  return landed
}

/** Lets the executor carry an account's authorization of our delegate to a chain. */
async function delegateTo(signer: PrivateKeyAccount, name: string): Promise<void> {
  const chain = harness.network.chains.find((one) => one.name === name)
  const node = getNode(name)
  if (!chain) throw new Error(`There is no ${name}.`)
  const authorization = await signer.signAuthorization({
    chainId: node.number,
    contractAddress: chain.contracts.delegate,
    nonce: 0,
  })
  const executor = privateKeyToAccount(devnetKeys.executor)
  const wallet = createWalletClient({ account: executor, transport: http(chain.rpcUrl) })
  const hash = await wallet.sendTransaction({
    chain: null,
    to: signer.address,
    authorizationList: [authorization],
  })
  await node.client.waitForTransactionReceipt({ hash })
}
