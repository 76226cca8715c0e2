import { getAccountKeys, buildDeployment } from '#chains/evm/account/predictAccount.ts'
import { buildApproveTypedData, getOperationNonce } from '#protocol/orders/approval.ts'
import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import { getAccountKind, type EvmAccount } from '#protocol/accounts/account.ts'
import { type Check, checkAddress, checkSame, checkThat } from '../claims/check.ts'
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
        ? `Operation ${unreadable[0].index + 1} cannot be read: ${unreadable[0].reason}`
        : `${operations.length} read and decoded`,
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
  const what = `of operation ${index + 1}`
  return [
    checkSame('chain', `Chain ${what}`, {
      actual: chain.chainId,
      expected: asset.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
    checkSame('asset', `Asset ${what}`, {
      actual: operation.assetType,
      expected: asset.assetType,
      describe: (text) => (text === asset.assetType ? `${asset.symbol} on ${chain.name}` : text),
    }),
    checkAddress('accounts', `Sender ${what}`, {
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
    ? `Hashed here: ${hash.slice(0, 8)}\u2026${hash.slice(-4)}, same as in the typed data`
    : `The typed data of operation ${index + 1} is not the one of its call data (${hash})`
  return [
    checkThat('callData', isMet, evidence),
    checkThat(
      'callData',
      callData === callData.toLowerCase(),
      `Call data of operation ${index + 1} is spelled in lower case`,
    ),
  ]
}

function checkNonce(
  { operation, chain, index }: ParsedEvmOperation,
  { quote }: ParsedQuote,
): Check[] {
  return [
    checkSame('nonce', `Nonce of operation ${index + 1}`, {
      actual: operation.userOp.nonce,
      expected: getOperationNonce(quote.id, { chainId: chain.chainId, index }),
    }),
    checkThat('nonce', quote.id === quote.id.toLowerCase(), 'The id is spelled in lower case'),
  ]
}

function checkSponsor({ operation, chain }: ParsedEvmOperation): Check[] {
  return [
    checkAddress('sponsor', `Sponsor on ${chain.name}`, {
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
    return [checkThat('deployment', true, `Already deployed on ${chain.name}`)]
  const keys = getAccountKeys(account)
  if (!keys || factory === undefined)
    return [checkThat('deployment', false, `Nothing can be deployed for this account`)]
  const expected = buildDeployment(keys, chain.contracts)
  return [
    checkAddress('deployment', `Factory on ${chain.name}`, {
      actual: factory,
      expected: expected.factory,
    }),
    checkThat(
      'deployment',
      factoryData === expected.factoryData,
      factoryData === expected.factoryData
        ? `Its first operation on ${chain.name} makes it, with ${describeKeys(account)}`
        : `The factory would be called with other keys than yours`,
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
        ? `Operation ${index + 1} turns your own address into a smart account on ${chain.name}`
        : `Operation ${index + 1} asks for an authorization that this account does not need`,
    ),
    checkAddress('deployment', `Delegate on ${chain.name}`, {
      actual: delegation.contractAddress,
      expected: chain.contracts.delegate,
    }),
  ]
}

function describeKeys(account: EvmAccount): string {
  return 'sessionAddress' in account
    ? `session ${account.sessionAddress} and admin ${account.adminAddress}`
    : `signer ${account.signerAddress}`
}
