import type { Chain } from '#chains/ports/chain.ts'
import { readStatement } from '#chains/evm/account/recoverSigner.ts'
import type { Network } from '#networks/network.ts'
import { type RoleBasedAccount, toAddressKey } from '#protocol/accounts/account.ts'
import { type ChainId, isSameAddress } from '#protocol/ids/caip.ts'
import {
  type AllowSessionRequest,
  type RevokeSessionRequest,
  type SessionPolicy,
  type SessionRecord,
  sessionPolicies,
} from '#protocol/accounts/session.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Storage } from '../../storage/database.ts'
import { allowSession, revokeSession, type SessionRule } from '../../storage/tables/sessionRules.ts'
import { getAccountOrigin, checkAccounts } from './checkAccounts.ts'

/** Applies admins' statements about session keys; see {@link createSessions}. */
export type Sessions = {
  /** Revokes a session key permanently on every chain: the service no longer co-signs for it. */
  revoke(request: RevokeSessionRequest): Promise<SessionRecord>
  /** Sets what a session key may do besides paying its owner's accounts. */
  allow(request: AllowSessionRequest): Promise<SessionRecord>
}

/** Dependencies of {@link createSessions}. */
export type SessionsOptions = {
  storage: Storage
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
}

/** Maximum time until a statement's deadline, seconds. */
const maxSeconds = 3_600n

/**
 * Creates the handler of statements about session keys. Session keys have no power without the
 * co-signature, so a statement takes effect at once on every chain, deployed or not.
 *
 * Throws a ServiceError: ADDRESS_MISMATCH when the account does not belong to its keys;
 * INVALID_REQUEST for a deadline in the past or too far ahead, or when session and admin key are
 * the same; INVALID_SIGNATURE when the admin did not sign; CONFLICT when the key is revoked or a
 * later statement exists.
 *
 * Source: security rule 5.
 */
export function createSessions(service: SessionsOptions): Sessions {
  const { storage } = service
  return {
    async revoke(request) {
      await checkStatement(request, undefined, service)
      return toRecord(request, await revokeSession(storage, toSessionKey(request.account)))
    },
    async allow(request) {
      await checkStatement(request, request.policy, service)
      const statedUntil = BigInt(request.deadline)
      const rule = { ...toSessionKey(request.account), policy: request.policy, statedUntil }
      const changed = await allowSession(storage, rule)
      if (!changed)
        throw new ServiceError(
          'CONFLICT',
          `${request.account.sessionAddress} was revoked, or a statement with a later deadline is known.`,
        )
      return toRecord(request, changed)
    },
  }
}

async function checkStatement(
  { account, deadline, signature }: RevokeSessionRequest,
  policy: SessionPolicy | undefined,
  { storage, network, chains }: SessionsOptions,
): Promise<void> {
  if (isSameAddress(account.sessionAddress, account.adminAddress))
    throw buildStatementError(
      'account.sessionAddress',
      'The session key is the admin key: it rules itself.',
    )
  const now = BigInt(Math.floor((await storage.now()).getTime() / 1000))
  const until = BigInt(deadline)
  if (until < now || until > now + maxSeconds)
    throw buildStatementError(
      'deadline',
      `The deadline ${deadline} is not within an hour from ${now}: use seconds, not milliseconds.`,
    )
  const signer = await readStatement(
    {
      account: account.accountAddress,
      session: account.sessionAddress,
      deadline: until,
      policy,
    },
    { network: network.name, signature },
  )
  if (!isSameAddress(signer ?? '', account.adminAddress)) {
    const message = `The statement is not signed by ${account.adminAddress}, the admin.`
    throw new ServiceError('INVALID_SIGNATURE', message, {
      issues: [{ path: 'signature', message }],
    })
  }
  const origin = getAccountOrigin(network)
  await checkAccounts([account], { origin, chains, pathOf: () => 'account' })
}

function buildStatementError(path: string, message: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', message, { issues: [{ path, message }] })
}

function toSessionKey({ accountAddress, sessionAddress }: RoleBasedAccount) {
  return { account: toAddressKey(accountAddress), session: toAddressKey(sessionAddress) }
}

function toRecord(
  { account: { accountAddress, sessionAddress } }: RevokeSessionRequest,
  { isRevoked, policy }: SessionRule,
): SessionRecord {
  // A revoked key has no permissions left.
  const left = isRevoked || !policy ? sessionPolicies['own-accounts'] : policy
  return { accountAddress, sessionAddress, isRevoked, policy: left }
}
