import { useState } from 'react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import {
  type AddressPoisoning,
  findAddressPoisoning,
} from '../../quoting/recipient/addressPoisoning.ts'
import { RecipientField } from '../../quoting/recipient/RecipientField.tsx'
import { describeRecipientError } from '../../quoting/recipient/useNameLookup.ts'
import { describeAddressForms } from '../../quoting/recipient/readRecipient.ts'
import { resolveForm } from '../state/swapForm.ts'
import { useKnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import type { SwapModel } from '../state/useSwap.ts'
import { useRecipientOffers } from './useRecipientOffers.ts'

/** Chooses the recipient: the user's account, or an address that is compared with known ones. */
export function RecipientDialog(props: RecipientDialog.Props) {
  const { swap, onClose } = props
  const { search, setSearch, choices } = swap
  const { accounts } = useAccount()
  const network = useNetwork()
  const known = useKnownRecipients()
  const [text, setText] = useState(search.recipient ?? '')
  const [isChanged, setChanged] = useState(false)
  const { recipient } = resolveForm(
    { ...search, recipient: text },
    { network, choices, accounts, defaultSlippageBps: 0 },
  )
  const poisoning =
    recipient.kind === 'other' ? findAddressPoisoning(recipient.address, known.all) : undefined
  const isBlocked = recipient.kind === 'invalid' || poisoning?.level === 'block'
  const isNew =
    recipient.kind === 'other' &&
    !known.all.some((address) => isSameAddress(address, recipient.address))
  const isOwnWallet =
    recipient.kind === 'other' &&
    known.wallets.some((address) => isSameAddress(address, recipient.address))
  const isOwn =
    text.trim() !== '' &&
    (recipient.kind === 'own' || (recipient.kind === 'other' && recipient.isOwn === true))
  function use(next: string | undefined) {
    const entered = next?.trim() === '' ? undefined : next?.trim()
    // An address entered here counts as entered, even if a link had the same one.
    const isEntered = isChanged && entered !== undefined
    setSearch({ ...search, recipient: entered }, { entered: isEntered ? [entered] : [] })
    onClose()
  }
  function enter(next: string) {
    setText(next)
    setChanged(true)
  }
  const { offered, lookup, combobox } = useRecipientOffers(text, {
    form: swap.form,
    known,
    isInvalid: recipient.kind === 'invalid',
    // Where a link has the name, its address is the link's too.
    onChoose: ({ address, entry }) => (entry === undefined ? enter(address) : setText(entry)),
  })
  const { field, list, option } = combobox
  return (
    <Dialog isOpen title={translate('Recipient')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBlocked) use(text)
        }}
      >
        <RecipientField
          label={translate('Address')}
          value={text}
          placeholder={describeAddressForms(swap.form.to, network)}
          {...field}
          hint={
            lookup.state === 'asking'
              ? lookup.text
              : translate('Leave it empty to receive to your own account.')
          }
          error={describeRecipientError(recipient, lookup)}
          onChange={({ target }) => enter(target.value)}
        />
        {poisoning && <LookAlikeNote poisoning={poisoning} onReplace={enter} />}
        {isOwn ? <OwnAccountNote /> : isOwnWallet && <OwnWalletNote />}
        {!poisoning && isNew && <NewAddressNote address={recipient.address} />}
        <ul
          {...list}
          aria-label={translate('Known addresses')}
          className="rule -mx-3 mt-4 empty:hidden"
        >
          {offered.map(({ address, what, detail }, index) => (
            <li
              key={`${address} ${what}`}
              {...option(index)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 hover:bg-hover aria-selected:bg-channel-tint"
            >
              <span className="shrink-0">
                <Address value={address} canCopy={false} />
              </span>
              <span className="py-1.5 text-right text-sm text-ink-3">
                <span className="[overflow-wrap:anywhere]">{what}</span>
                {detail !== undefined && <span className="block">{detail}</span>}
              </span>
            </li>
          ))}
        </ul>
        <div className="mt-6 flex justify-end gap-2">
          <Button variant="quiet" onClick={() => use(undefined)}>
            {translate('Use your account')}
          </Button>
          <Button variant="primary" type="submit" disabled={isBlocked}>
            {translate('Use this recipient')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export declare namespace RecipientDialog {
  type Props = { swap: SwapModel; onClose: () => void }
}

function LookAlikeNote(props: {
  poisoning: AddressPoisoning
  onReplace: (address: string) => void
}) {
  const { known, level } = props.poisoning
  return (
    <div className="mt-4">
      <Note
        tone={level === 'block' ? 'flare' : 'buff'}
        title={translate('Look-alike address')}
        isAlert
        action={
          <Button size="sm" onClick={() => props.onReplace(known)}>
            {translate('Use known address')}
          </Button>
        }
      >
        {level === 'block'
          ? translateRich(
              'It looks like {address}, but the middle differs. Scammers make addresses like this to be copied from your history.',
              { address: <Address value={known} canCopy={false} /> },
            )
          : translateRich('It looks like {address}, but the middle differs.', {
              address: <Address value={known} canCopy={false} />,
            })}
      </Note>
    </div>
  )
}

function OwnWalletNote() {
  return (
    <div className="mt-4">
      <Note tone="reed" title={translate('Your own wallet')}>
        {translate('Funds sent there leave this account, and stay yours.')}
      </Note>
    </div>
  )
}

function OwnAccountNote() {
  return (
    <div className="mt-4">
      <Note tone="reed" title={translate('This is your own account')}>
        {translate('Keeping funds in it needs no transfer.')}
      </Note>
    </div>
  )
}

function NewAddressNote(props: { address: string }) {
  return (
    <div className="mt-4">
      <Note tone="channel" title={translate('You haven’t used this address before')}>
        <Address value={props.address} form="full" />
      </Note>
    </div>
  )
}
