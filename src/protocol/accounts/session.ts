import { z } from 'zod/mini'

import { RoleBasedAccount, boundedList } from './account.ts'
import { AmountText } from '../ids/amount.ts'
import { AccountAddress, EvmAddress } from '../ids/caip.ts'
import { Hex } from '../ids/hex.ts'
import type { SessionDefault } from './sessionDefault.ts'

/** Maximum addresses in each list of a policy. */
const maxAddresses = 50

/** US dollars with at most two decimals, such as "250" or "99.50". */
const DollarsText = z
  .string()
  .check(
    z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, 'Expected US dollars, such as "250" or "99.50".'),
  )

/** What a session key may do besides paying its owner's accounts. Source: security rule 5. */
export const SessionPolicy = z
  .object({
    /**
     * May pay anyone. Otherwise only the admin's own accounts (same admin key, operated by the
     * admin or this session key), the Solana accounts listed in the request, and `recipients`.
     */
    paysOthers: z.boolean(),
    /** May make contract calls. */
    makesCalls: z.boolean(),
    /** Maximum value it may sign for within 24 hours, at feed prices; unlimited when absent. */
    maxUsdPerDay: z.optional(DollarsText),
    /** Contracts that calls may target and approve, on every chain; any contract when absent. */
    targets: z.optional(boundedList(EvmAddress, { max: maxAddresses })),
    /** Additional payees; when given, Solana accounts not listed here count as third parties. */
    recipients: z.optional(boundedList(AccountAddress, { max: maxAddresses })),
  })
  .check(
    z.refine(
      ({ makesCalls, maxUsdPerDay, targets }) =>
        !makesCalls || maxUsdPerDay === undefined || targets,
      {
        path: ['targets'],
        message: 'Name the targets: no limit a day holds calls that may go to any contract.',
      },
    ),
  )
export type SessionPolicy = z.output<typeof SessionPolicy>

/** The policy of each default. */
export const sessionPolicies: Readonly<Record<SessionDefault, SessionPolicy>> = {
  open: { paysOthers: true, makesCalls: true },
  'own-accounts': { paysOthers: false, makesCalls: false },
}

const statementFields = {
  /** Its `sessionAddress` is the session key concerned. */
  account: RoleBasedAccount,
  /** Last Unix second at which the statement is accepted; at most one hour ahead. */
  deadline: AmountText,
  /** Signature of the admin key over {@link buildSessionTypedData}. */
  signature: Hex,
}

/** Body of `POST /api/account/revoke-session` (ours). */
export const RevokeSessionRequest = z.object(statementFields)
export type RevokeSessionRequest = z.output<typeof RevokeSessionRequest>

/** Body of `POST /api/account/allow-session` (ours). */
export const AllowSessionRequest = z.object({ ...statementFields, policy: SessionPolicy })
export type AllowSessionRequest = z.output<typeof AllowSessionRequest>

/** 200 of both endpoints: the session key's state, on every chain. */
export const SessionRecord = z.object({
  accountAddress: EvmAddress,
  sessionAddress: EvmAddress,
  isRevoked: z.boolean(),
  policy: SessionPolicy,
})
export type SessionRecord = z.output<typeof SessionRecord>

/** An admin's statement that revokes a session key or sets its policy. */
export type SessionStatement = {
  account: EvmAddress
  session: EvmAddress
  /** Absent: the key is revoked. */
  policy?: SessionPolicy | undefined
  /** Unix seconds. */
  deadline: bigint
}

/**
 * Builds the EIP-712 structure that an admin signs about a session key. It contains no chain id
 * because it applies on all chains, including those where the account is not deployed yet. It
 * contains the network's name so that it cannot be replayed on another network. Limits that the
 * policy does not set are left out.
 *
 * @param network - The network's name, as in the discovery answer.
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
