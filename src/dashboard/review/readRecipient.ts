import { type EvmAddress, evmChainNumber, parseRecipient } from '#protocol/caip.ts'
import { type Case, isEvmAccount } from './readCase.ts'

/**
 * Who must receive: the recipient asked for, else the first own account of the destination's
 * ecosystem. Undefined when there is none on an EVM chain. Source: decisions, "Quotes".
 */
export function recipientOf({ request }: Pick<Case, 'request'>): EvmAddress | undefined {
  const asked = request.to.account
  if (asked === undefined) return request.from.accounts.find(isEvmAccount)?.accountAddress
  const parsed = parseRecipient(asked)
  if (!parsed || evmChainNumber(parsed.chainId) === undefined) return undefined
  return isEvmAddress(parsed.address) ? parsed.address : undefined
}

function isEvmAddress(address: string): address is EvmAddress {
  return address.startsWith('0x')
}
