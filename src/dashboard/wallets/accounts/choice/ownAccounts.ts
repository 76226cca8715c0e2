import { getEvmChains } from '#networks/getChain.ts'
import { predictAccount } from '#chains/evm/account/predictAccount.ts'
import type { Network } from '#networks/network.ts'
import type {
  AccountKind,
  EvmAccount,
  RoleBasedAccount,
  SignerAccount,
  SolanaAccount,
} from '#protocol/accounts/account.ts'
import type { EvmAddress, SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../../language/translate.ts'

/** The kinds of account that one key owns on EVM chains, in the order they are offered. */
export const evmKinds = ['roleBased', 'basic', 'eip7702'] as const satisfies readonly AccountKind[]

/** A kind of EVM account. */
export type EvmKind = (typeof evmKinds)[number]

/**
 * Computes the account of one kind that a key owns, from the compiled-in network. An EIP-7702
 * account is the key's own address.
 *
 * @throws Error when the network has no chain.
 */
export function computeOwnAccount(
  network: Network,
  { owner, kind }: { owner: EvmAddress; kind: EvmKind },
): EvmAccount {
  switch (kind) {
    case 'roleBased':
      return computeRoleAccount(network, owner)
    case 'basic':
      return computeBasicAccount(network, owner)
    case 'eip7702':
      return {
        type: network.names.accountTypes.eip7702,
        signerAddress: owner,
        accountAddress: owner,
        deploymentType: 'EIP7702',
      }
  }
}

/** Wraps a Solana address as an account; the address is the account. */
export function toSolanaAccount(network: Network, address: SolanaAddress): SolanaAccount {
  return { type: network.names.accountTypes.solana, accountAddress: address }
}

function computeBasicAccount(network: Network, owner: EvmAddress): SignerAccount {
  const origin = getEvmChains(network)[0]?.contracts
  if (!origin)
    throw new Error(translate('The network “{network}” has no chain.', { network: network.name }))
  return {
    type: network.names.accountTypes.basic,
    signerAddress: owner,
    accountAddress: predictAccount({ kind: 'basic', signer: owner }, origin),
    deploymentType: 'ERC4337',
  }
}

/**
 * Computes the role-based account whose session and admin keys are both `owner`. The address is
 * derived from the compiled-in network, so a malicious service cannot divert deposits.
 *
 * @throws Error when the network has no chain.
 */
export function computeRoleAccount(
  network: Network,
  owner: EvmAddress,
): RoleBasedAccount & { type: string } {
  const origin = getEvmChains(network)[0]?.contracts
  if (!origin)
    throw new Error(translate('The network “{network}” has no chain.', { network: network.name }))
  const accountAddress = predictAccount({ kind: 'roleBased', session: owner, admin: owner }, origin)
  return {
    type: network.names.accountTypes.roleBased,
    sessionAddress: owner,
    adminAddress: owner,
    accountAddress,
  }
}
