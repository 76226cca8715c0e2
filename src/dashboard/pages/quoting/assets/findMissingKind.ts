import type { Account } from '#protocol/accounts/account.ts'
import { getEvmChainNumber, isAddressOn } from '#protocol/ids/caip.ts'
import { type ChosenAsset, getChains } from './assetChoices.ts'

/** The kind of account that a chosen asset needs and the user does not have; undefined if there is one. */
export function findMissingKind(
  chosen: ChosenAsset | undefined,
  accounts: readonly Account[],
): 'evm' | 'solana' | undefined {
  const chainIds = getChains(chosen)
  const isThere = accounts.some(({ accountAddress }) =>
    chainIds.some((id) => isAddressOn(accountAddress, id)),
  )
  if (isThere || accounts.length === 0) return undefined
  const [first] = chainIds
  return first && (getEvmChainNumber(first) === undefined ? 'solana' : 'evm')
}
