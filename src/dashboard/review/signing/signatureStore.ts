import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'

/**
 * Identifies a signature by quote, owner and what was signed: another quote with the same id has none of
 * its signatures.
 */
export type SignaturePlace = {
  /** For a prepared call, which has no quote yet, the hash that its owner signs. */
  quoteId: Hash
  index: number
  /** Hash of the operation's call data and nonce; on Solana of its message. */
  digest: Hash
  owner: AccountAddress
  /** Set for the EIP-7702 authorization of the operation. */
  part?: 'authorization'
}

/** The signatures of this session: 65 bytes on EVM chains, 64 on Solana. */
export type SignatureStore = {
  read: (place: SignaturePlace) => Hex | undefined
  save: (place: SignaturePlace, signature: Hex) => void
  /** Removes all signatures of a quote that was submitted or has expired. */
  forget: (quoteId: Hash) => void
}

/** Where texts last as long as the tab; it never throws. */
export type SessionStore = Pick<Storage, 'getItem' | 'removeItem'> & {
  setItem: (key: string, text: string) => unknown
}

const prefix = 'estuary.signatures.'

/**
 * Creates a store of signatures that survive a reload with a `store`, and else last until the page closes.
 */
export function createSignatureStore(store?: SessionStore): SignatureStore {
  const byQuote = new Map<string, Record<string, Hex>>()

  function getSignatures(quoteId: Hash): Record<string, Hex> {
    const known = byQuote.get(quoteId)
    if (known) return known
    const signatures = parseSignatures(store?.getItem(prefix + quoteId) ?? null)
    byQuote.set(quoteId, signatures)
    return signatures
  }

  return {
    read: (place) => getSignatures(place.quoteId)[toKey(place)],
    save(place, signature) {
      const { quoteId } = place
      const signatures = { ...getSignatures(quoteId), [toKey(place)]: signature }
      byQuote.set(quoteId, signatures)
      store?.setItem(prefix + quoteId, JSON.stringify(signatures))
    },
    forget(quoteId) {
      byQuote.delete(quoteId)
      store?.removeItem(prefix + quoteId)
    },
  }
}

function toKey({ index, digest, owner, part }: SignaturePlace): string {
  return `${index}:${digest}:${toAddressKey(owner)}${part ? `:${part}` : ''}`
}

function parseSignatures(text: string | null): Record<string, Hex> {
  if (text === null) return {}
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, Hex] => isSignature(entry[1])),
    )
  } catch {
    // Not JSON.
    return {}
  }
}

function isSignature(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{128}(?:[0-9a-f]{2})?$/i.test(value)
}
