import { sha256 } from '@noble/hashes/sha2.js'

import type { Mutation } from './testMutateLeaves.ts'
import { resealed } from './sampleQuote.ts'

/** A seal key that nobody pinned. */
export const attackerKey = sha256(new TextEncoder().encode('somebody else'))

/**
 * Leaves that a service with the right key may change without harm, and why. Everything else in a
 * quote is recomputed, so that changing it blocks the signature.
 */
const harmless: readonly { path: RegExp; what: RegExp; because: string }[] = [
  {
    path: /\.userOp\.(callGasLimit|verificationGasLimit|preVerificationGas|maxFeePerGas|maxPriorityFeePerGas|paymasterVerificationGasLimit|paymasterPostOpGasLimit)$/,
    what: /./,
    because: 'not signed and not paid by the account, which takes the pinned sponsor only',
  },
  {
    path: /^tamperProofSignature$/,
    what: /./,
    because: 'replaced by the new seal before it is read',
  },
  { path: /^$/, what: /^without tamperProofSignature$/, because: 'added again by the new seal' },
  { path: /^$/, what: /^without slippage$/, because: 'optional; the minimum is checked by itself' },
  {
    path: /^(accounts\.\d+\.\w+Address|destinationToken\.recipientAccount)$/,
    what: /^lower case$/,
    because: 'the same address in another spelling; nothing is computed from the spelling',
  },
  {
    path: /^destinationToken$/,
    what: /^without (symbol|name|decimals)$/,
    because: 'optional; what is shown comes from the bundle',
  },
  {
    path: /(fiatValue|minimumFiatValue|usd|cumulativeUSD)$/i,
    what: /^(longer|shorter|zero)$/,
    because: 'a value in dollars within 2 % (or 2 cents) of what the feeds say; for show only',
  },
  {
    path: /^originToken\.fiatValue\.\d+$/,
    what: /^without amount$/,
    because: 'optional; the amount of the operation is what counts',
  },
  {
    path: /^originChainsOperations\.\d+$/,
    what: /^without addressLookupTableAddresses$/,
    because: 'optional; that there are none is read from the message',
  },
]

/** Whether a change of one leaf is one of those that do no harm. */
export function isHarmless({ path, what }: Mutation): boolean {
  return harmless.some((leaf) => leaf.path.test(path) && leaf.what.test(what))
}

/** The changed quote under a seal of its own. */
export function sealedBy(secretKey: Uint8Array, { document }: Pick<Mutation, 'document'>): unknown {
  if (typeof document !== 'object' || document === null) return document
  try {
    return resealed(document, secretKey)
  } catch {
    // What has no canonical form cannot be sealed, so it stays as it is.
    return document
  }
}
