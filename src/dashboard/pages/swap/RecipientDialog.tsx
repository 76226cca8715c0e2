import { useState } from 'react'

import { isSameAddress } from '#protocol/caip.ts'
import { Address } from '../../components/Address.tsx'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { Note } from '../../components/Note.tsx'
import { useAccount } from '../../wallets/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { lookAlike } from './lookAlike.ts'
import { formsOfAddress, readForm } from './swapForm.ts'
import { useKnownRecipients } from './useKnownRecipients.ts'
import type { Swap } from './useSwap.ts'

/** Who receives: the own account, or an address that is checked against known ones. */
export function RecipientDialog(props: RecipientDialog.Props) {
  const { swap, onClose } = props
  const { search, setSearch, choices } = swap
  const { accounts } = useAccount()
  const network = useNetwork()
  const known = useKnownRecipients()
  const recent = known.paid.slice(0, 5)
  const [text, setText] = useState(search.recipient ?? '')
  const [isChanged, setChanged] = useState(false)
  const { recipient } = readForm(
    { ...search, recipient: text },
    { network, choices, accounts, defaultSlippageBps: 0 },
  )
  const alike = recipient.kind === 'other' ? lookAlike(recipient.address, known.all) : undefined
  const isBlocked = recipient.kind === 'problem' || alike?.level === 'block'
  const isNew =
    recipient.kind === 'other' &&
    !known.all.some((address) => isSameAddress(address, recipient.address))
  const isOwn =
    text.trim() !== '' &&
    (recipient.kind === 'own' || (recipient.kind === 'other' && recipient.isOwn === true))
  function use(next: string | undefined) {
    const entered = next?.trim() === '' ? undefined : next?.trim()
    // Entered again is entered, also where a link had the same.
    const isEntered = isChanged && entered !== undefined
    setSearch({ ...search, recipient: entered }, isEntered ? { entered: [entered] } : {})
    onClose()
  }
  function enter(next: string) {
    setText(next)
    setChanged(true)
  }
  return (
    <Dialog isOpen title="Recipient" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBlocked) use(text)
        }}
      >
        <Field
          label="Address"
          value={text}
          placeholder={formsOfAddress(swap.form.to)}
          className="mono w-full min-w-0 bg-transparent outline-none"
          autoComplete="off"
          spellCheck={false}
          hint="Leave it empty to receive in your own account."
          error={recipient.kind === 'problem' ? recipient.text : undefined}
          onChange={({ target }) => enter(target.value)}
        />
        {alike && (
          <div className="mt-4">
            <Note
              tone={alike.level === 'block' ? 'flare' : 'buff'}
              title="Look-alike address"
              isAlert
              action={
                <Button size="sm" onClick={() => enter(alike.known)}>
                  Use the known address
                </Button>
              }
            >
              It looks like <Address value={alike.known} canCopy={false} />, but differs in between.
              {alike.level === 'block' &&
                ' Addresses like this are made to be copied from history.'}
            </Note>
          </div>
        )}
        {isOwn && (
          <div className="mt-4">
            <Note tone="reed" title="This is your own account">
              What you keep in it costs no transfer.
            </Note>
          </div>
        )}
        {!alike && isNew && (
          <div className="mt-4">
            <Note tone="channel" title="Never used by you">
              <Address value={recipient.address} form="full" />
            </Note>
          </div>
        )}
        {recent.length > 0 && (
          <>
            <h3 id="recent" className="mt-5 font-semibold">
              Recent
            </h3>
            <ul aria-labelledby="recent" className="rule mt-1">
              {recent.map((address) => (
                <li key={address} className="flex h-11 items-center justify-between gap-3">
                  <Address value={address} />
                  <Button size="sm" variant="quiet" onClick={() => enter(address)}>
                    Use
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <div className="mt-6 flex justify-end gap-2">
          <Button variant="quiet" onClick={() => use(undefined)}>
            Use your account
          </Button>
          <Button variant="primary" type="submit" disabled={isBlocked}>
            Use this recipient
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export declare namespace RecipientDialog {
  type Props = { swap: Swap; onClose: () => void }
}
