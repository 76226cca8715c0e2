import { hexToNumber, keccak256 } from 'viem/utils'

import type { EvmNetworkChain } from '#networks/network.ts'
import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { EvmAddress, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type {
  Chain,
  AccountHoldings,
  Market,
  OperationIntent,
  PoolQuoteRequest,
  PreparedOperation,
} from '../ports/chain.ts'
import { cacheLatest } from '../rpc/cacheLatest.ts'
import { draftOperation, finishOperation } from './build/buildOperation.ts'
import { buildDelegationCode } from './account/delegation.ts'
import type { EvmClient } from './rpc/client.ts'
import { isHeldBy } from './account/isHeldBy.ts'
import { prepareCalls } from './calls/prepareCalls.ts'
import { getAccountKeys } from './account/predictAccount.ts'
import { readBalances, getTokenAddress } from './assets/readBalances.ts'
import { readDataPrice, addDataFee, type GasFees, readFees } from './rpc/fees.ts'
import { hasCode } from './rpc/hasCode.ts'
import { readFeeds } from './assets/readFeeds.ts'
import { readTokens } from './assets/readTokens.ts'
import { readUnlisted } from './assets/readUnlisted.ts'
import { readPool } from './market/readPool.ts'
import { createRecipientReader } from './market/recipientReader.ts'
import { tryToken } from './market/tryToken.ts'
import { simulateCalls } from './calls/simulateCalls.ts'
import { signPaymasterData } from './build/signPaymasterData.ts'
import { readUserOperation, writeUserOperation } from './operation/userOperation.ts'

/** Factor by which the gas price may rise before an operation signed by its hash is included. */
const headroom = 2n

/**
 * Makes an operation of a basic or EIP-7702 account final, since its owner may sign its hash, after
 * which nothing can be changed. So the paymaster's signature is part of the quote, and the fees
 * leave room for a higher gas price. That signature is useless to others: the paymaster requires
 * that a registered executor sends the transaction (security rule 1).
 *
 * @param options.key - Key of the paymaster signer.
 * @param options.validUntil - Unix seconds until which the paymaster pays.
 * @returns Operations of other account kinds unchanged: an `Approve` binds neither gas nor
 *   paymaster. Source: wire, "What is signed".
 */
async function addOwnerSignaturePath(
  operation: EvmChainOperation,
  options: { account: Account; key: Hash; chainNumber: number; validUntil: bigint },
): Promise<EvmChainOperation> {
  const kind = getAccountKind(options.account)
  if (kind !== 'basic' && kind !== 'eip7702') return operation
  const op = readUserOperation(operation.userOp)
  const priced = { ...op, maxFeePerGas: op.maxFeePerGas * headroom }
  const { key, chainNumber, validUntil } = options
  const { paymaster } = op
  const paymasterData = await signPaymasterData(priced, { key, chainNumber, paymaster, validUntil })
  return { ...operation, userOp: writeUserOperation({ ...priced, paymasterData }) }
}

type EvmChainContext = {
  chain: EvmNetworkChain
  client: EvmClient
  fees: () => Promise<GasFees>
  paymasterKey: Hash | undefined
}

/**
 * Creates the {@link Chain} of one EVM chain of a network.
 *
 * @param options.paymasterKey - Sponsors operations whose hash the owner signs; without it
 *   operations can only be approved.
 */
export function createEvmChain(
  chain: EvmNetworkChain,
  { client, paymasterKey }: { client: EvmClient; paymasterKey?: Hash | undefined },
): Chain {
  const { blockMs } = chain
  const fees = cacheLatest(() => readFees(client), { freshMs: blockMs, staleMs: blockMs * 3 })
  const delegateHash = BigInt(keccak256(buildDelegationCode(chain.contracts.delegate)))
  const parts = { chain, client, fees, paymasterKey }
  // What runs code of strangers takes the lanes of trials: nothing else waits behind it.
  const strangers = { ...client, rpc: client.trials }
  const recipients = createRecipientReader(client, { payer: chain.contracts.destinationSettler })
  return {
    chainId: chain.chainId,
    async readHoldings(account, assetTypes): Promise<AccountHoldings> {
      const { codeHash, ...holdings } = await readBalances(client, {
        account: EvmAddress.parse(account),
        assetTypes,
      })
      return { ...holdings, code: toCodeKind(codeHash, delegateHash) }
    },
    readTokens: (assetTypes, holder) =>
      readTokens(
        strangers,
        assetTypes.map((assetType) => EvmAddress.parse(splitAssetType(assetType).reference)),
        { holder: holder === undefined ? undefined : EvmAddress.parse(holder) },
      ),
    readMarket: (feeds) => readMarket(feeds, parts),
    readRecipientAccount: (recipient, assetTypes) =>
      recipients.read(EvmAddress.parse(recipient), assetTypes),
    isHeldBy: (account) => isHeldByKeys(account, parts),
    quotePool: (question) => quotePool(question, parts),
    unlisted: {
      read: (token, listed) =>
        readUnlisted(strangers, { token, listed, factory: chain.contracts.poolFactory }),
      try: (trial) => tryToken(strangers, { ...trial, router: chain.contracts.swapRouter }),
    },
    prepareOperation: (intent) => prepareOperation(intent, parts),
    async prepareCalls(intent) {
      const prepared = await prepareCalls(intent, {
        ...parts,
        delegationNonce: () => readDelegationNonce(intent, client),
      })
      if (!('operation' in prepared)) return prepared
      return {
        ...prepared,
        operation: await finalizeOperation(prepared.operation, { ...parts, intent }),
      }
    },
  }
}

function toCodeKind(codeHash: bigint, delegateHash: bigint): AccountHoldings['code'] {
  if (!hasCode(codeHash)) return 'none'
  return codeHash === delegateHash ? 'delegate' : 'other'
}

async function readMarket(
  feeds: readonly string[],
  { client, fees }: EvmChainContext,
): Promise<Market> {
  const addresses = feeds.map((feed) => EvmAddress.parse(feed))
  const [{ answers, ...block }, gas, dataPrice] = await Promise.all([
    readFeeds(client, addresses),
    fees(),
    readDataPrice(client),
  ])
  const gasPrice = addDataFee(gas.baseFeePerGas + gas.maxPriorityFeePerGas, dataPrice)
  return { ...block, gasPrice, feeds: answers }
}

async function isHeldByKeys(
  account: Account,
  { chain, client }: EvmChainContext,
): Promise<boolean> {
  if (!('sessionAddress' in account || 'signerAddress' in account)) return false
  const keys = getAccountKeys(account)
  if (!keys) return false
  return isHeldBy(client, { account: account.accountAddress, keys, origin: chain.contracts })
}

function quotePool(question: PoolQuoteRequest, { chain, client }: EvmChainContext) {
  const { wrappedNative, quoter } = chain.contracts
  return readPool(client, {
    quoter,
    tokenIn: getTokenAddress(question.from) ?? wrappedNative,
    tokenOut: getTokenAddress(question.to) ?? wrappedNative,
    poolFee: question.poolFee,
    amountIn: question.amount,
  })
}

async function prepareOperation(
  intent: OperationIntent,
  parts: EvmChainContext,
): Promise<PreparedOperation> {
  const { chain, client, fees } = parts
  const draft = draftOperation(intent, chain)
  const [simulated, gas, nonce] = await Promise.all([
    simulateCalls(isOfStrangers(intent) ? { ...client, rpc: client.trials } : client, {
      entryPoint: chain.contracts.entryPoint,
      account: draft.sender,
      callData: draft.callData,
      accountCode: draft.accountCode,
    }),
    fees(),
    readDelegationNonce(intent, client),
  ])
  if ('revertData' in simulated) return simulated
  const operation = finishOperation(draft, {
    chain,
    intent,
    fees: gas,
    callGas: simulated.gasUsed,
    ...(nonce !== undefined && { delegationNonce: nonce }),
  })
  return {
    operation: await finalizeOperation(operation, { ...parts, intent }),
    callGas: simulated.gasUsed,
  }
}

/** Whether code that anyone may have written runs: that of a payee of coins, or of an unlisted token. */
function isOfStrangers({ action, account, assetType }: OperationIntent): boolean {
  if (action.kind === 'deposit' || action.kind === 'none') return false
  const paid = action.kind === 'transfer' ? assetType : action.to
  const isOwn = isSameAddress(action.recipient, account.accountAddress)
  if (getTokenAddress(paid) === undefined && !isOwn) return true
  return action.kind === 'swap' && action.unlisted !== undefined
}

async function finalizeOperation(
  operation: EvmChainOperation,
  options: EvmChainContext & { intent: { account: Account; validUntil: bigint } },
): Promise<EvmChainOperation> {
  const { client, paymasterKey: key, intent } = options
  if (!key) return operation
  return addOwnerSignaturePath(operation, { ...intent, key, chainNumber: client.chainNumber })
}

/** Nonce for the authorization that an EIP-7702 account needs with its first operation. */
async function readDelegationNonce(
  { account, isFirst }: { account: Account; isFirst: boolean },
  client: EvmClient,
): Promise<number | undefined> {
  if (!isFirst || getAccountKind(account) !== 'eip7702') return undefined
  const count = await client.rpc.request({
    method: 'eth_getTransactionCount',
    params: [EvmAddress.parse(account.accountAddress), 'latest'],
  })
  return hexToNumber(count)
}
