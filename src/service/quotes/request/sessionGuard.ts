import { type Account, toAddressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import {
  type SessionDefault,
  sessionPolicies,
  type SessionPolicy,
} from '#protocol/accounts/session.ts'
import type { Database } from '../../storage/database.ts'
import { findSessionRule } from '../../storage/tables/sessionRules.ts'
import { sessionBoundBps } from '../pricing/rates.ts'

/** What an operation that a session key signed is for. */
export type SessionUse = {
  /** Everybody that the client named as their own. */
  accounts: readonly Account[]
  /** Who gets what is paid; absent when nobody else can. */
  recipient?: string
  /** Its owner's contract calls are in it. */
  makesCalls: boolean
  /** What calls go to and approve; absent when nobody wrote it down. */
  targets?: readonly EvmAddress[] | undefined
  /**
   * How many basis points less than what is given the least that comes of it is worth, by the feeds; absent
   * when nothing is exchanged.
   */
  shortBps?: () => Promise<bigint>
}

/** Says what session keys may do; see {@link createSessionGuard}. */
export type SessionGuard = {
  /** Why a session key may not sign for this, in a sentence; undefined when it may. */
  findError: (account: RoleBasedAccount, use: SessionUse) => Promise<string | undefined>
  /** What the session key of an account may do, unless it was revoked. */
  getPolicy: (account: RoleBasedAccount) => Promise<SessionPolicy>
  /** Whether an account has a session key of its own that may not pay others: then minimums hold it. */
  isNarrowed: (account: Account) => Promise<boolean>
}

/**
 * Makes what says what session keys may do: what their admin said, or else what the deployment does.
 *
 * A key that may not pay others pays the accounts that its own admin holds, alone or with this very key. That
 * a client names an EVM account in its quote is not enough: whoever stole the key would name theirs. Nor is the
 * admin's key: anybody can make an account of it and of a session key of their own, which nobody revokes. No
 * Solana account can prove whose it is: it is believed unless the admin named recipients.
 *
 * Source: security rule 5; wire, "Accounts".
 */
export function createSessionGuard(options: {
  database: Database
  /** Of session keys of which their admin has said nothing. */
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
  { account, use }: { account: RoleBasedAccount; use: SessionUse },
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

/** The first target that is not allowed, in words where none is known. */
function findForeignTarget(
  allowed: readonly EvmAddress[],
  { targets }: SessionUse,
): string | undefined {
  if (!targets) return 'contracts that were not written down (prepare the call again)'
  return targets.find((target) => !allowed.some((one) => isSameAddress(one, target)))
}

function isOwn(
  recipient: string,
  options: { account: RoleBasedAccount; use: SessionUse; policy: SessionPolicy },
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

/** The key that acts for an account from day to day. */
function getActor(account: Account): string {
  return 'sessionAddress' in account ? account.sessionAddress : getOwner(account)
}

/** The key with full authority over an account. */
function getOwner(account: Account): string {
  if ('adminAddress' in account) return account.adminAddress
  return 'signerAddress' in account ? account.signerAddress : ''
}
