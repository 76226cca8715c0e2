import { readApprover } from '#chains/evm/account/recoverSigner.ts'
import { decodeHex } from '#chains/solana/program/bytes.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import type { GivenSignature } from '#protocol/status/receipt.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import type { EvmOperationFacts, OperationFacts } from '../verifyQuote.ts'
import { getDigest } from './readGivenSignatures.ts'
import { buildAuthorization, isAuthorityOf, serializeAuthorization } from './signOne.ts'
import { isSolanaSignatureBy } from './signSolana.ts'

/** Checks a signature that was given for an operation: its digest, its key, and what it covers. */
export async function checkGivenSignature(
  operation: OperationFacts,
  given: GivenSignature,
): Promise<Check[]> {
  const number = given.operation + 1
  const digest = checkSame('signatures', translate('Digest of operation {number}', { number }), {
    actual: given.digest,
    expected: getDigest(operation),
  })
  if (operation.kind === 'evm') return [digest, ...(await checkOnEvm(operation, given))]
  const { dataToSign, account } = operation
  const isBy =
    given.key === account.accountAddress &&
    given.authorization === undefined &&
    isSolanaSignatureBy(given.key, { dataToSign, signature: decodeHex(given.signature) })
  return [digest, describeSigner(given, isBy)]
}

async function checkOnEvm(operation: EvmOperationFacts, given: GivenSignature): Promise<Check[]> {
  const { account, typedData, delegation } = operation
  const { key, signature, authorization } = given
  const own =
    'sessionAddress' in account
      ? [account.sessionAddress, account.adminAddress]
      : [account.signerAddress]
  const owner = own.find((one) => isSameAddress(one, key))
  const approver = await readApprover(typedData, signature)
  const isBy = owner !== undefined && approver !== undefined && isSameAddress(approver, owner)
  const signed = describeSigner(given, isBy)
  if (!delegation && authorization === undefined) return [signed]
  const isAuthorized =
    delegation !== undefined &&
    authorization !== undefined &&
    owner !== undefined &&
    (await isAuthorityOf(
      owner,
      serializeAuthorization(buildAuthorization(operation, delegation), authorization),
    ))
  return [
    signed,
    checkThat(
      'signatures',
      isAuthorized,
      isAuthorized
        ? translate('The smart account authorization is signed by {key}', { key })
        : translate('The smart account authorization is not signed by {key}', { key }),
    ),
  ]
}

function describeSigner({ key, operation }: GivenSignature, isMet: boolean): Check {
  const number = operation + 1
  return checkThat(
    'signatures',
    isMet,
    isMet
      ? translate('Operation {number} is signed by {key}', { number, key })
      : translate('Operation {number} is not signed by {key}', { number, key }),
  )
}
