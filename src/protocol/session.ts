import { z } from 'zod'

import { RoleBasedAccount } from './account.ts'
import { AmountText } from './amount.ts'
import { EvmAddress } from './caip.ts'
import { Hex } from './hex.ts'

/** What a session key may do beyond paying its owner's own accounts. Source: security rule 5. */
export const SessionPolicy = z.object({
  /** Pay accounts that are not the admin's. */
  paysOthers: z.boolean(),
  /** Make contract calls. */
  makesCalls: z.boolean(),
})
export type SessionPolicy = z.output<typeof SessionPolicy>

const statementFields = {
  /** The session key that it is about is the account's. */
  account: RoleBasedAccount,
  /** Unix seconds until when the statement is taken, an hour ahead at most. */
  deadline: AmountText,
  /** By the admin key, 65 bytes over the statement's typed data; see {@link sessionTypedData}. */
  signature: Hex,
}

/** Body of `POST /api/account/revoke-session` (ours). */
export const RevokeSessionRequest = z.object(statementFields)
export type RevokeSessionRequest = z.output<typeof RevokeSessionRequest>

/** Body of `POST /api/account/allow-session` (ours). */
export const AllowSessionRequest = z.object({ ...statementFields, policy: SessionPolicy })
export type AllowSessionRequest = z.output<typeof AllowSessionRequest>

/** 200 of both: what holds from now on, on every chain. */
export const SessionRecord = z.object({
  accountAddress: EvmAddress,
  sessionAddress: EvmAddress,
  isRevoked: z.boolean(),
  policy: SessionPolicy,
})
export type SessionRecord = z.output<typeof SessionRecord>

/** What an admin says about a session key: that it ends, or what it may do. */
export type SessionStatement = {
  account: EvmAddress
  session: EvmAddress
  /** Absent: the key is revoked. */
  policy?: SessionPolicy
  /** Unix seconds. */
  deadline: bigint
}

/**
 * The EIP-712 structure that an admin signs about a session key. It names no chain, because it holds
 * on all of them, also where the account does not stand yet; it names the network, so that what is
 * said on one does not hold on another.
 *
 * @param network - As discovery names it.
 * Source: security rules 5 and 11.
 */
export function sessionTypedData(statement: SessionStatement, network: string) {
  const { account, session, policy, deadline } = statement
  const { paysOthers = false, makesCalls = false } = policy ?? {}
  return {
    domain: { name: 'EstuarySession', version: '1' },
    types: {
      SessionRule: [
        { name: 'account', type: 'address' },
        { name: 'session', type: 'address' },
        { name: 'network', type: 'string' },
        { name: 'isRevoked', type: 'bool' },
        { name: 'paysOthers', type: 'bool' },
        { name: 'makesCalls', type: 'bool' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'SessionRule',
    message: { account, session, network, isRevoked: !policy, paysOthers, makesCalls, deadline },
  } as const
}
