import { type AccountAddress, type EvmAddress, parseRecipient } from '#protocol/ids/caip.ts'
import { isEvmAccount, isSolanaAccount } from './parseQuote.ts'
import type { ParsedQuote } from './parsedQuote.ts'

/**
 * The address that must receive: the requested recipient, or else the user's first account of the
 * destination's ecosystem; undefined when there is none. Source: wire, "Quotes".
 */
export function getRecipient({
  request,
  destination,
}: Pick<ParsedQuote, 'request' | 'destination'>): AccountAddress | undefined {
  if (!destination) return undefined
  const isEvm = destination.kind === 'evm'
  const asked = request.to.account
  if (asked === undefined)
    return request.from.accounts.find(isEvm ? isEvmAccount : isSolanaAccount)?.accountAddress
  const address = parseRecipient(asked)?.address
  return address !== undefined && isEvmAddress(address) === isEvm ? address : undefined
}

/** {@link getRecipient} on an EVM chain; undefined otherwise. */
export function getEvmRecipient(
  quoted: Pick<ParsedQuote, 'request' | 'destination'>,
): EvmAddress | undefined {
  const recipient = getRecipient(quoted)
  return recipient !== undefined && isEvmAddress(recipient) ? recipient : undefined
}

function isEvmAddress(address: AccountAddress): address is EvmAddress {
  return address.startsWith('0x')
}
