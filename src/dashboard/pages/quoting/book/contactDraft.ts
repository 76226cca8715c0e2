import { type AccountAddress, checksumAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { cleanName } from '#protocol/ids/cleanName.ts'
import { toSkeleton } from '#protocol/ids/skeleton.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { describeTooLong } from '#dashboard/components/forms/fieldProblems.ts'
import { translate } from '../../../language/translate.ts'
import { findAddressPoisoning } from '../recipient/addressPoisoning.ts'
import {
  type Contact,
  getEcosystem,
  maxContacts,
  maxNameLength,
  maxNoteLength,
} from '../recipient/addressBook.ts'
import {
  describeAddressError,
  findLossReason,
  isEvmAddress,
  type RecipientContext,
} from '../recipient/readRecipient.ts'

/** A recipient as typed into the address book's form. */
export type ContactDraft = { name: string; note: string; address: string }

/** What a draft is compared with. */
export type ContactContext = {
  book: readonly Contact[]
  /** All known addresses: saved ones, the user's own, and those paid from here. */
  known: readonly string[]
  network: RecipientContext['network']
  /** The address under which the edited contact is saved. */
  edited?: AccountAddress | undefined
}

/** What is wrong with a draft, and in which field. */
export type ContactProblem = { field: keyof ContactDraft; text: string }

/** Returns the first problem of a draft; undefined if it can be saved. */
export function findContactProblem(
  draft: ContactDraft,
  context: ContactContext,
): ContactProblem | undefined {
  const { network, edited } = context
  const read = readPastedAddress(draft.address)
  if (read.kind !== 'address')
    return { field: 'address', text: describeAddressError(draft.address.trim()) }
  const { address } = read
  const others = context.book.filter((one) => !isSameAddress(one.address, edited ?? ''))
  const taken = others.find((one) => isSameAddress(one.address, address))
  if (taken)
    return {
      field: 'address',
      text: translate('This address is already saved as {name}.', { name: taken.name }),
    }
  const lossReason = findLossReason(address, network)
  if (lossReason !== undefined)
    return {
      field: 'address',
      text: translate('{reason}: anything sent to it is lost.', { reason: lossReason }),
    }
  const known = context.known.filter((one) => !isSameAddress(one, edited ?? ''))
  const poisoning = findAddressPoisoning(address, known)
  if (poisoning?.level === 'block')
    return {
      field: 'address',
      text: translate('It starts and ends like {known}, but it’s a different address.', {
        known: poisoning.known,
      }),
    }
  const long = describeTooLong(draft.note, maxNoteLength)
  return (
    findNameProblem(draft.name, { others, address }) ??
    (long === undefined ? undefined : { field: 'note', text: long })
  )
}

/** Returns the contact of a draft without problems. */
export function toContact(draft: ContactDraft): Contact | undefined {
  const read = readPastedAddress(draft.address)
  if (read.kind !== 'address') return undefined
  const { address } = read
  return {
    name: cleanName(draft.name, maxNameLength),
    note: cleanName(draft.note, maxNoteLength),
    ecosystem: getEcosystem(address),
    address: isEvmAddress(address) ? checksumAddress(address) : address,
  }
}

/** What the app calls addresses: a saved one must not pass as what it knows itself. */
const ownWords: readonly string[] = [translate('Your account'), translate('Paid before')]

function findNameProblem(
  typed: string,
  of: { others: readonly Contact[]; address: AccountAddress },
): ContactProblem | undefined {
  const long = describeTooLong(typed, maxNameLength)
  if (long !== undefined) return { field: 'name', text: long }
  const name = cleanName(typed, maxNameLength)
  if (name === '') return { field: 'name', text: translate('Enter a name.') }
  const skeleton = toSkeleton(name)
  if (ownWords.some((word) => toSkeleton(word) === skeleton))
    return {
      field: 'name',
      text: translate('This app itself says {name}. Choose another name.', { name }),
    }
  const alike = of.others.find(
    (one) => one.ecosystem === getEcosystem(of.address) && toSkeleton(one.name) === skeleton,
  )
  if (alike)
    return {
      field: 'name',
      text:
        alike.name.toLowerCase() === name.toLowerCase()
          ? translate('{name} is already used for another address.', { name: alike.name })
          : translate('It looks like {name}, the name of another saved address.', {
              name: alike.name,
            }),
    }
  return of.others.length >= maxContacts
    ? {
        field: 'name',
        text: translate('The address book is full at {limit}. Remove one first.', {
          limit: maxContacts,
        }),
      }
    : undefined
}
