import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { toSkeleton } from '#protocol/ids/skeleton.ts'
import { translate } from '../../../language/translate.ts'
import type { Contact } from './addressBook.ts'
import type { NameLookup } from './useNameLookup.ts'

/** What a typed name points to, as a field offers it. */
export type FoundOffer = {
  address: AccountAddress
  name: string
  /** Who says so, or that another address was saved under the name. */
  detail: string
  /** The text that stands for it. */
  entry: string
}

/**
 * Returns what a typed name points to, unless its address is offered already. It stands behind the other
 * offers: it arrives late, and must move none of them.
 */
export function offerFound(
  lookup: NameLookup,
  of: { offered: readonly { address: AccountAddress }[]; book: readonly Contact[] },
): readonly FoundOffer[] {
  if (lookup.state !== 'found') return []
  const { address, name, detail, entry } = lookup
  if (of.offered.some((one) => isSameAddress(one.address, address))) return []
  const isNamesake = of.book.some((one) => toSkeleton(one.name) === toSkeleton(name))
  const warning = translate('Not the address you saved as {name}', { name })
  return [{ address, name, entry, detail: isNamesake ? warning : detail }]
}
