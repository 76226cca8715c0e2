import { BookUser, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import { Address, CopyButton } from '#dashboard/components/status/Address.tsx'
import { Button, IconButton } from '#dashboard/components/forms/Button.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { showToast } from '#dashboard/components/overlays/Toasts.tsx'
import { translate } from '../../../language/translate.ts'
import { type Contact, removeContact } from '../recipient/addressBook.ts'
import type { KnownRecipients } from '../recipient/useKnownRecipients.ts'
import { AddressBookFile } from './AddressBookFile.tsx'
import { ContactForm } from './ContactForm.tsx'

const ecosystems = { evm: translate('EVM chains'), solana: 'Solana' } as const

/** The saved recipients: choose, add, edit, remove, export and import. */
export function AddressBookDialog(props: AddressBookDialog.Props) {
  const { known, onChoose, onClose } = props
  const [view, setView] = useState<View>({ step: 'list' })
  if (view.step === 'form')
    return (
      <Dialog
        isOpen
        title={
          view.contact
            ? translate('Edit {name}', { name: view.contact.name })
            : translate('Add recipient')
        }
        description={translate('Saved in this browser only.')}
        onClose={onClose}
      >
        <ContactForm
          known={known}
          contact={view.contact}
          onDone={() => setView({ step: 'list' })}
        />
      </Dialog>
    )
  return (
    <Dialog
      isOpen
      title={translate('Address book')}
      description={translate(
        'Saved in this browser only. Addresses you enter are compared with these.',
      )}
      width={560}
      onClose={onClose}
    >
      <ContactLists
        book={known.book}
        onChoose={onChoose}
        onEdit={(contact) => setView({ step: 'form', contact })}
      />
      <div className="mt-5 flex flex-wrap items-center gap-2 border-t border-line pt-5">
        <Button variant="primary" icon={Plus} onClick={() => setView({ step: 'form' })}>
          {translate('Add')}
        </Button>
        <AddressBookFile known={known} />
      </div>
    </Dialog>
  )
}

export declare namespace AddressBookDialog {
  type Props = {
    known: KnownRecipients
    /** Undefined where nobody is being chosen. */
    onChoose?: ((address: AccountAddress) => void) | undefined
    onClose: () => void
  }
}

type View = { step: 'list' } | { step: 'form'; contact?: Contact }

function ContactLists(props: {
  book: readonly Contact[]
  onChoose: ((address: AccountAddress) => void) | undefined
  onEdit: (contact: Contact) => void
}) {
  const { book } = props
  if (book.length === 0)
    return (
      <div className="inset flex gap-3.5 p-4">
        <Icon of={BookUser} size={22} className="mt-0.5 shrink-0 text-ink-3" />
        <div>
          <p className="font-semibold">{translate('No recipients yet')}</p>
          <p className="mt-1 text-sm text-ink-2">
            {translate(
              'Save an address under a name. You then choose it by name, and see at once when an address only looks like it.',
            )}
          </p>
        </div>
      </div>
    )
  return (['evm', 'solana'] as const).map((ecosystem) => {
    const contacts = book.filter((one) => one.ecosystem === ecosystem)
    if (contacts.length === 0) return null
    return (
      <section key={ecosystem} aria-labelledby={`book-${ecosystem}`} className="mt-4 first:mt-0">
        <h3 id={`book-${ecosystem}`} className="label">
          {ecosystems[ecosystem]}
        </h3>
        <ul className="rule">
          {contacts.map((contact) => (
            <ContactRow key={contact.address} contact={contact} {...props} />
          ))}
        </ul>
      </section>
    )
  })
}

function ContactRow(props: {
  contact: Contact
  onChoose: ((address: AccountAddress) => void) | undefined
  onEdit: (contact: Contact) => void
}) {
  const { contact, onChoose, onEdit } = props
  const { name, note, address } = contact
  const [isAsking, setAsking] = useState(false)
  if (isAsking)
    return (
      <RemoveQuestion
        name={name}
        onKeep={() => setAsking(false)}
        onRemove={() => {
          removeContact(address)
          showToast(translate('Removed {name} from the address book', { name }))
        }}
      />
    )
  const text = (
    <>
      <span className="block truncate font-semibold">{name}</span>
      {note !== '' && (
        <span className="block truncate text-sm text-ink-3">
          {translate('Note: {note}', { note })}
        </span>
      )}
      <span className="block text-sm text-ink-2">
        <Address value={address} form="full" />
      </span>
    </>
  )
  return (
    <li className="-mx-2 flex min-h-14 items-center gap-1 py-1.5">
      {onChoose ? (
        <button
          type="button"
          className="min-w-0 flex-1 rounded-sm px-2 py-1 text-left hover:bg-hover"
          onClick={() => onChoose(address)}
        >
          {text}
        </button>
      ) : (
        <div className="min-w-0 flex-1 px-2 py-1">{text}</div>
      )}
      <CopyButton value={address} label={translate('Copy the address of {name}', { name })} />
      <IconButton
        icon={Pencil}
        label={translate('Edit {name}', { name })}
        size="sm"
        onClick={() => onEdit(contact)}
      />
      <IconButton
        icon={Trash2}
        label={translate('Remove {name}', { name })}
        size="sm"
        onClick={() => setAsking(true)}
      />
    </li>
  )
}

/** Asks in the place of a row of a list whether it goes. */
function RemoveQuestion(props: RemoveQuestion.Props) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0 break-words">
        {translate('Remove {name}?', { name: props.name })}
      </span>
      <span className="flex gap-2">
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone */}
        <Button size="sm" autoFocus onClick={props.onKeep}>
          {translate('Keep')}
        </Button>
        <Button size="sm" onClick={props.onRemove}>
          {translate('Remove')}
        </Button>
      </span>
    </li>
  )
}

declare namespace RemoveQuestion {
  type Props = { name: string; onKeep: () => void; onRemove: () => void }
}
