import { isSameAddress } from '#protocol/ids/caip.ts'
import type { AccountCodes } from '#dashboard/api/chains/accountCodes.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import type { CheckState } from '#dashboard/components/status/CheckRow.tsx'
import { joinNames } from '../../../language/joinNames.ts'
import { translate } from '../../../language/translate.ts'
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
      claim: translate('This is not {known}', {
        known: nameKnownAddress(poisoning.known, known),
      }),
      evidence: isBlocked
        ? translate('Its first and last 4 characters are the same, the rest is not.')
        : translate('The 4 characters at one end are the same, the rest is not.'),
    }
  }
  const wasPaid = known.paid.some((one) => isSameAddress(one, address))
  const contact = findContact(known.book, address)
  if (contact)
    return {
      state: 'pass',
      claim: translate('Saved in your address book as {name}', { name: contact.name }),
      evidence: wasPaid
        ? translate('The same on every character. You sent to it from this browser before.')
        : translate('The same on every character. Nothing was sent to it from this browser yet.'),
    }
  if (isOwn)
    return {
      state: 'pass',
      claim: translate('Your own account'),
      evidence: translate('What arrives there stays yours.'),
    }
  if (wasPaid)
    return {
      state: 'pass',
      claim: translate('You sent to it before'),
      evidence: translate(
        'The same on every character as an address that you paid from this browser.',
      ),
    }
  return {
    state: 'caution',
    claim: translate('You have not sent to this address before'),
    evidence: translate(
      'Nothing was sent to it from this browser with these accounts. Compare all of it with what the recipient gave you: what goes to a wrong address does not come back.',
    ),
  }
}

/** What the spelling tells: an EVM address in letters of one size has no checksum. */
export function checkSpelling(typed: string, arrival: ChainChoice): RecipientCheck {
  const body = /0x([0-9a-fA-F]{40})$/.exec(typed.trim())?.[1]
  const isBare = body !== undefined && (body === body.toLowerCase() || body === body.toUpperCase())
  return {
    state: isBare ? 'caution' : 'pass',
    claim: translate('Valid on {chain}', { chain: arrival.chain.name }),
    evidence: isBare
      ? translate('It was typed without a checksum, so a wrong character would not be noticed.')
      : body === undefined
        ? translate('It has the form of an address there.')
        : translate('Its checksum is correct.'),
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
    return {
      state: 'pass',
      claim: translate('No foreign contract'),
      evidence: translate('It is an account of yours.'),
    }
  const code = codes?.get(arrival.chainId)
  if (!codes && !hasFailed)
    return {
      state: 'running',
      claim: translate('Looking whether it is a contract'),
      evidence: translate('Asking {chain}.', { chain: name }),
    }
  if (!codes || code === undefined)
    return {
      state: 'caution',
      claim: translate('Not known whether it is a contract'),
      evidence: translate('{chain} did not answer this browser.', { chain: name }),
    }
  return (
    checkContract({ codes, arrival, chains }) ?? {
      state: 'pass',
      claim: translate('Not a contract'),
      evidence:
        code === 'none'
          ? translate('It is a plain account on {chain}.', { chain: name })
          : translate('It is an account on {chain} that has a key of its own.', { chain: name }),
    }
  )
}

/** A contract there or on another chain. */
function checkContract(of: {
  codes: AccountCodes
  arrival: ChainChoice
  chains: ReadonlyMap<string, ChainIdentity>
}): RecipientCheck | undefined {
  const { codes, arrival, chains } = of
  const { name } = arrival.chain
  if (codes.get(arrival.chainId) === 'contract')
    return {
      state: 'caution',
      claim: translate('A contract on {chain}', { chain: name }),
      evidence: translate(
        'It may be a shared wallet, or a program that cannot pass {symbol} on. Send only if you know that it can.',
        { symbol: arrival.symbol },
      ),
    }
  const elsewhere = [...codes].flatMap(([chainId, one]) =>
    one === 'contract' ? [chains.get(chainId)?.name ?? chainId] : [],
  )
  if (elsewhere.length === 0) return undefined
  return {
    state: 'caution',
    claim: translate('A contract on {chains}, not on {chain}', {
      chains: joinNames(elsewhere),
      chain: name,
    }),
    evidence: translate(
      'Its owner may not be able to reach what arrives on {chain}. Ask first, or choose a chain where it is.',
      { chain: name },
    ),
  }
}

/** What no address tells: whether an exchange needs a memo. */
export function checkExchange(arrival: ChainChoice): RecipientCheck {
  return {
    state: 'caution',
    claim: translate('Is it an exchange?'),
    evidence: translate(
      'A memo or tag cannot be sent along. Send only if it asks for none and takes {symbol} on {chain}.',
      { symbol: arrival.symbol, chain: arrival.chain.name },
    ),
  }
}
