import { type Account, addressKey, type RoleBasedAccount } from '#protocol/account.ts'
import { isSameAddress } from '#protocol/caip.ts'
import type { Database } from '../storage/database.ts'
import { findSessionRule } from '../storage/sessionRules.ts'
import { sessionBoundBps } from './rates.ts'

/** What an operation that a session key signed is for. */
export type SessionUse = {
  /** Everybody that the client named as their own. */
  accounts: readonly Account[]
  /** Who gets what is paid; absent when nobody else can. */
  recipient?: string
  makesCalls: boolean
  /**
   * How many basis points less than what is given the least that comes of it is worth, by the feeds; absent
   * when nothing is exchanged.
   */
  shortBps?: () => Promise<bigint>
}

/**
 * Why a session key may not sign for this, in a sentence.
 *
 * A session key may pay the accounts that its own admin holds, alone or with this very key. That a client
 * names an account in its quote is not enough: whoever stole the key would name theirs. Nor is the admin's key:
 * anybody can make an account of it and of a session key of their own, which nobody revokes.
 *
 * @returns Undefined when it may.
 * Source: security rule 5.
 */
export async function sessionFault(
  database: Database,
  { account, use }: { account: RoleBasedAccount; use: SessionUse },
): Promise<string | undefined> {
  const { accountAddress, sessionAddress, adminAddress } = account
  const rule = await findSessionRule(database, {
    account: addressKey(accountAddress),
    session: addressKey(sessionAddress),
  })
  if (rule?.isRevoked)
    return `The admin ${adminAddress} has revoked the session key ${sessionAddress}.`
  if (use.makesCalls && !rule?.makesCalls)
    return `The session key ${sessionAddress} may not make contract calls: the admin signs them, or allows it.`
  if (rule?.paysOthers) return undefined
  const { recipient } = use
  if (recipient !== undefined && !isOwn(recipient, { account, use }))
    return `The session key ${sessionAddress} may not pay ${recipient}: the admin signs that, or allows it.`
  const shortBps = (await use.shortBps?.()) ?? 0n
  if (shortBps <= sessionBoundBps) return undefined
  return (
    `The session key ${sessionAddress} may not sign what may come out ${shortBps} basis points under the price feeds, ` +
    `more than ${sessionBoundBps}: ask for a quote with less slippageTolerance, or the admin signs it.`
  )
}

/** Whether an account has a session key of its own that may not pay others: then minimums hold it. */
export async function isNarrowed(database: Database, account: Account): Promise<boolean> {
  if (!('sessionAddress' in account)) return false
  const { accountAddress, sessionAddress, adminAddress } = account
  if (isSameAddress(sessionAddress, adminAddress)) return false
  const rule = await findSessionRule(database, {
    account: addressKey(accountAddress),
    session: addressKey(sessionAddress),
  })
  return rule?.paysOthers !== true
}

function isOwn(
  recipient: string,
  { account, use }: { account: RoleBasedAccount; use: SessionUse },
): boolean {
  if (isSameAddress(recipient, account.accountAddress)) return true
  const keys = [account.adminAddress, account.sessionAddress]
  return use.accounts.some(
    (other) =>
      isSameAddress(other.accountAddress, recipient) &&
      isSameAddress(ownerOf(other), account.adminAddress) &&
      keys.some((key) => isSameAddress(key, actorOf(other))),
  )
}

/** The key that acts for an account from day to day. */
function actorOf(account: Account): string {
  return 'sessionAddress' in account ? account.sessionAddress : ownerOf(account)
}

/** The key with full authority over an account. */
function ownerOf(account: Account): string {
  if ('adminAddress' in account) return account.adminAddress
  return 'signerAddress' in account ? account.signerAddress : ''
}
