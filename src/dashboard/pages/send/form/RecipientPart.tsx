import { BookUser, X } from 'lucide-react'
import { Suspense, useState } from 'react'

import { Address } from '#dashboard/components/status/Address.tsx'
import { Button, IconButton } from '#dashboard/components/forms/Button.tsx'
import { useCombobox } from '#dashboard/components/forms/useCombobox.ts'
import { lazyComponent } from '#dashboard/components/lazyComponent.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { RecipientField } from '../../quoting/recipient/RecipientField.tsx'
import { describeAddressForms } from '../../quoting/recipient/readRecipient.ts'
import { describeRecipientError, useNameLookup } from '../../quoting/recipient/useNameLookup.ts'
import { usePreload } from '../../quoting/usePreload.ts'
import { findOffers, type OfferedAddress } from '../state/findOffers.ts'
import type { SendModel } from '../state/useSend.ts'
import { LookAlikePanel } from './LookAlikePanel.tsx'
import { RecipientLine } from './RecipientLine.tsx'

const AddressBookDialog = lazyComponent(
  async () => (await import('../../quoting/book/AddressBookDialog.tsx')).AddressBookDialog,
)

/** Whose the amount will be: an address, or one of the known ones below it. */
export function RecipientPart(props: RecipientPart.Props) {
  const { send } = props
  const { search, setSearch, form, known, recipientText: text } = send
  const { recipient, asset, arrival, arrivals } = form
  const network = useNetwork()
  const [isBookOpen, setBookOpen] = useState(false)
  usePreload(AddressBookDialog)
  const chains = [...(arrival ? [arrival] : []), ...arrivals]
  const lookup = useNameLookup(
    text,
    chains.map(({ chainId }) => chainId),
  )
  const isValid = recipient.kind === 'valid'
  const offers = findOffers(known, { text, isValid, lookup })
  function enter(to: string) {
    send.setFound(undefined)
    setSearch({ ...search, to }, to.trim() === '' ? {} : { entered: [to] })
  }
  function choose({ address, entry }: OfferedAddress) {
    if (entry === undefined || lookup.state !== 'found') return enter(address)
    send.setFound(lookup)
    // Where a link has the name, its address is the link's too.
    return setSearch({ ...search, to: entry }, { entered: send.isForeign ? [] : [entry] })
  }
  const { field, list, option } = useCombobox({
    count: offers.length,
    text,
    // Enter takes what the typed name points to, where nothing else is offered.
    start: lookup.state === 'found' && offers.length === 1 ? 0 : -1,
    onChoose(index) {
      const offer = offers[index]
      if (offer) choose(offer)
    },
  })
  return (
    <div className="p-5 md:p-6">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="font-semibold">{translate('Recipient')}</h2>
        <Button
          variant="quiet"
          size="sm"
          icon={BookUser}
          className="-mr-3"
          onClick={() => setBookOpen(true)}
        >
          {translate('Address book')}
        </Button>
      </div>
      <div className="mt-1">
        <RecipientField
          label={translate('Recipient')}
          isLabelHidden
          size="lg"
          placeholder={describeAddressForms(asset && { asset, only: undefined }, network)}
          data-search
          {...field}
          value={text}
          hint={lookup.state === 'asking' ? lookup.text : undefined}
          error={describeRecipientError(recipient, lookup)}
          trailing={
            text !== '' && (
              <IconButton
                icon={X}
                label={translate('Clear recipient')}
                size="sm"
                onClick={() => enter('')}
              />
            )
          }
          onChange={({ target }) => enter(target.value)}
        />
      </div>
      <LookAlikePanel send={send} />
      {recipient.kind === 'valid' && recipient.poisoning?.level !== 'block' && (
        <RecipientLine recipient={recipient} known={known} found={send.found} />
      )}
      <ul {...list} aria-label={translate('Known addresses')} className="-mx-3 mt-3 empty:hidden">
        {offers.map((offer, index) => (
          <li
            key={offer.address}
            {...option(index)}
            className="flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 py-1.5 hover:bg-hover aria-selected:bg-channel-tint"
          >
            <Offer offer={offer} />
          </li>
        ))}
      </ul>
      {isBookOpen && (
        <Suspense>
          <AddressBookDialog
            known={known}
            onChoose={(address) => {
              enter(address)
              setBookOpen(false)
            }}
            onClose={() => setBookOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

export declare namespace RecipientPart {
  type Props = { send: SendModel }
}

function Offer({ offer: { name, detail, address } }: { offer: OfferedAddress }) {
  return (
    <>
      <span className="min-w-0">
        <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
        {detail !== '' && <span className="block text-sm text-ink-3">{detail}</span>}
      </span>
      <span className="shrink-0 text-sm text-ink-2">
        <Address value={address} canCopy={false} />
      </span>
    </>
  )
}
