import { sha256 } from '@noble/hashes/sha2.js'

import type { Mutation } from '#testing/mutateLeaves.ts'
import { withSignature } from '../verifier/sampleQuote.ts'

/** A quote key that nobody pinned. */
export const attackerKey = sha256(new TextEncoder().encode('somebody else'))

/** Leaves that a service with the right key may change without harm, with the reason. */
export type Harmless = { path: RegExp; what: RegExp; because: string }

/** Harmless in anything that a service sends to be signed; everything else in it is recomputed. */
export const harmlessAnywhere: readonly Harmless[] = [
  {
    path: /\.userOp\.(callGasLimit|verificationGasLimit|preVerificationGas|maxFeePerGas|maxPriorityFeePerGas|paymasterVerificationGasLimit|paymasterPostOpGasLimit)$/,
    what: /./,
    because: 'not signed and not paid by the account, which takes the pinned sponsor only',
  },
  {
    path: /^tamperProofSignature$/,
    what: /./,
    because: 'replaced by the new signature before it is read',
  },
  {
    path: /^$/,
    what: /^without tamperProofSignature$/,
    because: 'added again by the new signature',
  },
  {
    path: /^(accounts\.\d+\.\w+Address|destinationToken\.recipientAccount)$/,
    what: /^lower case$/,
    because: 'the same address in lower case; nothing is computed from its case',
  },
]

/** Harmless in a quote. */
export const harmlessInQuotes: readonly Harmless[] = [
  ...harmlessAnywhere,
  { path: /^$/, what: /^without slippage$/, because: 'optional; the minimum is checked by itself' },
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
  {
    path: /^expirationTimestamp$/,
    what: /^one (more|less)$/,
    because: 'a second within the bound of its deadline: no operation ends with it',
  },
]

/** Harmless in operations of a basic or EIP-7702 account, which call flows also use. */
export const harmlessInCalls: readonly Harmless[] = [
  {
    path: /^(originChainsOperations\.\d+|chainOperation)$/,
    what: /^without delegation$/,
    because: 'without its authorization the operation cannot run',
  },
  {
    path: /\.delegation\.nonce$/,
    what: /./,
    because: 'an authorization of the pinned delegate for another nonce of this account and chain',
  },
  {
    path: /\.userOp\.paymasterData$/,
    what: /^(digit \d+|nothing|zeros|upper case)$/,
    because: "the paymaster's data, which is not signed: only basic and EIP-7702 accounts have it",
  },
]

/** Returns whether a mutation of one leaf is harmless. */
export function isHarmless({ path, what }: Mutation, harmless: readonly Harmless[]): boolean {
  return harmless.some((leaf) => leaf.path.test(path) && leaf.what.test(what))
}

/**
 * Signs a mutated document. A value that is no object or has no canonical form cannot be signed and
 * is returned unchanged.
 */
export function signIfPossible(document: unknown, sign: (document: object) => unknown): unknown {
  if (typeof document !== 'object' || document === null) return document
  try {
    return sign(document)
  } catch {
    return document
  }
}

/** Signs a mutated quote with its own key. */
export function signWith(secretKey: Uint8Array, { document }: Pick<Mutation, 'document'>): unknown {
  return signIfPossible(document, (known) => withSignature(known, secretKey))
}
