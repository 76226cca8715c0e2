import { PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { hashCallFill, hashOrders } from '#protocol/orders/order.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  callQuoteEvidence,
  preparedEvidence,
  type RecordedCall,
  recordedCalls,
  resealedCall,
  resealedQuote,
} from './recordedCalls.ts'
import {
  type Dishonesty,
  placed,
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

/** What pays for the call: an asset on Solana, in its smallest unit. */
export type Payment = { assetType: AssetType; amount: bigint; fee: bigint }

type Loan = Parameters<typeof hashCallFill>[0]

/** What a dishonest service changes before it hashes and seals, in the payment of a call. */
export type CallDishonesty = Pick<
  Dishonesty,
  'solanaOrder' | 'message' | 'chainOperation' | 'quote'
> & {
  loan?: (loan: Loan) => Loan
}

const name = 'a vault deposit paid from another chain'

/**
 * A recorded call whose payment comes from a wallet on Solana instead, as the service writes it; with
 * `dishonesty`, as a service writes it that hashes and seals its lies consistently.
 */
export function paidFromSolana(
  payment: Payment,
  dishonesty: CallDishonesty = {},
): CallQuoteVerifierInput & { received: Quote } {
  const recorded = withWallet()
  const { facts } = verifyPrepared(preparedEvidence(recorded, recorded.prepared))
  if (!facts?.prepareId) throw new Error('Nothing is lent to this call.')
  const order = orderOf(payment, { recorded, facts, dishonesty })
  const operation = sampleSolana({
    sample: solanaSamples['tokens from Solana to an EVM chain'],
    id: recorded.quote.id,
    leg: payment,
    index: 0,
    dishonesty,
    order,
  })
  const made = dishonesty.chainOperation?.(operation, 0) ?? operation
  const quote = quoteOf(payment, { ...recorded.quote, originChainsOperations: [made] })
  const received = resealedQuote(dishonesty.quote?.(quote) ?? quote)
  return { ...callQuoteEvidence(recorded, received), received, solana: solanaVerifier }
}

/** The recorded call, asked for with a wallet on Solana beside the account. */
function withWallet(): RecordedCall {
  const recorded = recordedCalls.get(name)
  if (!recorded) throw new Error(`${name} is not recorded.`)
  const { request, prepared, quote } = recorded
  const accounts = [...prepared.accounts, sampleSolanaAccount]
  return {
    ...recorded,
    request: { ...request, accounts: [...request.accounts, sampleSolanaAccount] },
    prepared: PreparedCallQuote.parse(resealedCall({ ...prepared, accounts })),
    quote: { ...quote, accounts: [...quote.accounts, sampleSolanaAccount] },
  }
}

function orderOf(
  { assetType, amount, fee }: Payment,
  of: { recorded: RecordedCall; facts: PreparedFacts; dishonesty: CallDishonesty },
): SolanaOrder {
  const { facts, dishonesty } = of
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
  const order = dishonesty.solanaOrder?.(honest, 0) ?? honest
  if (order.fillHash !== honest.fillHash) return order
  const loan = {
    prepareId,
    ordersHash: hashOrders([{ ...order, chainId: chain.chainId, escrow: chain.program }]),
    account: operation.account.accountAddress,
    tokens: lent.map((one) => one.asset.token),
    amounts: lent.map((one) => one.amount),
    deadline: BigInt(madeAt + fillSeconds),
  }
  const fillHash = hashCallFill(dishonesty.loan?.(loan) ?? loan, {
    chainNumber: operation.chain.chainNumber,
    settler: operation.chain.contracts.destinationSettler,
    solver: sampleRoots.roles.solver,
  })
  return { ...order, fillHash }
}

function quoteOf({ assetType, amount, fee }: Payment, quote: Quote): Quote {
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
