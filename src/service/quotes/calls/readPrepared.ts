import { z } from 'zod/mini'

import type { Network } from '#networks/network.ts'
import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { type ChainId, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import { verifyQuoteSignature } from '#protocol/quotes/quoteSignature.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Storage } from '../../storage/database.ts'
import { findPreparedCall } from '../../storage/tables/preparedCalls.ts'
import type { SessionGuard } from '../request/sessionGuard.ts'
import { findSignatureError, type SigningChain } from '../request/findSignatureError.ts'

/** Chains that verify signatures, by id. */
export type SigningChains = ReadonlyMap<ChainId, SigningChain>

/** The parts of a call-quote request that identify its prepared call. */
export type ReceivedCallRequest = {
  accounts: readonly Account[]
  /** The request's tamper-proof signature. */
  signature: Hex
  /** The undecoded body: the signature covers unknown fields too. */
  receivedBody: unknown
}

/**
 * Verifies a call-quote request and returns the stored terms of its prepared call.
 *
 * @param options.quoteSigner - Raw Ed25519 public key of quote signatures, 32 bytes as hex.
 * @throws ServiceError QUOTE_TAMPERED when signature or accounts do not match; QUOTE_EXPIRED when it is
 *   ours and no longer kept.
 */
export async function readPrepared(
  { accounts, signature, receivedBody }: ReceivedCallRequest,
  options: { storage: Storage; network: Network; quoteSigner: Hex },
): Promise<PreparedTerms> {
  const { storage, network, quoteSigner } = options
  const row = await findPreparedCall(storage, signature.toLowerCase())
  const terms = row && PreparedTerms.parse(row.terms)
  const isSealed = verifyQuoteSignature(
    { accounts: terms?.accounts ?? accounts, chainOperation: getOperation(receivedBody) },
    { kind: 'prepared', network: network.name, signature, quoteSigner },
  )
  if (isSealed && !terms)
    throw new ServiceError('QUOTE_EXPIRED', 'This call is no longer kept: prepare it again.')
  const isWhole =
    isSealed && terms !== undefined && areSameAccounts(terms.accounts, { given: accounts, network })
  if (!isWhole) throw new ServiceError('QUOTE_TAMPERED', 'Incorrect tamper proof signature')
  return terms
}

/**
 * Checks that a key of the account signed its call, and a required EIP-7702 authorization.
 *
 * @throws ServiceError INVALID_SIGNATURE or DELEGATION-001; errors of a chain have
 *   ChainUnavailableError as cause.
 */
export async function checkSigner(
  operation: EvmChainOperation,
  terms: PreparedTerms,
  { signing, sessionGuard }: { signing: SigningChains; sessionGuard: SessionGuard },
): Promise<void> {
  const use = { accounts: terms.accounts, makesCalls: true, targets: terms.targets }
  const account = terms.accounts.find(({ accountAddress }) =>
    isSameAddress(accountAddress, terms.account),
  )
  const chain = signing.get(terms.targetChain)
  if (!account || !chain) throw new Error(`${terms.prepareId} names no account or chain of ours.`)
  const fault = await findSignatureError(operation, {
    account,
    chain,
    checkSession: (held) => sessionGuard.findError(held, use),
  })
  if (!fault) return
  const { code, field, message } = fault
  throw new ServiceError(code, message, { issues: [{ path: `chainOperation.${field}`, message }] })
}

const Received = z.looseObject({ chainOperation: z.optional(z.unknown()) })

function getOperation(receivedBody: unknown): unknown {
  return Received.safeParse(receivedBody).data?.chainOperation
}

function areSameAccounts(
  stored: readonly Account[],
  { given, network }: { given: readonly Account[]; network: Network },
): boolean {
  const types = Object.values(network.names.accountTypes)
  return (
    stored.length === given.length &&
    stored.every((account, index) => {
      const other = given[index]
      if (!other || getAccountKind(other) !== getAccountKind(account)) return false
      // The request may have omitted the type or used a name unknown to this deployment.
      const isOfKind =
        other.type === undefined || other.type === account.type || !types.includes(other.type)
      return (
        isOfKind &&
        getKeys(account).every((key, at) => isSameAddress(key, getKeys(other)[at] ?? ''))
      )
    })
  )
}

/** All addresses of an account, in a fixed order. */
function getKeys(account: Account): readonly string[] {
  const { accountAddress } = account
  if ('sessionAddress' in account)
    return [accountAddress, account.sessionAddress, account.adminAddress]
  return 'signerAddress' in account ? [accountAddress, account.signerAddress] : [accountAddress]
}
