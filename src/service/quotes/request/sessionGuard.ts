import { type Account, toAddressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { SessionDefault } from '#protocol/accounts/sessionDefault.ts'
import { sessionPolicies, type SessionPolicy } from '#protocol/accounts/session.ts'
import type { Database } from '../../storage/database.ts'
import { findSessionRule } from '../../storage/tables/sessionRules.ts'
import { sessionBoundBps } from '../pricing/rates.ts'

/** What a session key signed: the facts its policy is checked against. */
export type SessionRequest = {
  /** All accounts that the client listed as its own. */
  accounts: readonly Account[]
  /** Who is paid; absent when only the owner can be. */
  recipient?: string
  /** Whether the operation makes contract calls. */
  makesCalls: boolean
  /** Contracts that the calls target or approve; absent when they were not recorded. */
  targets?: readonly EvmAddress[] | undefined
  /** Loss of the minimum output at feed prices, basis points; absent without an exchange. */
  shortBps?: () => Promise<bigint>
}

/** Checks what session keys may do; see {@link createSessionGuard}. */
export type SessionGuard = {
  /** Returns a sentence on why a session key may not sign for this use; undefined when it may. */
  findError: (account: RoleBasedAccount, use: SessionRequest) => Promise<string | undefined>
  /** Returns the policy of an account's session key, ignoring revocation. */
  getPolicy: (account: RoleBasedAccount) => Promise<SessionPolicy>
  /**
   * Whether a separate session key may not pay others; its swap minimums are held near the feeds.
   */
  isNarrowed: (account: Account) => Promise<boolean>
}

/**
 * Creates the guard of session keys: the admin's policy, or else the deployment's default.
 *
 * A key that may not pay others may pay accounts that its own admin controls alone or with this
 * very key. Listing an EVM account in the request is not enough: an attacker with the key would
 * list their own. Nor is sharing the admin key: anyone can create an account from that key and a
 * session key of their own. Solana accounts cannot prove their owner, so listed ones are accepted
 * unless the admin named recipients.
 *
 * Source: security rule 5; wire, "Accounts".
 */
export function createSessionGuard(options: {
  database: Database
  /** Default for session keys without a policy. */
  sessionDefault: SessionDefault
}): SessionGuard {
  const { database } = options
  const usual = sessionPolicies[options.sessionDefault]
  return {
    async findError(account, use) {
      const rule = await readRule(account)
      if (rule?.isRevoked)
        return `The admin ${account.adminAddress} has revoked the session key ${account.sessionAddress}.`
      return findError(rule?.policy ?? usual, { account, use })
    },
    async getPolicy(account) {
      return (await readRule(account))?.policy ?? usual
    },
    async isNarrowed(account) {
      if (!('sessionAddress' in account)) return false
      if (isSameAddress(account.sessionAddress, account.adminAddress)) return false
      return !((await readRule(account))?.policy ?? usual).paysOthers
    },
  }

  async function readRule({ accountAddress, sessionAddress }: RoleBasedAccount) {
    const key = { account: toAddressKey(accountAddress), session: toAddressKey(sessionAddress) }
    return findSessionRule(database, key)
  }
}

async function findError(
  policy: SessionPolicy,
  { account, use }: { account: RoleBasedAccount; use: SessionRequest },
): Promise<string | undefined> {
  const { sessionAddress } = account
  const { recipient } = use
  if (use.makesCalls && !policy.makesCalls)
    return `The session key ${sessionAddress} may not make contract calls: the admin signs them, or allows it.`
  const target = use.makesCalls && policy.targets && findForeignTarget(policy.targets, use)
  if (target)
    return `The session key ${sessionAddress} may not call or approve ${target}: the admin signs that, or allows it.`
  if (policy.paysOthers) return undefined
  if (recipient !== undefined && !isOwn(recipient, { account, use, policy }))
    return `The session key ${sessionAddress} may not pay ${recipient}: the admin signs that, or allows it.`
  const shortBps = (await use.shortBps?.()) ?? 0n
  if (shortBps <= sessionBoundBps) return undefined
  return (
    `The session key ${sessionAddress} may not sign what may come out ${shortBps} basis points under the price feeds, ` +
    `more than ${sessionBoundBps}: ask for a quote with less slippageTolerance, or the admin signs it.`
  )
}

/** Returns the first target that is not allowed, or a description when the targets are unknown. */
function findForeignTarget(
  allowed: readonly EvmAddress[],
  { targets }: SessionRequest,
): string | undefined {
  if (!targets) return 'contracts that were not written down (prepare the call again)'
  return targets.find((target) => !allowed.some((one) => isSameAddress(one, target)))
}

function isOwn(
  recipient: string,
  options: { account: RoleBasedAccount; use: SessionRequest; policy: SessionPolicy },
): boolean {
  const { account, use, policy } = options
  if (isSameAddress(recipient, account.accountAddress)) return true
  if (policy.recipients?.some((one) => isSameAddress(one, recipient))) return true
  const keys = [account.adminAddress, account.sessionAddress]
  return use.accounts.some((other) => {
    if (!isSameAddress(other.accountAddress, recipient)) return false
    if (!recipient.startsWith('0x')) return !policy.recipients
    return (
      isSameAddress(getOwner(other), account.adminAddress) &&
      keys.some((key) => isSameAddress(key, getActor(other)))
    )
  })
}

/** Returns the key that signs an account's day-to-day operations. */
function getActor(account: Account): string {
  return 'sessionAddress' in account ? account.sessionAddress : getOwner(account)
}

/** Returns the key with full authority over an account. */
function getOwner(account: Account): string {
  if ('adminAddress' in account) return account.adminAddress
  return 'signerAddress' in account ? account.signerAddress : ''
}
