import type { AccountAddress } from '#protocol/ids/caip.ts'
import { useCombobox } from '#dashboard/components/forms/useCombobox.ts'
import { translate } from '../../../language/translate.ts'
import { getChains } from '../../quoting/assets/assetChoices.ts'
import { findContact } from '../../quoting/recipient/addressBook.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import { offerFound } from '../../quoting/recipient/offerFound.ts'
import { type NameLookup, useNameLookup } from '../../quoting/recipient/useNameLookup.ts'
import type { SwapForm } from '../state/swapForm.ts'

/** An address that is offered for a typed text. */
export type RecipientOffer = {
  address: AccountAddress
  what: string
  /** Who says that a name points to it, or that another address was saved under it. */
  detail?: string
  /** The text that stands for it, where a name points to it; else the address. */
  entry?: string
}

/** The offers, what is known of a typed name, and the parts of the field and its list. */
export type RecipientOffers = {
  offered: readonly RecipientOffer[]
  lookup: NameLookup
  combobox: useCombobox.Parts
}

/**
 * Known addresses that match a typed text, then what it points to as a name.
 *
 * @param of.onChoose - Takes the chosen one.
 */
export function useRecipientOffers(
  text: string,
  of: {
    form: Pick<SwapForm, 'to'>
    known: KnownRecipients
    isInvalid: boolean
    onChoose: (offer: RecipientOffer) => void
  },
): RecipientOffers {
  const { form, known, isInvalid, onChoose } = of
  const lookup = useNameLookup(text, getChains(form.to))
  const matching: readonly RecipientOffer[] = [
    ...known.own.map((address) => ({ address, what: translate('Your account') })),
    ...known.book.map(({ address, name }) => ({ address, what: name })),
    ...known.paid
      .filter((address) => !findContact(known.book, address))
      .slice(0, 5)
      .map((address) => ({ address, what: translate('Paid before') })),
  ].filter(({ address, what }) => {
    const [one, typed, name] = [address, text.trim(), what].map((each) => each.toLowerCase())
    // Once a whole address is typed, all other known ones stay listed.
    return one !== typed && (!isInvalid || [one, name].some((each) => each?.includes(typed ?? '')))
  })
  const found = offerFound(lookup, { offered: matching, book: known.book })
  const offered = [...matching, ...found.map(({ name, ...rest }) => ({ what: name, ...rest }))]
  const combobox = useCombobox({
    count: offered.length,
    text,
    // Enter takes what the typed name points to, where nothing else is offered.
    start: lookup.state === 'found' && offered.length === 1 ? 0 : -1,
    onChoose(index) {
      const offer = offered[index]
      if (offer) onChoose(offer)
    },
  })
  return { offered, lookup, combobox }
}
