import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { Account, RoleBasedAccount } from '#protocol/accounts/account.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'

/** The part of a chain that verifies signatures. */
export type SigningChain = Pick<SettlementChain, 'recoverSigner' | 'checkDelegation'>

/** Which signature of an operation is invalid, and why. */
export type SignatureError = {
  code: 'INVALID_SIGNATURE' | 'DELEGATION-001'
  /** Path within the operation. */
  field: 'userOp.signature' | 'delegation.signature' | 'signature'
  message: string
}

/** Why an account's session key may not sign an operation; undefined when it may. */
export type CheckSession = (account: RoleBasedAccount) => Promise<string | undefined>

/**
 * Finds the first invalid signature of an operation: the owner's signature, then the authorization
 * that an EIP-7702 account needs before its first operation.
 *
 * @param options.checkSession - Called when the signer is a session key other than the admin.
 * @throws ChainUnavailableError when the authorization is needed and the chain does not answer.
 * Source: wire, "What is signed".
 */
export async function findSignatureError(
  operation: ChainOperation,
  options: { account: Account; chain: SigningChain; checkSession: CheckSession },
): Promise<SignatureError | undefined> {
  const { account, chain } = options
  const message = await findSignerError(operation, options)
  const field = isEvmOperation(operation) ? 'userOp.signature' : 'signature'
  if (message !== undefined) return { code: 'INVALID_SIGNATURE', field, message }
  const fault = await chain.checkDelegation(operation, account)
  if (!fault) return undefined
  return {
    code: fault.kind === 'elsewhere' ? 'DELEGATION-001' : 'INVALID_SIGNATURE',
    field: 'delegation.signature',
    message: fault.message,
  }
}

async function findSignerError(
  operation: ChainOperation,
  options: { account: Account; chain: SigningChain; checkSession: CheckSession },
): Promise<string | undefined> {
  const { account, chain, checkSession } = options
  if (!isSigned(operation)) return 'The operation is not signed.'
  const signer = await chain.recoverSigner(operation, account)
  if (signer === undefined) return describeWrongForm(operation)
  if (!getSigners(account).some((allowed) => isSameAddress(allowed, signer)))
    return `The operation is signed by ${signer}, which may not.`
  const isBySession = 'adminAddress' in account && !isSameAddress(account.adminAddress, signer)
  return isBySession ? checkSession(account) : undefined
}

function isSigned(operation: ChainOperation): boolean {
  if (isEvmOperation(operation)) return operation.userOp.signature !== '0x'
  const { signature = '' } = operation
  return signature !== '' && signature !== '0x'
}

function describeWrongForm(operation: ChainOperation): string {
  return isEvmOperation(operation)
    ? 'The signature is none over the operation: expected 65 bytes (r, s, v) or the 64 bytes of EIP-2098.'
    : 'The signature is not a base58 Ed25519 signature of the account over dataToSign.'
}

/** A Solana account is its own key. */
function getSigners(account: Account): readonly string[] {
  if (!account.accountAddress.startsWith('0x')) return [account.accountAddress]
  if ('sessionAddress' in account) return [account.sessionAddress, account.adminAddress]
  return 'signerAddress' in account ? [account.signerAddress] : []
}
