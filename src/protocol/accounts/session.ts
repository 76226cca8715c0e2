import { z } from 'zod'

import { RoleBasedAccount } from './account.ts'
import { AmountText } from '../ids/amount.ts'
import { AccountAddress, EvmAddress } from '../ids/caip.ts'
import { Hex } from '../ids/hex.ts'
import { boundedList } from './boundedList.ts'

/** What holds for session keys of which their admin has said nothing. Source: security rule 5. */
export const SessionDefault = z.enum(['open', 'own-accounts'])
export type SessionDefault = z.output<typeof SessionDefault>

/** Most addresses in a list of a policy. */
const maxAddresses = 50

/** US dollars with at most two decimals, such as "250" or "99.50". */
const DollarsText = z
  .string()
  .regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, 'Expected US dollars, such as "250" or "99.50".')

/** What a session key may do beyond paying its owner's own accounts. Source: security rule 5. */
export const SessionPolicy = z
  .object({
    /**
     * Pay anybody. Otherwise it pays the admin's own accounts: those of the same admin key that the admin or
     * this session key acts for, Solana accounts that the request names among its own, and `recipients`.
     */
    paysOthers: z.boolean(),
    /** Make contract calls. */
    makesCalls: z.boolean(),
    /** Most that it may sign for within 24 hours, worth by the price feeds; absent: no limit. */
    maxUsdPerDay: DollarsText.optional(),
    /** Contracts that calls may go to and approve, on every chain; absent: any. */
    targets: boundedList(EvmAddress, { most: maxAddresses }).optional(),
    /** Whom it may pay besides; Solana accounts that are not in it then count as strangers. */
    recipients: boundedList(AccountAddress, { most: maxAddresses }).optional(),
  })
  .refine(
    ({ makesCalls, maxUsdPerDay, targets }) => !makesCalls || maxUsdPerDay === undefined || targets,
    {
      path: ['targets'],
      message: 'Name the targets: no limit a day holds calls that may go to any contract.',
    },
  )
export type SessionPolicy = z.output<typeof SessionPolicy>

/** The policy behind each default. */
export const sessionPolicies: Readonly<Record<SessionDefault, SessionPolicy>> = {
  open: { paysOthers: true, makesCalls: true },
  'own-accounts': { paysOthers: false, makesCalls: false },
}

const statementFields = {
  /** The session key that it is about is the account's. */
  account: RoleBasedAccount,
  /** Unix seconds until when the statement is taken, an hour ahead at most. */
  deadline: AmountText,
  /** By the admin key, 65 bytes over the statement's typed data; see {@link buildSessionTypedData}. */
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
 * said on one does not hold on another. A limit stands in it only where the policy has it.
 *
 * @param network - As discovery names it.
 * Source: security rules 5 and 11.
 */
export function buildSessionTypedData(
  statement: SessionStatement,
  network: string,
): {
  domain: { name: string; version: string }
  types: { SessionRule: { name: string; type: string }[] }
  primaryType: 'SessionRule'
  message: Record<string, unknown>
} {
  const { account, session, policy, deadline } = statement
  const { paysOthers = false, makesCalls = false, maxUsdPerDay, targets, recipients } = policy ?? {}
  const limits = [
    { name: 'maxUsdPerDay', type: 'string', value: maxUsdPerDay },
    { name: 'targets', type: 'address[]', value: targets },
    { name: 'recipients', type: 'string[]', value: recipients },
  ].filter(({ value }) => value !== undefined)
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
        ...limits.map(({ name, type }) => ({ name, type })),
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'SessionRule',
    message: {
      account,
      session,
      network,
      isRevoked: !policy,
      paysOthers,
      makesCalls,
      ...Object.fromEntries(limits.map(({ name, value }) => [name, value])),
      deadline,
    },
  }
}
