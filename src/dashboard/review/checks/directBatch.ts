import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { findAppFee } from '../cases/quoteTerms.ts'
import { getEvmRecipient } from '../cases/getRecipient.ts'
import type { ParsedEvmOperation, ParsedOperation, ParsedQuote } from '../cases/parsedQuote.ts'
import type { EvmRootAsset, EvmRootChain } from '../cases/roots.ts'

/** The calls of a batch that acts on its own chain, by their role. */
export type DirectBatch = {
  approval: (CallFact & { kind: 'approval' }) | undefined
  main: CallFact | undefined
  /** Around a swap that buys a token on no list: what arrives is measured between them. */
  watch: (CallFact & { kind: 'watch' }) | undefined
  receipt: (CallFact & { kind: 'receipt' }) | undefined
  /** Sends the result of a conversion to the recipient. */
  send: (CallFact & { kind: 'transfer' }) | undefined
  fee: (CallFact & { kind: 'transfer' }) | undefined
  /** The fee of an app that the quote names; after the fee of the service. */
  appFee: (CallFact & { kind: 'transfer' }) | undefined
  /** The fee of a token on no list that is sold, in what arrives; such a batch has no other. */
  feeOut: (CallFact & { kind: 'transfer' }) | undefined
  /** Calls without a role; there must be none. */
  rest: readonly CallFact[]
}

/** An operation that acts on its own chain, with every value its batch may contain. */
export type DirectOperation = ParsedEvmOperation & {
  batch: DirectBatch
  recipient: EvmAddress
  to: { asset: EvmRootAsset; chain: EvmRootChain }
}

/** The fees that an operation pays, smallest units. */
export function getFeeUnits(read: ParsedOperation, quoted: ParsedQuote): bigint {
  if (read.order) return read.order.fee
  if (read.kind === 'solana')
    return read.payments.slice(1).reduce((sum, { payment }) => sum + payment.units, 0n)
  const { fee, appFee } = findBatch(read, quoted) ?? {}
  return (fee?.amount ?? 0n) + (appFee?.amount ?? 0n)
}

/** The fee that an operation pays of what it brings in, in the smallest unit of that asset. */
export function getFeeOut(read: ParsedOperation, quoted: ParsedQuote): bigint {
  return read.kind === 'evm' && !read.order ? (findBatch(read, quoted)?.feeOut?.amount ?? 0n) : 0n
}

/** The part of {@link getFeeUnits} that goes to the app which the quote names. */
export function getAppUnits(read: ParsedOperation, quoted: ParsedQuote): bigint {
  if (!findAppFee(quoted, read.asset.assetType)) return 0n
  if (read.order) return read.order.fee
  if (read.kind === 'solana')
    return read.payments.length > 1 ? (read.payments.at(-1)?.payment.units ?? 0n) : 0n
  return findBatch(read, quoted)?.appFee?.amount ?? 0n
}

/** The calls of an operation by their role; undefined without a recipient on an EVM chain. */
export function findBatch(read: ParsedEvmOperation, quoted: ParsedQuote): DirectBatch | undefined {
  const recipient = getEvmRecipient(quoted)
  const hasApp = findAppFee(quoted, read.asset.assetType) !== undefined
  const isSold = quoted.traded?.side === 'sold'
  return recipient && splitBatch(read, { recipient, hasApp, isSold })
}

function splitBatch(
  { calls, operation }: ParsedEvmOperation,
  options: { recipient: EvmAddress; hasApp: boolean; isSold: boolean },
): DirectBatch {
  const { recipient, hasApp, isSold } = options
  const rest = calls.slice(1)
  const approval = rest[0]?.kind === 'approval' ? rest[0] : undefined
  if (approval) rest.shift()
  const watch = rest[0]?.kind === 'watch' ? rest[0] : undefined
  if (watch) rest.shift()
  const main = rest.shift()
  const receipt = rest[0]?.kind === 'receipt' ? rest[0] : undefined
  if (receipt) rest.shift()
  const converts = main?.kind === 'wrap' || main?.kind === 'unwrap'
  const isPassedOn = converts && !isSameAddress(recipient, operation.userOp.sender)
  const send = isPassedOn ? extractTransfer(rest) : undefined
  const first = extractTransfer(rest)
  const parts = { approval, watch, main, receipt, send, rest }
  if (isSold) return { ...parts, fee: undefined, appFee: undefined, feeOut: first }
  if (!hasApp) return { ...parts, fee: first, appFee: undefined, feeOut: undefined }
  // The service may get nothing; then the app is paid alone.
  const second = extractTransfer(rest)
  const [fee, appFee] = second ? [first, second] : [undefined, first]
  return { ...parts, fee, appFee, feeOut: undefined }
}

function extractTransfer(calls: CallFact[]): (CallFact & { kind: 'transfer' }) | undefined {
  const [first] = calls
  if (first?.kind !== 'transfer') return undefined
  calls.shift()
  return first
}
