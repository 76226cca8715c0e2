import { getAccountKeys, buildDeployment } from '#chains/evm/account/predictAccount.ts'
import { buildApproveTypedData, getOperationNonce } from '#protocol/orders/approval.ts'
import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import { getAccountKind, type EvmAccount } from '#protocol/accounts/account.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkAddress, checkSame, checkThat } from '../claims/check.ts'
import { describeOn } from './assetNames.ts'
import { getSolanaVerifier } from '../cases/parseQuote.ts'
import type { ParsedQuote, ParsedEvmOperation } from '../cases/parsedQuote.ts'

/** Checks that every operation could be decoded, and the account, chain and nonce of each. */
export function checkOperations(quoted: ParsedQuote): Check[] {
  const { unreadable, operations } = quoted
  return [
    checkThat(
      'calls',
      unreadable.length === 0 && operations.length > 0,
      unreadable[0]
        ? translate('Operation {number} can’t be read: {reason}', {
            number: unreadable[0].index + 1,
            reason: unreadable[0].reason,
          })
        : translate('{count} decoded', { count: operations.length }),
    ),
    ...operations.flatMap((read) =>
      read.kind === 'evm'
        ? [...checkOperation(read), ...checkNonce(read, quoted)]
        : getSolanaVerifier(quoted).checkOperation(read),
    ),
  ]
}

/** Checks every EVM operation, except its nonce and calls. */
export function checkOperation(read: ParsedEvmOperation): Check[] {
  return [
    ...checkChain(read),
    ...checkTypedData(read),
    ...checkSponsor(read),
    ...checkDeployment(read),
    ...checkDelegation(read),
  ]
}

/** Checks that domain and asset are on the same chain, and the sender is the user's account. */
function checkChain({ operation, chain, asset, account, index }: ParsedEvmOperation): Check[] {
  const number = index + 1
  return [
    checkSame('chain', translate('Chain of operation {number}', { number }), {
      actual: chain.chainId,
      expected: asset.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
    checkSame('asset', translate('Asset of operation {number}', { number }), {
      actual: operation.assetType,
      expected: asset.assetType,
      describe: (text) => (text === asset.assetType ? describeOn(asset, chain) : text),
    }),
    checkAddress('accounts', translate('Sender of operation {number}', { number }), {
      actual: operation.userOp.sender,
      expected: account.accountAddress,
    }),
  ]
}

/** Rebuilds the typed data from the operation and compares it. */
function checkTypedData({ operation, chain, index }: ParsedEvmOperation): Check[] {
  const { sender, callData, nonce } = operation.userOp
  const typedData = buildApproveTypedData(
    { sender, callData, nonce: BigInt(nonce) },
    { chainNumber: chain.chainNumber, domain: chain.approveDomain },
  )
  const hash = typedData.message.callDataAndNonceHash
  const isMet = canonicalizeJson(typedData) === canonicalizeJson(operation.typedDataToSign)
  const evidence = isMet
    ? translate('Hash computed here matches the typed data: {hash}', {
        hash: `${hash.slice(0, 8)}\u2026${hash.slice(-4)}`,
      })
    : translate('The typed data of operation {number} doesn’t match its call data ({hash})', {
        number: index + 1,
        hash,
      })
  return [
    checkThat('callData', isMet, evidence),
    checkThat(
      'callData',
      callData === callData.toLowerCase(),
      translate('Call data of operation {number} is lowercase', { number: index + 1 }),
      translate('Call data of operation {number} has capital letters', { number: index + 1 }),
    ),
  ]
}

function checkNonce(
  { operation, chain, index }: ParsedEvmOperation,
  { quote }: ParsedQuote,
): Check[] {
  return [
    checkSame('nonce', translate('Nonce of operation {number}', { number: index + 1 }), {
      actual: operation.userOp.nonce,
      expected: getOperationNonce(quote.id, { chainId: chain.chainId, index }),
    }),
    checkThat(
      'nonce',
      quote.id === quote.id.toLowerCase(),
      translate('The ID is lowercase'),
      translate('The ID is not lowercase'),
    ),
  ]
}

function checkSponsor({ operation, chain }: ParsedEvmOperation): Check[] {
  return [
    checkAddress('sponsor', translate('Sponsor on {name}', { name: chain.name }), {
      actual: operation.userOp.paymaster,
      expected: chain.contracts.paymaster,
    }),
  ]
}

/** Checks that a new account is deployed by the pinned factory, with the account's own keys. */
function checkDeployment({ operation, chain, account }: ParsedEvmOperation): Check[] {
  const { factory, factoryData } = operation.userOp
  if (operation.delegation && factory === undefined && factoryData === undefined) return []
  if (factory === undefined && factoryData === undefined)
    return [
      checkThat('deployment', true, translate('Already deployed on {name}', { name: chain.name })),
    ]
  const keys = getAccountKeys(account)
  if (!keys || factory === undefined)
    return [checkThat('deployment', false, translate('Nothing can be deployed for this account'))]
  const expected = buildDeployment(keys, chain.contracts)
  return [
    checkAddress('deployment', translate('Factory on {name}', { name: chain.name }), {
      actual: factory,
      expected: expected.factory,
    }),
    checkThat(
      'deployment',
      factoryData === expected.factoryData,
      factoryData === expected.factoryData
        ? describeKeys(account, chain)
        : translate('The factory would be called with keys that aren’t yours'),
    ),
  ]
}

/**
 * Checks that an authorization is requested only for an EIP-7702 account and the pinned delegate.
 * Its chain is not part of the answer: signing uses the domain's chain. Source: security rule 11.
 */
function checkDelegation({ operation, chain, account, index }: ParsedEvmOperation): Check[] {
  const { delegation } = operation
  if (!delegation) return []
  const isOwnKey = getAccountKind(account) === 'eip7702'
  return [
    checkThat(
      'deployment',
      isOwnKey,
      isOwnKey
        ? translate('Operation {number} turns your own address into a smart account on {name}', {
            number: index + 1,
            name: chain.name,
          })
        : translate('Operation {number} asks for an authorization this account doesn’t need', {
            number: index + 1,
          }),
    ),
    checkAddress('deployment', translate('Delegate on {name}', { name: chain.name }), {
      actual: delegation.contractAddress,
      expected: chain.contracts.delegate,
    }),
  ]
}

function describeKeys(account: EvmAccount, { name }: { name: string }): string {
  return 'sessionAddress' in account
    ? translate(
        'Its first operation on {name} deploys it, with session key {session} and admin key {admin}',
        {
          name,
          session: account.sessionAddress,
          admin: account.adminAddress,
        },
      )
    : translate('Its first operation on {name} deploys it, with signer {signer}', {
        name,
        signer: account.signerAddress,
      })
}
