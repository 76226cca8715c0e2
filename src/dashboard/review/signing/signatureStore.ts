import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'

/** Which signature: of which operation of which quote, by whom. */
export type SignaturePlace = {
  /** A prepared call has none yet: the hash that its owner signs stands for it. */
  quoteId: Hash
  index: number
  owner: AccountAddress
  /** The EIP-7702 authorization beside the operation. */
  part?: 'authorization'
}

/**
 * Signatures given in this session: 65 bytes on EVM chains, 64 on Solana. A rejection of one keeps
 * the others.
 */
export type SignatureStore = {
  read: (place: SignaturePlace) => Hex | undefined
  save: (place: SignaturePlace, signature: Hex) => void
  /** Drops all of a quote: it was submitted, or it is over. */
  forget: (quoteId: Hash) => void
}

/** The part of the browser's session storage that is used. */
export type SessionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const prefix = 'estuary.signatures.'

/**
 * A book of signatures in `store`, so that they survive a reload; one that cannot be written only
 * lives as long as the page.
 */
export function createSignatureStore(store?: SessionStore): SignatureStore {
  const pages = new Map<string, Record<string, Hex>>()

  function pageOf(quoteId: Hash): Record<string, Hex> {
    const known = pages.get(quoteId)
    if (known) return known
    const page = parsePage(store?.getItem(prefix + quoteId) ?? null)
    pages.set(quoteId, page)
    return page
  }

  return {
    read: (place) => pageOf(place.quoteId)[toLine(place)],
    save(place, signature) {
      const { quoteId } = place
      const page = { ...pageOf(quoteId), [toLine(place)]: signature }
      pages.set(quoteId, page)
      try {
        store?.setItem(prefix + quoteId, JSON.stringify(page))
      } catch {
        // The store is full or forbidden: the book in memory still has it.
      }
    },
    forget(quoteId) {
      pages.delete(quoteId)
      store?.removeItem(prefix + quoteId)
    },
  }
}

function toLine({ index, owner, part }: SignaturePlace): string {
  return `${index}:${toAddressKey(owner)}${part ? `:${part}` : ''}`
}

function parsePage(text: string | null): Record<string, Hex> {
  if (text === null) return {}
  try {
    const page: unknown = JSON.parse(text)
    if (typeof page !== 'object' || page === null) return {}
    return Object.fromEntries(
      Object.entries(page).filter((line): line is [string, Hex] => isSignature(line[1])),
    )
  } catch {
    // Somebody else's text: no signatures.
    return {}
  }
}

function isSignature(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{128}(?:[0-9a-f]{2})?$/i.test(value)
}
