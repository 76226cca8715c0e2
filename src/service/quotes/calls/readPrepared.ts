import type { Network } from '#networks/network.ts'
import type { Account } from '#protocol/account.ts'
import type { CallQuoteRequest } from '#protocol/callQuote.ts'
import { isSameAddress } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import type { EvmChainOperation } from '#protocol/operation.ts'
import { PreparedTerms } from '#protocol/preparedTerms.ts'
import { isSealed } from '#protocol/seal.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Storage } from '../../storage/database.ts'
import { findPreparedCall } from '../../storage/preparedCalls.ts'

/** Who signed an operation, in one of the forms that its account takes; undefined: nobody. */
export type RecoverSigner = (operation: EvmChainOperation) => Promise<string | undefined>

/**
 * The stored call that a request brings back, once its seal and its accounts hold.
 *
 * @param options.receivedBody - The body before decoding: the seal covers added fields too.
 * @throws ServiceError QUOTE_TAMPERED.
 */
export async function readPrepared(
  { tamperProofSignature: signature }: Pick<CallQuoteRequest, 'tamperProofSignature'>,
  options: {
    accounts: readonly Account[]
    receivedBody: unknown
    storage: Storage
    network: Network
    /** Raw Ed25519 public key of the seal, 32 bytes as hex. */
    quoteSigner: Hex
  },
): Promise<PreparedTerms> {
  const row = await findPreparedCall(options.storage, signature.toLowerCase())
  const terms = row && PreparedTerms.parse(row.terms)
  const isWhole =
    terms !== undefined &&
    isSealed(
      { accounts: terms.accounts, chainOperation: operationIn(options.receivedBody) },
      {
        kind: 'prepared',
        network: options.network.name,
        signature,
        quoteSigner: options.quoteSigner,
      },
    ) &&
    areSameAccounts(terms.accounts, options.accounts)
  if (!isWhole) throw new ServiceError('QUOTE_TAMPERED', 'Incorrect tamper proof signature')
  return terms
}

/**
 * Makes sure that a key of the account signed its call.
 *
 * @throws ServiceError INVALID_SIGNATURE.
 */
export async function checkSigner(
  operation: EvmChainOperation,
  { terms, recoverSigner }: { terms: PreparedTerms; recoverSigner: RecoverSigner },
): Promise<void> {
  const account = terms.accounts.find(({ accountAddress }) =>
    isSameAddress(accountAddress, terms.account),
  )
  const signer = await recoverSigner(operation)
  if (signersOf(account).some((allowed) => isSameAddress(allowed, signer ?? ''))) return
  const message =
    operation.userOp.signature === '0x'
      ? 'The operation is not signed.'
      : 'The operation is not signed by a key of its account.'
  throw new ServiceError('INVALID_SIGNATURE', message, {
    issues: [{ path: 'chainOperation.userOp.signature', message }],
  })
}

function operationIn(receivedBody: unknown): unknown {
  return typeof receivedBody === 'object' &&
    receivedBody !== null &&
    'chainOperation' in receivedBody
    ? receivedBody.chainOperation
    : undefined
}

function areSameAccounts(stored: readonly Account[], given: readonly Account[]): boolean {
  return (
    stored.length === given.length &&
    stored.every(({ accountAddress }, index) =>
      isSameAddress(accountAddress, given[index]?.accountAddress ?? ''),
    )
  )
}

function signersOf(account: Account | undefined): readonly string[] {
  if (!account) return []
  if ('sessionAddress' in account) return [account.sessionAddress, account.adminAddress]
  return 'signerAddress' in account ? [account.signerAddress] : []
}
