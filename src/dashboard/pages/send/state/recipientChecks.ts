import { isSameAddress } from '#protocol/ids/caip.ts'
import type { AccountCodes } from '#dashboard/api/chains/accountCodes.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import type { CheckState } from '#dashboard/components/status/CheckRow.tsx'
import { findContact } from '../../quoting/recipient/addressBook.ts'
import {
  type KnownRecipients,
  nameKnownAddress,
} from '../../quoting/recipient/useKnownRecipients.ts'
import type { ChainChoice } from '../../quoting/assets/assetChoices.ts'
import type { SendRecipient } from './sendForm.ts'

/** One thing that is known of a recipient, in words. */
export type RecipientCheck = { state: CheckState; claim: string; evidence: string }

type ValidRecipient = Extract<SendRecipient, { kind: 'valid' }>

/** Whether the user knows the recipient: a look-alike, saved, own, paid before, or not at all. */
export function checkAcquaintance(
  recipient: ValidRecipient,
  known: KnownRecipients,
): RecipientCheck {
  const { address, poisoning, isOwn } = recipient
  if (poisoning) {
    const isBlocked = poisoning.level === 'block'
    return {
      state: isBlocked ? 'fail' : 'caution',
      claim: `This is not ${nameKnownAddress(poisoning.known, known)}`,
      evidence: isBlocked
        ? 'Its first and last 4 characters are the same, the rest is not.'
        : 'The 4 characters at one end are the same, the rest is not.',
    }
  }
  const wasPaid = known.paid.some((one) => isSameAddress(one, address))
  const contact = findContact(known.book, address)
  if (contact)
    return {
      state: 'pass',
      claim: `Saved in your address book as ${contact.name}`,
      evidence: wasPaid
        ? 'The same on every character. You sent to it from this browser before.'
        : 'The same on every character. Nothing was sent to it from this browser yet.',
    }
  if (isOwn)
    return { state: 'pass', claim: 'Your own account', evidence: 'What arrives there stays yours.' }
  if (wasPaid)
    return {
      state: 'pass',
      claim: 'You sent to it before',
      evidence: 'The same on every character as an address that you paid from this browser.',
    }
  return {
    state: 'caution',
    claim: 'The first time you send to it',
    evidence:
      'Nothing was sent to it from this browser with these accounts. Compare all of it with what the recipient gave you: what goes to a wrong address does not come back.',
  }
}

/** What the spelling tells: an EVM address in letters of one size has no checksum. */
export function checkSpelling(typed: string, arrival: ChainChoice): RecipientCheck {
  const body = /0x([0-9a-fA-F]{40})$/.exec(typed.trim())?.[1]
  const isBare = body !== undefined && (body === body.toLowerCase() || body === body.toUpperCase())
  return {
    state: isBare ? 'caution' : 'pass',
    claim: `Valid on ${arrival.chain.name}`,
    evidence: isBare
      ? 'It was typed without a checksum, so a wrong character would not be noticed.'
      : body === undefined
        ? 'It has the form of an address there.'
        : 'Its checksum is correct.',
  }
}

/** What is at an EVM address, as this browser reads it from the chains. */
export function checkCode(
  codes: AccountCodes | undefined,
  of: {
    arrival: ChainChoice
    isOwn: boolean
    chains: ReadonlyMap<string, ChainIdentity>
    hasFailed: boolean
  },
): RecipientCheck {
  const { arrival, isOwn, chains, hasFailed } = of
  const { name } = arrival.chain
  if (isOwn)
    return { state: 'pass', claim: 'No foreign contract', evidence: 'It is an account of yours.' }
  const code = codes?.get(arrival.chainId)
  if (!codes && !hasFailed)
    return {
      state: 'running',
      claim: 'Looking whether it is a contract',
      evidence: `Asking ${name}.`,
    }
  if (code === undefined)
    return {
      state: 'caution',
      claim: 'Not known whether it is a contract',
      evidence: `${name} did not answer this browser.`,
    }
  if (code === 'contract')
    return {
      state: 'caution',
      claim: `A contract on ${name}`,
      evidence: `It may be a shared wallet, or a program that cannot pass ${arrival.symbol} on. Send only if you know that it can.`,
    }
  const elsewhere = [...(codes ?? [])].flatMap(([chainId, one]) =>
    one === 'contract' ? [chains.get(chainId)?.name ?? chainId] : [],
  )
  if (elsewhere.length > 0)
    return {
      state: 'caution',
      claim: `A contract on ${new Intl.ListFormat('en').format(elsewhere)}, not on ${name}`,
      evidence: `Its owner may not be able to reach what arrives on ${name}. Ask first, or choose a chain where it is.`,
    }
  return {
    state: 'pass',
    claim: 'Not a contract',
    evidence:
      code === 'none'
        ? `It is a plain account on ${name}.`
        : `It is an account on ${name} that has a key of its own.`,
  }
}

/** What no address tells: whether an exchange needs a memo. */
export function checkExchange(arrival: ChainChoice): RecipientCheck {
  return {
    state: 'caution',
    claim: 'Is it an exchange?',
    evidence: `A memo or tag cannot be sent along. Send only if it asks for none and takes ${arrival.symbol} on ${arrival.chain.name}.`,
  }
}
