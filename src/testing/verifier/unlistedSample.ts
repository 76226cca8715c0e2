import { draftOperation, finishOperation } from '#chains/evm/build/buildOperation.ts'
import { convertAtTick, getSqrtPriceAtTick } from '#chains/evm/assets/tickPrice.ts'
import type { OperationIntent } from '#chains/ports/chain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { type Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import type { UnlistedPool, UnlistedReading } from '#protocol/quotes/unlistedToken.ts'
import type { VerifierInput } from '#dashboard/review/cases/parsedQuote.ts'
import { sampleAccount, samplePrices, sampleRoots } from './sampleCase.ts'
import { devnetQuoteKey, withSignature } from './sampleQuote.ts'

const [firth] = devnet.chains
if (!firth) throw new Error('The devnet has no chain.')
/** The chain of the samples. */
export const unlistedChain: EvmNetworkChain = firth
const { usdc } = devnetAddresses
const madeAt = 1_800_000_000

/** A token that no list names, with 8 decimals, at a quarter of a dollar. */
export const unlistedToken: EvmAddress = '0x00000000000000000000000000000000000000d1'
const number = unlistedChain.chainId.slice('eip155:'.length)
const [paired, odd]: AssetType[] = [usdc, unlistedToken].map(
  (token): AssetType => `eip155:${number}/erc20:${token}`,
)

/** Its pool, as the chain has it. */
export const unlistedPool: UnlistedPool = {
  address: '0x00000000000000000000000000000000000f0001',
  fee: 3000,
  pairedWith: usdc,
  held: 1_000_000_000_000n,
  liquidity: 1_000_000_000_000_000n,
  sqrtPrice: getSqrtPriceAtTick(-59_918),
  tick: -59_918,
  observations: 60,
  isToken0: true,
}

/** What the verifier reads of token and pool. */
export const unlistedReading: UnlistedReading = {
  token: unlistedToken,
  hasCode: true,
  decimals: 8,
  symbol: 'ODD',
  name: 'Odd token',
  pools: [unlistedPool],
}

/** Changes of the service, made before it builds and signs. */
export type UnlistedTampering = {
  intent?: (intent: OperationIntent) => OperationIntent
  quote?: (quote: Quote) => Quote
}

type Side = 'bought' | 'sold'

/** The verifier's input for a quote that buys or sells the token for about 100 dollars. */
export function unlistedEvidence(side: Side, received: unknown): VerifierInput {
  return {
    received,
    request: getRequest(side),
    roots: sampleRoots,
    nowSeconds: madeAt + 5,
    prices: samplePrices,
    unlisted: unlistedReading,
  }
}

/** A quote as the service makes it. */
export function unlistedQuote(side: Side, tampering: UnlistedTampering = {}): Quote {
  const terms = getTerms(side)
  const { intent = (same) => same, quote = (same) => same } = tampering
  return withSignature(
    quote(describe(side, terms, intent(buildIntent(side, terms)))),
    devnetQuoteKey,
  )
}

function getRequest(side: Side): QuoteRequest {
  const [from, to] = side === 'bought' ? [paired, odd] : [odd, paired]
  return QuoteRequest.parse({
    from: {
      accounts: [sampleAccount],
      asset: { assetId: from },
      amount: side === 'bought' ? '100000000' : '40000000000',
    },
    to: { asset: { assetId: to } },
    acceptsUnlisted: true,
  })
}

type Terms = { amount: bigint; fee: bigint; feeOut: bigint; delivered: bigint; minimum: bigint }

function getTerms(side: Side): Terms {
  const isBought = side === 'bought'
  const [amount, fee, feeOut] = isBought
    ? [99_900_000n, 100_000n, 0n]
    : [40_000_000_000n, 0n, 100_000n]
  const out = convertAtTick(amount, { tick: -59_918, isToken0: !isBought })
  const delivered = (out * 995n) / 1000n - feeOut
  return { amount, fee, feeOut, delivered, minimum: delivered - delivered / 100n }
}

const id: Hash = `0x${'d7'.repeat(32)}`

function buildIntent(side: Side, { amount, fee, feeOut, minimum }: Terms): OperationIntent {
  const [from, to] = side === 'bought' ? [paired, odd] : [odd, paired]
  if (!from || !to) throw new Error('A trade has two sides.')
  return {
    quoteId: id,
    index: 0,
    account: sampleAccount,
    isFirst: true,
    assetType: from,
    amount,
    fee,
    validUntil: BigInt(madeAt + devnet.deadlines.depositSeconds),
    action: {
      kind: 'swap',
      to,
      poolFee: 3000,
      minimumOut: minimum,
      recipient: sampleAccount.accountAddress,
      feeReceiver: devnet.roles.feeReceiver,
      unlisted: side === 'bought' ? { side } : { side, feeOut },
    },
  }
}

function describe(side: Side, terms: Terms, intent: OperationIntent): Quote {
  const { amount, fee, feeOut, delivered, minimum } = terms
  const isBought = side === 'bought'
  const { assetType: from, action } = intent
  const to = action.kind === 'swap' ? action.to : from
  const operation = finishOperation(draftOperation(intent, unlistedChain), {
    chain: unlistedChain,
    intent,
    fees: { baseFeePerGas: 1n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n },
    callGas: 300_000n,
  })
  return {
    id,
    accounts: [sampleAccount],
    originChainsOperations: [operation],
    originToken: {
      aggregatedAssetId: 'agg:single',
      amount: (amount + fee).toString(),
      assetType: [from],
      fiatValue: [{ assetType: from, fiatValue: '100.00', amount: (amount + fee).toString() }],
    },
    destinationToken: {
      aggregatedAssetId: 'agg:single',
      amount: delivered.toString(),
      assetType: to,
      fiatValue: worth(side, delivered).toFixed(2),
      minimumAmount: minimum.toString(),
      minimumFiatValue: worth(side, minimum).toFixed(2),
      recipientAccount: `${unlistedChain.chainId}:${sampleAccount.accountAddress}`,
      ...(isBought
        ? { symbol: 'ODD', name: 'Odd token', decimals: 8 }
        : { symbol: 'USDC', name: 'USD Coin', decimals: 6 }),
    },
    unlistedToken: {
      assetType: isBought ? to : from,
      symbol: 'ODD',
      name: 'Odd token',
      decimals: 8,
      pool: {
        address: unlistedPool.address,
        fee: 3000,
        pairedWith: isBought ? from : to,
        pairedAmount: unlistedPool.held.toString(),
        priceSeconds: 600,
      },
      tried: ['buy', 'transfer', 'sell'],
    },
    expirationTimestamp: String(madeAt + devnet.deadlines.quoteSeconds),
    tamperProofSignature: '0x',
    slippage: {
      origin: { percent: '0', usd: '0.00', value: '0' },
      destination: {
        percent: '1',
        usd: worth(side, delivered - minimum).toFixed(2),
        value: (delivered - minimum).toString(),
      },
    },
    fees: {
      assets: isBought ? { [from]: fee.toString() } : { [to]: feeOut.toString() },
      cumulativeUSD: '0.10',
    },
  }
}

function worth(side: Side, units: bigint): number {
  return side === 'bought' ? (Number(units) / 1e8) * 0.25 : Number(units) / 1e6
}
