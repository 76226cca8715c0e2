import { hexToNumber, keccak256 } from 'viem/utils'

import type { EvmNetworkChain } from '#networks/network.ts'
import { type Account, accountKind } from '#protocol/accounts/account.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type {
  Chain,
  Holdings,
  Market,
  OperationIntent,
  PoolQuestion,
  PreparedOperation,
} from '../ports/chain.ts'
import { keepFresh } from '../rpc/keepFresh.ts'
import { draftOperation, finishOperation } from './build/buildOperation.ts'
import { delegationCode } from './account/delegationCode.ts'
import type { EvmClient } from './rpc/client.ts'
import { isHeldBy } from './account/isHeldBy.ts'
import { offerOwnerPath } from './build/offerOwnerPath.ts'
import { prepareCalls } from './calls/prepareCalls.ts'
import { accountKeys } from './account/predictAccount.ts'
import { readBalances, tokenAddress } from './assets/readBalances.ts'
import { readDataPrice, withData } from './rpc/dataFee.ts'
import { readFeeds } from './assets/readFeeds.ts'
import { type GasFees, readFees } from './rpc/readFees.ts'
import { readTokens } from './assets/readTokens.ts'
import { readPool } from './market/readPool.ts'
import { createReceptions } from './market/receptions.ts'
import { simulateCalls } from './calls/simulateCalls.ts'

type Parts = {
  chain: EvmNetworkChain
  client: EvmClient
  fees: () => Promise<GasFees>
  paymasterKey: Hash | undefined
}

/** `keccak256` of no bytes: the code hash of an address that was used but has no code. */
const emptyCodeHash = BigInt(keccak256('0x'))

/**
 * Makes the {@link Chain} of one EVM chain of a network.
 *
 * @param options.paymasterKey - Sponsors operations that their owner signs by their hash; without it
 *   there are only those that are approved.
 */
export function createEvmChain(
  chain: EvmNetworkChain,
  { client, paymasterKey }: { client: EvmClient; paymasterKey?: Hash | undefined },
): Chain {
  const { blockMs } = chain
  const fees = keepFresh(() => readFees(client), { freshMs: blockMs, staleMs: blockMs * 3 })
  const delegateHash = BigInt(keccak256(delegationCode(chain.contracts.delegate)))
  const parts = { chain, client, fees, paymasterKey }
  const receptions = createReceptions(client, { payer: chain.contracts.destinationSettler })
  return {
    chainId: chain.chainId,
    async readHoldings(account, assetTypes): Promise<Holdings> {
      const { codeHash, ...holdings } = await readBalances(client, {
        account: EvmAddress.parse(account),
        assetTypes,
      })
      return { ...holdings, code: codeOf(codeHash, delegateHash) }
    },
    readTokens: (assetTypes) =>
      readTokens(
        client,
        assetTypes.map((assetType) => EvmAddress.parse(splitAssetType(assetType).reference)),
      ),
    readMarket: (feeds) => readMarket(feeds, parts),
    readReception: (recipient, assetTypes) =>
      receptions.read(EvmAddress.parse(recipient), assetTypes),
    isHeldBy: (account) => isHeldByKeys(account, parts),
    quotePool: (question) => quotePool(question, parts),
    prepareOperation: (intent) => prepareOperation(intent, parts),
    async prepareCalls(intent) {
      const prepared = await prepareCalls(intent, {
        ...parts,
        delegationNonce: () => delegationNonce(intent, client),
      })
      if (!('operation' in prepared)) return prepared
      return { ...prepared, operation: await makeFinal(prepared.operation, { ...parts, intent }) }
    },
  }
}

function codeOf(codeHash: bigint, delegateHash: bigint): Holdings['code'] {
  if (codeHash === 0n || codeHash === emptyCodeHash) return 'none'
  return codeHash === delegateHash ? 'delegate' : 'other'
}

async function readMarket(feeds: readonly string[], { client, fees }: Parts): Promise<Market> {
  const addresses = feeds.map((feed) => EvmAddress.parse(feed))
  const [{ answers, ...block }, gas, dataPrice] = await Promise.all([
    readFeeds(client, addresses),
    fees(),
    readDataPrice(client),
  ])
  const gasPrice = withData(gas.baseFeePerGas + gas.maxPriorityFeePerGas, dataPrice)
  return { ...block, gasPrice, feeds: answers }
}

async function isHeldByKeys(account: Account, { chain, client }: Parts): Promise<boolean> {
  if (!('sessionAddress' in account || 'signerAddress' in account)) return false
  const keys = accountKeys(account)
  if (!keys) return false
  return isHeldBy(client, { account: account.accountAddress, keys, origin: chain.contracts })
}

function quotePool(question: PoolQuestion, { chain, client }: Parts) {
  const { wrappedNative, quoter } = chain.contracts
  return readPool(client, {
    quoter,
    tokenIn: tokenAddress(question.from) ?? wrappedNative,
    tokenOut: tokenAddress(question.to) ?? wrappedNative,
    poolFee: question.poolFee,
    amountIn: question.amount,
  })
}

async function prepareOperation(intent: OperationIntent, parts: Parts): Promise<PreparedOperation> {
  const { chain, client, fees } = parts
  const draft = draftOperation(intent, chain)
  const [simulated, gas, nonce] = await Promise.all([
    simulateCalls(client, {
      entryPoint: chain.contracts.entryPoint,
      account: draft.sender,
      callData: draft.callData,
      accountCode: draft.accountCode,
    }),
    fees(),
    delegationNonce(intent, client),
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
    operation: await makeFinal(operation, { ...parts, intent }),
    callGas: simulated.gasUsed,
  }
}

async function makeFinal(
  operation: EvmChainOperation,
  options: Parts & { intent: { account: Account; validUntil: bigint } },
): Promise<EvmChainOperation> {
  const { client, paymasterKey: key, intent } = options
  if (!key) return operation
  return offerOwnerPath(operation, { ...intent, key, chainNumber: client.chainNumber })
}

/** The nonce of the authorization that an EIP-7702 account needs before its first operation. */
async function delegationNonce(
  { account, isFirst }: { account: Account; isFirst: boolean },
  client: EvmClient,
): Promise<number | undefined> {
  if (!isFirst || accountKind(account) !== 'eip7702') return undefined
  const count = await client.rpc.request({
    method: 'eth_getTransactionCount',
    params: [EvmAddress.parse(account.accountAddress), 'latest'],
  })
  return hexToNumber(count)
}
