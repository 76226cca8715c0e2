import { getEvmChains } from '#networks/getChain.ts'
import type { Chain } from '#chains/ports/chain.ts'
import {
  getAccountKeys,
  type AccountOrigin,
  predictAccount,
} from '#chains/evm/account/predictAccount.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Network } from '#networks/network.ts'
import {
  getAccountKind,
  type EvmAccount,
  type PredictAddressRequest,
  type Account,
} from '#protocol/accounts/account.ts'
import {
  type ChainId,
  type EvmAddress,
  isSameAddress,
  checksumAddress,
} from '#protocol/ids/caip.ts'
import type { Names } from '#protocol/accounts/names.ts'
import { ServiceError } from '../../ServiceError.ts'

/**
 * Checks that every account's address is derived from its keys, or that a chain reports these keys
 * as its owner. An EIP-7702 account is its own key.
 *
 * @throws ServiceError ADDRESS_MISMATCH for the first account that fails.
 * Source: wire, "Accounts".
 */
export async function checkAccounts(
  accounts: readonly EvmAccount[],
  options: {
    origin: AccountOrigin
    chains: ReadonlyMap<ChainId, Chain>
    /** Returns an account's path within the request. */
    pathOf: (account: EvmAccount) => string
  },
): Promise<void> {
  for (const account of accounts) {
    if (isPredicted(account, options.origin)) continue
    if (getAccountKind(account) !== 'eip7702' && (await isHeldOnAnyChain(account, options.chains)))
      continue
    throw new ServiceError('ADDRESS_MISMATCH', 'Address mismatch', {
      issues: [
        {
          path: `${options.pathOf(account)}.accountAddress`,
          message: `${account.accountAddress} is not the account of these keys.`,
        },
      ],
    })
  }
}

/**
 * Returns what a network's account addresses derive from: one factory and one set of
 * implementations on all chains.
 *
 * @throws Error for a network without EVM chains.
 */
export function getAccountOrigin(network: Network): AccountOrigin {
  const [chain] = getEvmChains(network)
  if (!chain) throw new Error(`${network.name} has no chain.`)
  return chain.contracts
}

/**
 * Returns the address of an account on every EVM chain. Source: wire, "Accounts".
 *
 * @throws ServiceError INVALID_REQUEST for a type that is not a single-signer account: the address
 *   would be that of a different account.
 */
export function predictAddress(
  keys: PredictAddressRequest,
  options: { origin: AccountOrigin; types: Pick<Names['accountTypes'], 'basic' | 'eip7702'> },
): EvmAddress {
  const { origin, types } = options
  if ('sessionAddress' in keys)
    return predictAccount(
      { kind: 'roleBased', session: keys.sessionAddress, admin: keys.adminAddress },
      origin,
    )
  const { type, signerAddress, deploymentType } = keys
  const isBasic = type === types.basic && deploymentType !== 'EIP7702'
  const isDelegated = type === types.eip7702 || deploymentType === 'EIP7702'
  if (isBasic) return predictAccount({ kind: 'basic', signer: signerAddress }, origin)
  if (isDelegated && deploymentType !== 'ERC4337') return signerAddress
  throw new ServiceError('INVALID_REQUEST', `${type} is no account of one signer.`, {
    issues: [{ path: 'type', message: `Expected ${types.basic} or ${types.eip7702}.` }],
  })
}

function isPredicted(account: EvmAccount, origin: AccountOrigin): boolean {
  const keys = getAccountKeys(account)
  if (keys) return isSameAddress(predictAccount(keys, origin), account.accountAddress)
  return 'signerAddress' in account && isSameAddress(account.signerAddress, account.accountAddress)
}

/** One confirming chain is enough; unavailable chains are ignored. */
async function isHeldOnAnyChain(
  account: EvmAccount,
  chains: ReadonlyMap<ChainId, Chain>,
): Promise<boolean> {
  const answers = await Promise.all(
    [...chains.values()].map(async (chain) => {
      try {
        return await chain.isHeldBy(account)
      } catch (error) {
        if (findChainUnavailableError(error)) return false
        throw error
      }
    }),
  )
  return answers.some(Boolean)
}

/**
 * Creates the function that writes accounts as responses do: with the deployment's type name of
 * their kind and checksummed addresses.
 */
export function createAccountNormalizer(accountTypes: Names['accountTypes']) {
  return <account extends Account>(account: account): account & { type: string } => {
    const normalized = Object.entries(account).map(([field, value]) => [
      field,
      field.endsWith('Address') && isEvmText(value) ? checksumAddress(value) : value,
    ])
    return {
      ...account,
      ...Object.fromEntries(normalized),
      type: accountTypes[getAccountKind(account)],
    }
  }
}

function isEvmText(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
