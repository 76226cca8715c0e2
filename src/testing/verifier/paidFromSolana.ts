import { PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import { hashCallFill, hashOrders } from '#protocol/orders/order.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  callQuoteEvidence,
  preparedEvidence,
  type RecordedCall,
  recordedCalls,
  withCallSignature,
  withDevnetSignature,
} from './recordedCalls.ts'
import {
  type Tampering,
  placed,
  type SampleLeg,
  sampleNetwork,
  samplePrices,
  sampleRoots,
  sampleSolanaAccount,
} from './sampleCase.ts'
import type { CallQuoteVerifierInput } from '#dashboard/review/verifyCallQuote.ts'
import { type PreparedFacts, verifyPrepared } from '#dashboard/review/verifyPrepared.ts'
import { sampleSolana } from './sampleSolana.ts'
import { solanaSamples } from './solanaSamples.ts'
import { solanaVerifier } from '#dashboard/review/solana/solanaVerifier.ts'

type Loan = Parameters<typeof hashCallFill>[0]

/** Changes to the payment of a call, made before it is hashed and signed. */
export type CallTampering = Pick<
  Tampering,
  'solanaOrder' | 'message' | 'chainOperation' | 'quote'
> & {
  loan?: (loan: Loan) => Loan
}

const name = 'a vault deposit paid from another chain'

/**
 * Builds the quote of a recorded call, paid from a Solana wallet instead; `tampering` is hashed and
 * signed consistently.
 */
export function paidFromSolana(
  payment: SampleLeg,
  tampering: CallTampering = {},
): CallQuoteVerifierInput & { received: Quote } {
  const recorded = withWallet()
  const { facts } = verifyPrepared(preparedEvidence(recorded, recorded.prepared))
  if (!facts?.prepareId) throw new Error('Nothing is lent to this call.')
  const order = orderOf(payment, { recorded, facts, tampering })
  const operation = sampleSolana({
    sample: solanaSamples['tokens from Solana to an EVM chain'],
    id: recorded.quote.id,
    leg: payment,
    index: 0,
    tampering,
    order,
  })
  const made = tampering.chainOperation?.(operation, 0) ?? operation
  const quote = quoteOf(payment, { ...recorded.quote, originChainsOperations: [made] })
  const received = withDevnetSignature(tampering.quote?.(quote) ?? quote)
  return { ...callQuoteEvidence(recorded, received), received, solana: solanaVerifier }
}

/** The recorded call, requested with a Solana wallet besides the account. */
function withWallet(): RecordedCall {
  const recorded = recordedCalls.get(name)
  if (!recorded) throw new Error(`${name} is not recorded.`)
  const { request, prepared, quote } = recorded
  const accounts = [...prepared.accounts, sampleSolanaAccount]
  return {
    ...recorded,
    request: { ...request, accounts: [...request.accounts, sampleSolanaAccount] },
    prepared: PreparedCallQuote.parse(withCallSignature({ ...prepared, accounts })),
    quote: { ...quote, accounts: [...quote.accounts, sampleSolanaAccount] },
  }
}

function orderOf(
  { assetType, amount, fee }: SampleLeg,
  of: { recorded: RecordedCall; facts: PreparedFacts; tampering: CallTampering },
): SolanaOrder {
  const { facts, tampering } = of
  const { chain, asset } = placed(assetType)
  if (chain.kind !== 'solana') throw new Error(`${assetType} is not on Solana.`)
  const { operation, prepareId, lent } = facts
  if (!prepareId) throw new Error('Nothing is lent to this call.')
  const { depositSeconds, refundSeconds, fillSeconds } = sampleNetwork.deadlines
  const { madeAt } = of.recorded
  const { feeReceiver, payee } = chain.roles
  const honest: SolanaOrder = {
    fillId: prepareId,
    depositor: sampleSolanaAccount.accountAddress,
    token: asset.token,
    amount,
    fee,
    feeReceiver,
    payee,
    depositDeadline: BigInt(madeAt + depositSeconds),
    refundAfter: BigInt(madeAt + refundSeconds),
    fillHash: `0x${'00'.repeat(32)}`,
  }
  const order = tampering.solanaOrder?.(honest, 0) ?? honest
  if (order.fillHash !== honest.fillHash) return order
  const loan = {
    prepareId,
    ordersHash: hashOrders([{ ...order, chainId: chain.chainId, escrow: chain.program }]),
    account: operation.account.accountAddress,
    tokens: lent.map((one) => one.asset.token),
    amounts: lent.map((one) => one.amount),
    deadline: BigInt(madeAt + fillSeconds),
  }
  const fillHash = hashCallFill(tampering.loan?.(loan) ?? loan, {
    chainNumber: operation.chain.chainNumber,
    settler: operation.chain.contracts.destinationSettler,
    solver: sampleRoots.roles.solver,
  })
  return { ...order, fillHash }
}

function quoteOf({ assetType, amount, fee }: SampleLeg, quote: Quote): Quote {
  const { decimals } = placed(assetType).asset
  function usd(units: bigint): string {
    return ((Number(units) / 10 ** decimals) * (samplePrices.get(assetType) ?? 0)).toFixed(2)
  }
  const total = amount + fee
  return {
    ...quote,
    originToken: {
      aggregatedAssetId: `${sampleRoots.names.aggregatedPrefix}:single`,
      amount: String(total),
      assetType: [assetType],
      fiatValue: [{ assetType, fiatValue: usd(total), amount: String(total) }],
    },
    fees: { assets: { [assetType]: String(fee) }, cumulativeUSD: usd(fee) },
  }
}
