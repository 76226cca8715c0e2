import { useState } from 'react'

import { showToast } from '#dashboard/components/overlays/Toasts.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { type Contact, saveContact } from '../recipient/addressBook.ts'
import type { KnownRecipients } from '../recipient/useKnownRecipients.ts'
import { type ContactDraft, findContactProblem, toContact } from './contactDraft.ts'

/** A recipient while it is typed, what is wrong with it, and how it is saved. */
export function useContactDraft(start: ContactDraft, options: useContactDraft.Options) {
  const { known, edited, onSaved } = options
  const network = useNetwork()
  const [draft, setDraft] = useState(start)
  const [hasTried, setHasTried] = useState(false)
  const [failure, setFailure] = useState<string>()
  const problem = findContactProblem(draft, {
    book: known.book,
    known: known.all,
    network,
    edited: edited?.address,
  })
  function save() {
    const contact = problem ? undefined : toContact(draft)
    setHasTried(true)
    if (!contact) return
    try {
      saveContact(contact, edited?.address)
      showToast(translate('Saved {name} to the address book', { name: contact.name }))
      onSaved?.()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return { draft, setDraft, problem, hasTried, failure, save }
}

export declare namespace useContactDraft {
  type Options = {
    known: KnownRecipients
    /** The recipient that is edited; undefined to add one. */
    edited?: Contact | undefined
    onSaved?: () => void
  }
}
