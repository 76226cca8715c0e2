import { sha256 } from '@noble/hashes/sha2.js'

import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { formatAmount, rescale } from '#protocol/ids/amount.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import type { AppFeePart, Quote } from '#protocol/quotes/quote.ts'
import { createQuoteSigner } from '#service/quotes/build/createQuoteSigner.ts'
import type { RootPlace } from '#dashboard/review/cases/roots.ts'
import {
  type Tampering,
  placed,
  receiverOf,
  type Sample,
  type SampleLeg,
  sampleNetwork,
  samplePrices,
  sampleRoots,
} from './sampleCase.ts'
import { sampleOperation } from './sampleOperation.ts'
import { sampleOrders } from './sampleOrders.ts'
import { sampleSolana } from './sampleSolana.ts'
import { solanaVerifier } from '#dashboard/review/solana/solanaVerifier.ts'
import type { VerifierInput } from '#dashboard/review/cases/parsedQuote.ts'

/** The devnet's quote key, derived from a published phrase. Source: publishedKeys, devnet keys. */
export const devnetQuoteKey = sha256(new TextEncoder().encode('estuary devnet quote key'))

/** The verifier's input for a sample, five seconds after it was made. */
export function sampleEvidence(sample: Sample, received: unknown): VerifierInput {
  return {
    received,
    request: sample.request,
    roots: sampleRoots,
    nowSeconds: sample.madeAt + 5,
    prices: samplePrices,
    solana: solanaVerifier,
  }
}

/**
 * Builds a quote as the service does, with the protocol's digests and the chains' call builders;
 * `tampering` is hashed and signed consistently.
 */
export function sampleQuote(sample: Sample, tampering: Tampering = {}): Quote {
  const id: Hash = `0x${'c6'.repeat(32)}`
  const made = sampleOperations(sample, { id, tampering })
  const quote = describeQuote(sample, { id, operations: made })
  return withSignature(tampering.quote ? tampering.quote(quote) : quote, devnetQuoteKey)
}

/** Signs a quote with `secretKey`, replacing its signature. */
export function withSignature<document extends object>(quote: document, secretKey: Uint8Array) {
  const sign = signers.get(secretKey) ?? createQuoteSigner(secretKey, domain)
  signers.set(secretKey, sign)
  return { ...quote, tamperProofSignature: sign(quote) }
}

const domain = { kind: 'quote', network: 'devnet' } as const
/** The service's signer, which is much quicker than the one for browsers, by its key. */
const signers = new Map<Uint8Array, ReturnType<typeof createQuoteSigner>>()

function sampleOperations(
  sample: Sample,
  { id, tampering }: { id: Hash; tampering: Tampering },
): ChainOperation[] {
  const isDirect =
    sample.legs.length === 1 &&
    sample.legs.every(({ assetType }) => isDirectly(placed(assetType), placed(sample.to.assetType)))
  const orders = sampleOrders(sample, { id, tampering })
  return sample.legs.map((leg, index) => {
    const of = { sample, id, leg, index, tampering }
    const one = isDirect ? undefined : orders[index]
    const made =
      placed(leg.assetType).kind === 'evm'
        ? sampleOperation({ ...of, order: one?.kind === 'evm' ? one.order : undefined })
        : sampleSolana({ ...of, order: one?.kind === 'solana' ? one.order : undefined })
    return tampering.chainOperation?.(made, index) ?? made
  })
}

/** Whether the operation delivers by itself: on its own chain; on Solana, the same asset only. */
function isDirectly(from: RootPlace, to: RootPlace): boolean {
  return from.chain === to.chain && (from.kind === 'evm' || from.asset === to.asset)
}

function describeQuote(
  sample: Sample,
  of: { id: Hash; operations: readonly ChainOperation[] },
): Quote {
  const { id, operations } = of
  const { to, request, legs } = sample
  const { asset } = placed(to.assetType)
  const slipped = to.amount - to.minimumAmount
  const fees = legs.map((leg) => usd(leg.assetType, feeOf(leg)))
  const app = legs.flatMap((leg) => toAppPart(leg))
  return {
    id,
    accounts: sample.request.from.accounts.map(named),
    originChainsOperations: [...operations],
    originToken: {
      aggregatedAssetId: groupOf(request.from.asset.assetId),
      amount: request.from.amount ?? sample.paid ?? '0',
      assetType: legs.map(({ assetType }) => assetType),
      fiatValue: legs.map(({ assetType, amount, fee }) => ({
        assetType,
        fiatValue: usd(assetType, amount + fee).toFixed(2),
        amount: (amount + fee).toString(),
      })),
    },
    destinationToken: {
      aggregatedAssetId: groupOf(request.to.asset.assetId),
      amount: to.amount.toString(),
      assetType: to.assetType,
      fiatValue: usd(to.assetType, to.amount).toFixed(2),
      minimumAmount: to.minimumAmount.toString(),
      minimumFiatValue: usd(to.assetType, to.minimumAmount).toFixed(2),
      recipientAccount: `${asset.chainId}:${receiverOf(sample)}`,
      symbol: asset.symbol,
      name: asset.name,
      decimals: asset.decimals,
    },
    expirationTimestamp: String(sample.madeAt + sampleNetwork.deadlines.quoteSeconds),
    tamperProofSignature: '0x',
    slippage: {
      origin: { percent: '0', usd: '0.00', value: '0' },
      destination: {
        percent: formatAmount(to.slippageBps, 2),
        usd: usd(to.assetType, slipped).toFixed(2),
        value: slipped.toString(),
      },
    },
    fees: {
      assets: Object.fromEntries(legs.map((leg) => [leg.assetType, feeOf(leg).toString()])),
      cumulativeUSD: fees.reduce((sum, fee) => sum + fee, 0).toFixed(2),
      ...(app.length > 0 && { app }),
    },
  }
}

function feeOf({ fee, app }: SampleLeg): bigint {
  return fee + (app?.own ?? 0n)
}

function toAppPart({ assetType, app }: SampleLeg): AppFeePart[] {
  if (!app) return []
  const receiver = `${placed(assetType).chain.chainId}:${app.receiver}`
  return [{ assetType, amount: app.units.toString(), receiver }]
}

function groupOf(assetId: string): string {
  return assetId.includes('/') ? 'agg:single' : assetId
}

function usd(assetType: AssetType, units: bigint): number {
  const { asset } = placed(assetType)
  const micros = rescale(units, { from: asset.decimals, to: 6 })
  return (Number(micros) / 1e6) * (samplePrices.get(assetType) ?? 0)
}

/** An account with its type, as in answers. */
function named(account: Account): Account {
  return {
    ...account,
    type: account.type ?? sampleNetwork.names.accountTypes[getAccountKind(account)],
  }
}
