import { z } from 'zod/mini'

import { describeBeta } from '../ids/beta.ts'
import { EvmAddress, isSameAddress, SolanaAddress } from '../ids/caip.ts'

/**
 * Builds the schema of a list with a maximum length. Items beyond the maximum are not validated:
 * an attacker could otherwise make the service hash every address of a very long list.
 *
 * @param item - Schema of one item.
 * @param bounds - Minimum and maximum number of items.
 */
export function boundedList<item extends z.ZodMiniType>(
  item: item,
  { min = 0, max }: { min?: number; max: number },
) {
  return z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? value.slice(0, max + 1) : value)),
    z.array(item).check(z.minLength(min), z.maxLength(max, `Expected at most ${max} items.`)),
  )
}

/** Wire names of the account kinds; a deployment may rename them (discovery lists its names). */
export const defaultAccountTypes = {
  roleBased: 'role-based',
  basic: 'smartacct-v3.1-ecdsa',
  eip7702: 'smartacct-v3.3-ecdsa',
  solana: 'solana',
} as const

/** Names that a deployment uses unless it is configured otherwise. */
export const defaultNames = { aggregatedPrefix: 'agg', accountTypes: defaultAccountTypes } as const

/** The `type` field of an account on the wire. */
export const typeName = z.string().check(z.minLength(1), z.maxLength(64))

/**
 * A role-based account: the session key approves day-to-day operations together with the service,
 * the admin key has full authority. Recognized by its two keys; `type` is optional on input.
 */
export const RoleBasedAccount = z.object({
  type: z.optional(typeName),
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
  deploymentType: z.optional(z.enum(['ERC4337', 'EIP7702'])),
})
export type SignerAccount = z.output<typeof SignerAccount>

/** A Solana account, identified by its owner's base58 address. */
export const SolanaAccount = z
  .object({ type: typeName, accountAddress: SolanaAddress })
  .check(z.meta(describeBeta('Solana account')))
export type SolanaAccount = z.output<typeof SolanaAccount>

/** Any EVM account kind, as generation 1 accepts. Solana accounts are referred to generation 3. */
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

/** 1 to 10 accounts of any kinds, without duplicates. Source: specification section 8. */
export const Accounts = boundedList(Account, { min: 1, max: 10 }).check(
  z.refine(
    (accounts) =>
      new Set(accounts.map(({ accountAddress }) => toAddressKey(accountAddress))).size ===
      accounts.length,
    'The same account stands twice.',
  ),
)
export type Accounts = z.output<typeof Accounts>

/** The kind of an account, independent of the deployment's `type` names. */
export type AccountKind = 'roleBased' | 'basic' | 'eip7702' | 'solana'

/**
 * Returns the kind of an account from its fields. An account without `deploymentType` that is its
 * own signer can only be EIP-7702: no private key exists for a contract's address.
 */
export function getAccountKind(account: Account): AccountKind {
  if ('sessionAddress' in account) return 'roleBased'
  if (!('signerAddress' in account)) return 'solana'
  const { signerAddress, accountAddress, deploymentType } = account
  const isOwnKey = deploymentType === undefined && isSameAddress(signerAddress, accountAddress)
  return isOwnKey || deploymentType === 'EIP7702' ? 'eip7702' : 'basic'
}

/** Returns an address in canonical form for map keys: EVM in lower case, base58 unchanged. */
export function toAddressKey(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

/** Body of `POST /api/account/predict-address` (ours): the account's keys. */
export const PredictAddressRequest = z.union([
  z.pick(RoleBasedAccount, { sessionAddress: true, adminAddress: true }),
  z.pick(SignerAccount, { type: true, signerAddress: true, deploymentType: true }),
])
export type PredictAddressRequest = z.output<typeof PredictAddressRequest>

/** 201 of predict-address; the address is the same on every EVM chain. */
export const PredictAddressAnswer = z.object({ predictedAddress: EvmAddress })
export type PredictAddressAnswer = z.output<typeof PredictAddressAnswer>
