import { type AccountAddress, type EvmAddress, parseRecipient } from '#protocol/ids/caip.ts'
import { isEvmAccount, isSolanaAccount } from './readCase.ts'
import type { Case } from './quotedCase.ts'

/**
 * Who must receive: the recipient asked for, else the first own account of the destination's
 * ecosystem. Undefined when there is none there. Source: wire, "Quotes".
 */
export function recipientOf({
  request,
  destination,
}: Pick<Case, 'request' | 'destination'>): AccountAddress | undefined {
  if (!destination) return undefined
  const isEvm = destination.kind === 'evm'
  const asked = request.to.account
  if (asked === undefined)
    return request.from.accounts.find(isEvm ? isEvmAccount : isSolanaAccount)?.accountAddress
  const address = parseRecipient(asked)?.address
  return address !== undefined && isEvmAddress(address) === isEvm ? address : undefined
}

/** {@link recipientOf} where the destination is an EVM chain. */
export function evmRecipientOf(
  quoted: Pick<Case, 'request' | 'destination'>,
): EvmAddress | undefined {
  const recipient = recipientOf(quoted)
  return recipient !== undefined && isEvmAddress(recipient) ? recipient : undefined
}

function isEvmAddress(address: AccountAddress): address is EvmAddress {
  return address.startsWith('0x')
}
