import { Download } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { FileButton } from '#dashboard/components/forms/FileButton.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { showToast } from '#dashboard/components/overlays/Toasts.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { saveContact } from '../recipient/addressBook.ts'
import type { KnownRecipients } from '../recipient/useKnownRecipients.ts'
import { downloadJson } from '../../../components/overlays/saveFile.ts'
import { type ImportedBook, readAddressBookFile, serializeAddressBook } from './addressBookFile.ts'

/** Writes the address book into a file, or adds those of a file to it. */
export function AddressBookFile(props: AddressBookFile.Props) {
  const { book, all } = props.known
  const network = useNetwork()
  const [failure, setFailure] = useState<string>()
  const [read, setRead] = useState<ImportedBook>()

  function open(text: string) {
    const found = readAddressBookFile(text, { book, known: all, network })
    setFailure(
      found
        ? undefined
        : translate(
            'It holds no addresses. Choose a JSON file of this app, or a CSV file with addresses and names.',
          ),
    )
    setRead(found)
  }
  function add({ added }: ImportedBook) {
    try {
      for (const contact of added) saveContact(contact)
      showToast(
        translate(
          '{count, plural, one {Added one recipient to the address book} other {Added # recipients to the address book}}',
          { count: added.length },
        ),
      )
      setRead(undefined)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <FileButton
        label={translate('Address book (JSON or CSV)')}
        accept="application/json,.json,text/csv,.csv"
        onFile={(file) =>
          void file.text().then(open, () => setFailure(translate('Couldn’t read the file.')))
        }
      />
      {book.length > 0 && (
        <Button
          icon={Download}
          onClick={() => downloadJson(serializeAddressBook(book), 'address-book.json')}
        >
          {translate('Export')}
        </Button>
      )}
      {failure !== undefined && (
        <div className="w-full">
          <Note tone="flare" isAlert title={translate('Not imported')}>
            {failure}
          </Note>
        </div>
      )}
      {read && <FoundNote read={read} onAdd={add} onCancel={() => setRead(undefined)} />}
    </>
  )
}

export declare namespace AddressBookFile {
  type Props = { known: KnownRecipients }
}

/** What a file holds, before any of it is saved: who made the file chose its addresses. */
function FoundNote(props: {
  read: ImportedBook
  onAdd: (read: ImportedBook) => void
  onCancel: () => void
}) {
  const { read, onAdd, onCancel } = props
  const { added, same, refused } = read
  return (
    <div className="w-full">
      <Note
        tone={refused.length > 0 ? 'buff' : 'channel'}
        isAlert
        title={
          added.length === 0
            ? translate('Nothing new in this file')
            : translate('{count, plural, one {Add one recipient?} other {Add # recipients?}}', {
                count: added.length,
              })
        }
        action={
          <>
            <Button size="sm" onClick={onCancel}>
              {added.length === 0 ? translate('Close') : translate('Cancel')}
            </Button>
            {added.length > 0 && (
              <Button size="sm" variant="primary" onClick={() => onAdd(read)}>
                {translate('Add')}
              </Button>
            )}
          </>
        }
      >
        <ul className="text-sm break-words">
          {added.map(({ name, address }) => (
            <li key={address}>
              {name}, <span className="mono break-all">{address}</span>
            </li>
          ))}
          {same > 0 && (
            <li>
              {translate(
                '{count, plural, one {one recipient already saved.} other {# recipients already saved.}}',
                { count: same },
              )}
            </li>
          )}
          {refused.map(({ label, problem }, index) => (
            // The file never changes, and may name one twice.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {translate('{name} not added: {problem}', { name: label, problem })}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}
