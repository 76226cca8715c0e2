import { findEvmChain } from '#networks/getChain.ts'
import type { PrivateKeyAccount } from 'viem/accounts'

import { hashUserOperation, readUserOperation } from '#chains/evm/operation/userOperation.ts'
import type { Network } from '#networks/network.ts'
import { getAccountKind, defaultAccountTypes, type EvmAccount } from '#protocol/accounts/account.ts'
import { getEvmChainNumber, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import {
  type Delegation,
  type DelegationSignature,
  type EvmChainOperation,
  isEvmOperation,
} from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { Quotes } from '#service/quotes/quotes.ts'

/** An account and the key that signs for it. */
export type TestOwner = { account: EvmAccount; key: PrivateKeyAccount }

/** How an operation is signed: typed data, or its hash as an Ethereum message. */
export type SigningForm = 'approve' | 'hash'

/** The account of this kind that a key controls. */
export function createOwner(
  key: PrivateKeyAccount,
  { kind, quotes }: { kind: 'roleBased' | 'basic' | 'eip7702'; quotes: Quotes },
): TestOwner {
  const { address } = key
  if (kind === 'roleBased') {
    const keys = { sessionAddress: address, adminAddress: address }
    return {
      key,
      account: { ...keys, accountAddress: quotes.predictAddress(keys).predictedAddress },
    }
  }
  const type = defaultAccountTypes[kind]
  const keys = { type, signerAddress: address }
  if (kind === 'eip7702')
    return { key, account: { ...keys, accountAddress: address, deploymentType: 'EIP7702' } }
  return {
    key,
    account: { ...keys, accountAddress: quotes.predictAddress(keys).predictedAddress },
  }
}

/**
 * Signs every operation of a quote with the key of its account, and its EIP-7702 authorization if it
 * needs one. Role-based accounts always approve, whatever the form.
 */
export async function signByOwners(
  quote: Quote,
  options: { owners: readonly TestOwner[]; network: Network; form?: SigningForm },
): Promise<Quote> {
  return {
    ...quote,
    originChainsOperations: await Promise.all(
      quote.originChainsOperations.map(async (operation) =>
        isEvmOperation(operation) ? signOperation(operation, options) : operation,
      ),
    ),
  }
}

/** Signs an EIP-7702 authorization, as a wallet does. */
export async function signAuthorization(
  { contractAddress, nonce }: Pick<Delegation, 'contractAddress' | 'nonce'>,
  { key, chainNumber }: { key: PrivateKeyAccount; chainNumber: number },
): Promise<DelegationSignature> {
  const signed = await key.signAuthorization({ chainId: chainNumber, contractAddress, nonce })
  const { r, s, yParity = 0 } = signed
  return {
    chainId: chainNumber,
    contractAddress,
    nonce,
    r,
    s,
    v: yParity === 0 ? '0x1b' : '0x1c',
    yParity,
    type: 'Signed',
  }
}

/** Signs one operation with its account's key; see {@link signByOwners}. */
export async function signOperation(
  operation: EvmChainOperation,
  options: { owners: readonly TestOwner[]; network: Network; form?: SigningForm },
): Promise<EvmChainOperation> {
  const { userOp, delegation, typedDataToSign } = operation
  const owner = options.owners.find(({ account }) =>
    isSameAddress(account.accountAddress, userOp.sender),
  )
  if (!owner) throw new Error(`Nobody signs for ${userOp.sender}.`)
  const { key, account } = owner
  const isHashed = options.form === 'hash' && getAccountKind(account) !== 'roleBased'
  const signature = isHashed
    ? await key.signMessage({ message: { raw: toHash(operation, options.network) } })
    : await key.signTypedData({
        domain: typedDataToSign.domain,
        types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
        primaryType: 'Approve',
        message: typedDataToSign.message,
      })
  const { chainNumber } = getPlace(operation, options.network)
  return {
    ...operation,
    userOp: { ...userOp, signature },
    ...(delegation && {
      delegation: {
        ...delegation,
        signature: await signAuthorization(delegation, { key, chainNumber }),
      },
    }),
  }
}

/** The hash of a user operation as its EntryPoint computes it. */
export function toHash(operation: EvmChainOperation, network: Network) {
  return hashUserOperation(readUserOperation(operation.userOp), getPlace(operation, network))
}

function getPlace({ assetType }: EvmChainOperation, network: Network) {
  const { chainId } = splitAssetType(assetType)
  const chain = findEvmChain(network, chainId)
  const chainNumber = getEvmChainNumber(chainId)
  if (!chain || chainNumber === undefined) throw new Error(`${chainId} is no chain of the test.`)
  return { chainNumber, entryPoint: chain.contracts.entryPoint }
}
