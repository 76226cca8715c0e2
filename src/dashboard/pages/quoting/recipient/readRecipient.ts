import { findNamesChain } from '#networks/getChain.ts'
import { getOwnContracts } from '#networks/contracts.ts'
import type { Network } from '#networks/network.ts'
import type { Account } from '#protocol/accounts/account.ts'
import {
  type AccountAddress,
  type ChainId,
  type EvmAddress,
  getEvmChainNumber,
  isAddressOn,
  isSameAddress,
} from '#protocol/ids/caip.ts'
import { isNobodys, readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { describeAddressProblem } from '#dashboard/components/forms/fieldProblems.ts'
import { joinNames } from '../../../language/joinNames.ts'
import { translate } from '../../../language/translate.ts'
import { type ChosenAsset, getChains } from '../assets/assetChoices.ts'
import { findAddressPoisoning } from './addressPoisoning.ts'
import { findChainOfName } from './findChainOfName.ts'

/** The recipient, as parsed from the text. */
export type Recipient =
  | { kind: 'own' }
  /** Another address, or one of the user's own that is named explicitly. */
  | {
      kind: 'other'
      address: AccountAddress
      chainId: ChainId
      isOwn?: true
      /** Set for the default recipient: on any of its chains, or on the named one. */
      stays?: 'anywhere' | 'there'
    }
  | { kind: 'invalid'; text: string }

/** What a recipient is compared with. */
export type RecipientContext = {
  network: Parameters<typeof getOwnContracts>[0]
  accounts: readonly Account[]
  /** Known recipients; an address that imitates one of these is rejected. */
  recipients?: readonly string[]
}

/** Reads a recipient in any form that {@link readPastedAddress} reads; an empty text is the user's own account. */
export function readRecipient(
  text: string | undefined,
  of: {
    to: ChosenAsset | undefined
    known: RecipientContext
  },
): Recipient {
  const { to, known } = of
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return { kind: 'own' }
  const read = readPastedAddress(trimmed)
  if (read.kind !== 'address')
    return { kind: 'invalid', text: describeAddressError(trimmed, known.network) }
  const { address, chainId: named } = read
  const chainIds = getChains(to)
  const chainId = named ?? chainIds.find((id) => isAddressOn(address, id)) ?? chainIds[0]
  if (!chainId) return { kind: 'invalid', text: translate('Choose what to receive first.') }
  if (to && !isAddressOn(address, chainId))
    return { kind: 'invalid', text: describeWrongKind(address, to) }
  if (named && to && !to.asset.members.some((member) => member.chainId === chainId))
    return {
      kind: 'invalid',
      text: translate('{symbol} isn’t available on that chain.', { symbol: to.asset.symbol }),
    }
  if (named && to?.only && to.only.chainId !== chainId)
    return {
      kind: 'invalid',
      text: translate('You chose {symbol} on {name}.', {
        symbol: to.only.symbol,
        name: to.only.chain.name,
      }),
    }
  const lossReason = findLossReason(address, known.network)
  if (lossReason !== undefined)
    return {
      kind: 'invalid',
      text: translate('{reason}: anything sent to it is lost.', { reason: lossReason }),
    }
  const own = known.accounts.find(({ accountAddress }) => isAddressOn(accountAddress, chainId))
  // If another kind of chain could deliver too, the address decides on which.
  const isOneKind = chainIds.every((id) => isAddressOn(address, id))
  if (own && isSameAddress(address, own.accountAddress) && !named && isOneKind)
    return { kind: 'own' }
  const poisoning = findAddressPoisoning(address, known.recipients ?? [])
  if (poisoning?.level === 'block')
    return {
      kind: 'invalid',
      text: translate('It starts and ends like {known}, but it’s a different address.', {
        known: poisoning.known,
      }),
    }
  const isOwn = known.accounts.some((one) => isSameAddress(one.accountAddress, address))
  if (!isOwn) return { kind: 'other', address, chainId }
  const isFirst = own !== undefined && isSameAddress(address, own.accountAddress)
  const stays = named ? 'there' : 'anywhere'
  return { kind: 'other', address, chainId, isOwn, ...(isFirst && { stays }) }
}

function describeWrongKind(address: AccountAddress, { asset, only }: ChosenAsset): string {
  const members = only ? [only] : asset.members
  const { symbol } = asset
  const chains = joinNames(members.map(({ chain }) => chain.name))
  return isEvmAddress(address)
    ? translate('This address is for EVM chains. {symbol} can only be received on {chains}.', {
        symbol,
        chains,
      })
    : translate('This is a Solana address. {symbol} can only be received on {chains}.', {
        symbol,
        chains,
      })
}

/** Returns why funds sent to an address would be lost; undefined if they would not. */
export function findLossReason(
  address: AccountAddress,
  network: Parameters<typeof getOwnContracts>[0],
): string | undefined {
  if (isNobodys(address)) return translate('Nobody controls this address')
  const own = getOwnContracts(network).find(([, one]) => isSameAddress(one, address))
  if (!own) return undefined
  return own[0].startsWith('the token')
    ? translate('This is the token’s own contract')
    : translate('This is one of Estuary’s own contracts')
}

/** Describes what can be entered as the recipient of an asset: addresses, and names where they are looked up. */
export function describeAddressForms(
  to: ChosenAsset | undefined,
  network: Pick<Network, 'chains'>,
): string {
  const isEvm = getChains(to).map((chainId) => getEvmChainNumber(chainId) !== undefined)
  if (isEvm.length === 0) return translate('Address')
  if (!isEvm.includes(true))
    return findNamesChain(network, 'SNS')
      ? translate('Solana address or name.sol')
      : translate('Solana address or chain:address')
  const hasNames = findNamesChain(network, 'ENS') !== undefined
  if (isEvm.includes(false))
    return hasNames
      ? translate('0x\u2026, Solana address or name.eth')
      : translate('0x\u2026, Solana address or chain:address')
  return hasNames ? translate('0x\u2026 or name.eth') : translate('0x\u2026 or chain:address')
}

/** Returns the recipient's address; undefined if it is one of the user's accounts. */
export function findForeignAddress(
  { address }: { address: AccountAddress },
  accounts: readonly Account[],
): AccountAddress | undefined {
  const isOwn = accounts.some(({ accountAddress }) => isSameAddress(accountAddress, address))
  return isOwn ? undefined : address
}

/** Says what is wrong with a text that is no address, or what to do with a name where it is looked up. */
export function describeAddressError(text: string, network?: RecipientContext['network']): string {
  if (network && findChainOfName(network, text))
    return translate('Choose the address this name points to.')
  if (/^[^\s:]+\.(eth|sol)$/i.test(text))
    return translate('This name can’t be looked up here. Paste the address instead.')
  const read = readPastedAddress(text)
  return describeAddressProblem(read.kind === 'address' ? { kind: 'none' } : read)
}

/** Whether an address is on EVM chains. */
export function isEvmAddress(address: AccountAddress): address is EvmAddress {
  return address.startsWith('0x')
}
