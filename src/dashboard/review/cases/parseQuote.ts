import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import {
  type Account,
  getAccountKind,
  type EvmAccount,
  type SolanaAccount,
} from '#protocol/accounts/account.ts'
import { toEvmChainId, isSameAddress } from '#protocol/ids/caip.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { translate } from '../../language/translate.ts'
import type {
  ParsedOperation,
  ParsedQuote,
  QuoteDeadlines,
  VerifierInput,
  ParsedEvmOperation,
  SolanaVerifier,
  UnreadableOperation,
} from './parsedQuote.ts'
import { findRootAsset, findRootChain, findRootPlace } from './roots.ts'
import { widenEvidence } from './unlisted.ts'

/** Tolerated difference between the clocks of chains and service, seconds. */
export const maxClockSkewSeconds = 300

/** Decodes the operations of a quote and finds their chains, assets and accounts. */
export function parseQuote(quote: Quote, input: VerifierInput): ParsedQuote {
  const evidence = widenEvidence(input, quote)
  const read = quote.originChainsOperations.map((operation, index) =>
    isEvmOperation(operation)
      ? parseOperation(operation, { index, evidence })
      : getSolanaVerifier(evidence).read(operation, { index, evidence }),
  )
  const operations = read.filter((one) => 'operation' in one)
  return {
    ...evidence,
    quote,
    operations,
    unreadable: read.filter((one) => 'reason' in one),
    deadlines: getDeadlines(quote, { operations, roots: evidence.roots }),
    destination: findRootPlace(evidence.roots, quote.destinationToken.assetType),
  }
}

function parseOperation(
  operation: EvmChainOperation,
  at: { index: number; evidence: VerifierInput },
): ParsedEvmOperation | UnreadableOperation {
  const { index, evidence } = at
  const chainId = toEvmChainId(operation.typedDataToSign.domain.chainId)
  const chain = findRootChain(evidence.roots, chainId)
  if (chain?.kind !== 'evm')
    return { index, reason: translate('this app doesn’t support the chain {chainId}', { chainId }) }
  const asset = findRootAsset(evidence.roots, operation.assetType)
  if (asset?.kind !== 'evm')
    return {
      index,
      reason: translate('this app doesn’t know the asset {asset}', {
        asset: operation.assetType,
      }),
    }
  const account = evidence.request.from.accounts.find((one) =>
    isSameAddress(one.accountAddress, operation.userOp.sender),
  )
  if (!account || !isEvmAccount(account))
    return {
      index,
      reason: translate('{address} isn’t one of your accounts', {
        address: operation.userOp.sender,
      }),
    }
  const calls = decodeOperation(operation.userOp.callData)
  if (!calls) return { index, reason: translate('its call data isn’t a batch') }
  const deposit = calls.find((call) => call.kind === 'deposit')
  const place = { index, chain, asset, account }
  return { kind: 'evm', ...place, operation, calls, order: deposit?.order }
}

/** The Solana part of the verifier. @throws Error when it is not loaded. */
export function getSolanaVerifier({ solana }: Pick<VerifierInput, 'solana'>): SolanaVerifier {
  if (!solana) throw new Error(translate('the Solana part of this app isn’t loaded'))
  return solana
}

/** Whether an account is an EVM account. */
export function isEvmAccount(account: Account): account is EvmAccount {
  return 'sessionAddress' in account || 'signerAddress' in account
}

/** Whether an account is a Solana account. */
export function isSolanaAccount(account: Account): account is SolanaAccount {
  return getAccountKind(account) === 'solana'
}

/**
 * Counts back from the first deadline that is signed, to which all others are compared: how long a quote
 * can be executed is the service's choice. A transfer on Solana has none.
 */
function getDeadlines(
  quote: Quote,
  { operations, roots }: Pick<ParsedQuote, 'operations' | 'roots'>,
): QuoteDeadlines {
  const { quoteSeconds, depositSeconds, fillSeconds, refundSeconds } = roots.deadlines
  const signed = operations.map(findDepositDeadline).find((deadline) => deadline !== undefined)
  const madeAt =
    signed === undefined
      ? BigInt(quote.expirationTimestamp) - BigInt(quoteSeconds)
      : signed - BigInt(depositSeconds)
  return {
    madeAt,
    isSigned: signed !== undefined,
    depositDeadline: madeAt + BigInt(depositSeconds),
    fillDeadline: madeAt + BigInt(fillSeconds),
    refundAfter: madeAt + BigInt(refundSeconds),
  }
}

/** Until when an operation can be carried out, Unix seconds; undefined where its chain's own time ends it. */
function findDepositDeadline(read: ParsedOperation): bigint | undefined {
  if (read.order) return read.order.depositDeadline
  if (read.kind === 'solana') return undefined
  return read.calls.find((call) => call.kind === 'guard')?.validUntil
}
