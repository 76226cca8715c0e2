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
      claim: translate('This isn’t {known}', {
        known: nameKnownAddress(poisoning.known, known),
      }),
      evidence: isBlocked
        ? translate('The first and last 4 characters match, but the rest doesn’t.')
        : translate('4 characters at one end match, but the rest doesn’t.'),
    }
  }
  if (known.wallets.some((one) => isSameAddress(one, address)))
    return {
      state: 'pass',
      claim: translate('Your own wallet'),
      evidence: translate('Funds sent there leave this account, and stay yours.'),
    }
  const contact = findContact(known.book, address)
  if (known.paid.some((one) => isSameAddress(one, address)))
    return {
      state: 'pass',
      claim: contact
        ? translate('Saved in your address book as {name}', { name: contact.name })
        : translate('You’ve sent to it before'),
      evidence: translate('Every character matches an address you’ve paid from this browser.'),
    }
  if (isOwn)
    return {
      state: 'pass',
      claim: translate('Your own account'),
      evidence: translate('Funds sent there stay yours.'),
    }
  // A name is no evidence: whoever pasted an address may have saved it a moment ago.
  return {
    state: 'caution',
    claim: contact
      ? translate('You haven’t sent to {name} before', { name: contact.name })
      : translate('You haven’t sent to this address before'),
    evidence: translate(
      'Nothing has been sent to it from this browser with these accounts. Compare the full address with the one you were given: funds sent to a wrong address can’t be recovered.',
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
      ? translate('It was entered without a checksum, so a wrong character wouldn’t be noticed.')
      : body === undefined
        ? translate('It has a valid address format there.')
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
      claim: translate('Not a third-party contract'),
      evidence: translate('It’s one of your accounts.'),
    }
  const code = codes?.get(arrival.chainId)
  if (!codes && !hasFailed)
    return {
      state: 'running',
      claim: translate('Checking whether it’s a contract'),
      evidence: translate('Checking {chain}.', { chain: name }),
    }
  if (!codes || code === undefined)
    return {
      state: 'caution',
      claim: translate('Couldn’t check whether it’s a contract'),
      evidence: translate('{chain} didn’t respond to this browser.', { chain: name }),
    }
  return (
    checkContract({ codes, arrival, chains }) ?? {
      state: 'pass',
      claim: translate('Not a contract'),
      evidence:
        code === 'none'
          ? translate('It’s a regular account on {chain}.', { chain: name })
          : translate('It’s an account with its own key on {chain}.', { chain: name }),
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
        'It may be a shared wallet, or a contract that can’t send {symbol} on. Send only if you know it can.',
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
      'Its owner may not be able to access funds on {chain}. Ask first, or choose a chain where it’s deployed.',
      { chain: name },
    ),
  }
}

/** What no address tells: whether an exchange needs a memo. */
export function checkExchange(arrival: ChainChoice): RecipientCheck {
  return {
    state: 'caution',
    claim: translate('Sending to an exchange?'),
    evidence: translate(
      'You can’t include a memo or tag. Send only if the exchange requires none and accepts {symbol} on {chain}.',
      { symbol: arrival.symbol, chain: arrival.chain.name },
    ),
  }
}
