import { z } from 'zod'

import { describeBeta } from '../ids/beta.ts'
import { EvmAddress, isSameAddress, SolanaAddress } from '../ids/caip.ts'
import { boundedList } from './boundedList.ts'

/** Names of the account kinds on the wire; a deployment may rename them (discovery says how). */
export const defaultAccountTypes = {
  roleBased: 'role-based',
  basic: 'smartacct-v3.1-ecdsa',
  eip7702: 'smartacct-v3.3-ecdsa',
  solana: 'solana',
} as const

/** What a deployment calls its kinds and aggregates unless it is told otherwise. */
export const defaultNames = { aggregatedPrefix: 'agg', accountTypes: defaultAccountTypes } as const

/** A `type` on the wire. */
export const typeName = z.string().min(1).max(64)

/**
 * A role-based account: the session key approves day-to-day operations together with the service,
 * the admin key has full authority. Recognised by its two keys; `type` may be absent on input.
 */
export const RoleBasedAccount = z.object({
  type: typeName.optional(),
  sessionAddress: EvmAddress,
  adminAddress: EvmAddress,
  accountAddress: EvmAddress,
})
export type RoleBasedAccount = z.output<typeof RoleBasedAccount>

/** A basic account (`deploymentType` ERC4337 or absent) or an EIP-7702 one (signer = account). */
export const SignerAccount = z.object({
  type: typeName,
  signerAddress: EvmAddress,
  accountAddress: EvmAddress,
  deploymentType: z.enum(['ERC4337', 'EIP7702']).optional(),
})
export type SignerAccount = z.output<typeof SignerAccount>

/** A Solana account: the owner's address in base58. */
export const SolanaAccount = z
  .object({ type: typeName, accountAddress: SolanaAddress })
  .meta(describeBeta('Solana account'))
export type SolanaAccount = z.output<typeof SolanaAccount>

/** Any EVM account kind: what generation 1 takes. A Solana account is told where it is taken. */
export const EvmAccount = z.union([RoleBasedAccount, SignerAccount], {
  error: ({ input }) =>
    SolanaAccount.safeParse(input).success
      ? 'Expected an EVM account: generation 3 takes Solana accounts.'
      : undefined,
})
export type EvmAccount = z.output<typeof EvmAccount>

/** Any account kind. Source: specification section 2.1 and wire, "Accounts". */
export const Account = z.union([RoleBasedAccount, SignerAccount, SolanaAccount])
export type Account = z.output<typeof Account>

/** 1 to 10 accounts of any mix, each once. Source: specification section 8. */
export const Accounts = boundedList(Account, { least: 1, most: 10 }).refine(
  (accounts) =>
    new Set(accounts.map(({ accountAddress }) => toAddressKey(accountAddress))).size ===
    accounts.length,
  'The same account stands twice.',
)
export type Accounts = z.output<typeof Accounts>

/** The kind of an account, whatever its type is called in this deployment. */
export type AccountKind = 'roleBased' | 'basic' | 'eip7702' | 'solana'

/**
 * Tells the kind of an account from its fields. One that does not say how it is deployed and is its
 * own signer can only be EIP-7702: a contract's address is nobody's key.
 */
export function getAccountKind(account: Account): AccountKind {
  if ('sessionAddress' in account) return 'roleBased'
  if (!('signerAddress' in account)) return 'solana'
  const { signerAddress, accountAddress, deploymentType } = account
  const isOwnKey = deploymentType === undefined && isSameAddress(signerAddress, accountAddress)
  return isOwnKey || deploymentType === 'EIP7702' ? 'eip7702' : 'basic'
}

/** One spelling per address, for keys of maps: EVM lower case, base58 as it is. */
export function toAddressKey(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
