import { z } from 'zod/mini'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { type Hash, Hex } from '#protocol/ids/hex.ts'
import { parseJson } from '#dashboard/persisted.ts'

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

/** 65 bytes of an EVM key, 64 of a Solana key. */
const Signatures = z.record(
  z.string(),
  Hex.check(z.refine((hex) => hex.length === 132 || hex.length === 130)),
)
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
  return Signatures.safeParse(parseJson(text ?? '{}')).data ?? {}
}
