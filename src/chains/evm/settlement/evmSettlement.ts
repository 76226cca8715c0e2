import type { ChainContracts, EvmNetworkChain, Roles } from '#networks/network.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import { getEvmChainNumber, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import { hashCallFill, hashFill } from '#protocol/orders/order.ts'
import { classifyState } from '../../classifyState.ts'
import { readQuorumList } from '../../rpc/providers.ts'
import type {
  EvmEcosystem,
  TransactionOutcome as AnyTransactionOutcome,
  Nonces as AnyNonces,
  SettlementChain as AnySettlementChain,
  FeeCeiling,
} from '../../ports/settlementChain.ts'
import { getKeyAddress } from './evmKeys.ts'
import { buildDelegationCode, checkDelegation } from '../account/delegation.ts'
import { classifyError } from '../errors/classifyError.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findOperation, findOrderEvents } from '../orders/findEvents.ts'
import { findMismatch } from '../build/findMismatch.ts'
import { readInventory } from './inventory.ts'
import { getAccountKeys, buildCloneCode } from '../account/predictAccount.ts'
import {
  type PrepareContext,
  prepareTransaction,
  type SettlementKeys,
} from './prepareTransaction.ts'
import {
  readQuorumCount,
  findInBlockByQuorum,
  readQuorumHead,
  readQuorumMany,
  readQuorumState,
  type EvmQuorum,
} from './quorum.ts'
import { readApprover, recoverSigner } from '../account/recoverSigner.ts'
import { buildBalanceRead } from '../assets/readBalances.ts'
import { hasCode } from '../rpc/hasCode.ts'
import { readFees } from '../rpc/fees.ts'
import { readCall, readTerms } from '../build/readTerms.ts'
import { simulateCalls } from '../calls/simulateCalls.ts'
import {
  broadcast,
  readTransactionCount,
  signReplacement,
  signReplacementWithin,
  signTransaction,
  type TransactionCall,
  readTransaction,
} from '../rpc/transaction.ts'
import { readUserOperation } from '../operation/userOperation.ts'
import { readOutcome, readReceipt } from '../orders/watch.ts'

/**
 * Default limit of a replacement's fee, as a multiple of the fee first signed, which already allows
 * the base fee to double. Actions whose delay costs only a user's time, or nothing, wait for
 * cheaper blocks; those whose delay loses a fill or its payment may pay more. Source: ours.
 */
const maxIncrease: Readonly<Record<FeeCeiling['kind'], number>> = {
  deposit: 10,
  call: 10,
  arrive: 5,
  grant: 10,
  fill: 10,
  cancel: 10,
  release: 20,
  refund: 10,
  sweep: 5,
  allow: 5,
}

/**
 * Returns the highest fee per gas a replacement may offer, in wei: a multiple of the first fee,
 * capped by the value at stake, but never below the first fee.
 */
export function getMaxFeePerGas(
  { first, kind, worthWei }: FeeCeiling,
  { feeTimes }: Pick<EvmNetworkChain, 'feeTimes'>,
): bigint {
  const { fees, call } = readTransaction(first)
  const byTimes = fees.maxFeePerGas * BigInt(feeTimes?.[kind] ?? maxIncrease[kind])
  const byWorth = worthWei === undefined ? byTimes : worthWei / call.gas
  const limit = byWorth < byTimes ? byWorth : byTimes
  return limit > fees.maxFeePerGas ? limit : fees.maxFeePerGas
}

type TransactionOutcome = AnyTransactionOutcome<EvmEcosystem>
type Nonces = AnyNonces<EvmEcosystem>
type SettlementChain = AnySettlementChain<EvmEcosystem>

/** Options of {@link createEvmSettlement}. */
export type EvmSettlementOptions = {
  client: EvmClient
  /** Additional providers of the same chain; reads that money depends on need their agreement. */
  quorumClients?: readonly EvmClient[]
  /** Called when the providers disagree. */
  onDisagreement?: (sentence: string) => void
  roles: Roles
  /** Token contracts of the network on this chain. */
  tokens: readonly EvmAddress[]
  /** Absent in a read-only process, which cannot prepare or sign anything. */
  keys?: SettlementKeys
  /** Additional executor keys, each with its own nonces. */
  moreExecutors?: readonly Hash[]
}

/** A settlement chain of EVM, where keys have nonces. */
export type EvmSettlement = SettlementChain & { nonces: Nonces }

/** Creates the {@link AnySettlementChain} of one EVM chain of a network. */
export function createEvmSettlement(
  chain: EvmNetworkChain,
  options: EvmSettlementOptions,
): EvmSettlement {
  const { keys, moreExecutors = [] } = options
  const executorChains = moreExecutors.flatMap((executor) =>
    keys ? [createExecutorChain(chain, { ...options, keys: { ...keys, executor } })] : [],
  )
  return {
    ...createExecutorChain(chain, options),
    ...(executorChains.length > 0 && { executorChains }),
  }
}

/** The chain with a single executor. */
function createExecutorChain(
  chain: EvmNetworkChain,
  { client, quorumClients = [], onDisagreement, roles, tokens, keys }: EvmSettlementOptions,
): EvmSettlement {
  const { contracts } = chain
  const quorum = { clients: [client, ...quorumClients], onDisagreement }
  const senders = keys
    ? { executor: getKeyAddress(keys.executor), solver: getKeyAddress(keys.solver) }
    : { executor: roles.executor, solver: roles.solver }
  return {
    chainId: chain.chainId,
    depth: chain.depth,
    blockMs: chain.blockMs,
    senders,
    readTerms: (operation, appReceiver) =>
      readTerms(operation, { chain, feeReceiver: roles.feeReceiver, appReceiver }),
    findMismatch: (operation, intent) => findMismatch(operation, { intent, chain }),
    ...createSignatureReaders(chain, client),
    tryOperation: (operation, { account, hasCode }) =>
      tryOperation(operation, {
        client,
        entryPoint: contracts.entryPoint,
        accountCode: hasCode ? undefined : getFutureCode(account, chain),
      }),
    ...createCommitments(chain),
    readHead: () => readQuorumHead(quorum),
    readState: (question, block) => readQuorumState(quorum, { contracts, question, block }),
    readBalance: (owner, assetType) => readBalance(quorum, { owner, assetType }),
    async readDeposit() {
      // The EntryPoint answers `balanceOf` like a token.
      const assetType = `${chain.chainId}/erc20:${contracts.entryPoint}` as const
      return (await readBalance(quorum, { owner: contracts.paymaster, assetType })).units
    },
    readInventory: (assetTypes) =>
      readInventory(quorum, {
        assetTypes,
        solver: senders.solver,
        settler: contracts.destinationSettler,
      }),
    readTransactionOutcome: (hash, userOpHash) =>
      findInBlockByQuorum(quorum, (one) => readTransactionOutcome(one, { hash, userOpHash })),
    findOperation: (operation, options) =>
      findInBlockByQuorum(quorum, (one) =>
        findTransactionOutcome(one, {
          ...operation,
          ...options,
          contracts,
          pageBlocks: chain.logPageBlocks,
        }),
      ),
    findOrderEvents: (orderHash, { fromBlock }) =>
      readQuorumList(quorum, (one) =>
        findOrderEvents(one, {
          escrow: contracts.originEscrow,
          orderHash,
          fromBlock,
          pageBlocks: chain.logPageBlocks,
        }),
      ),
    broadcast: (raw) => broadcast(client, raw),
    ...createSigning({ client, chain, senders, tokens }, { keys, quorum }),
  }
}

/** Functions that check a client's signatures against its account. */
function createSignatureReaders(
  chain: EvmNetworkChain,
  client: EvmClient,
): Pick<SettlementChain, 'recoverSigner' | 'recoverApprover' | 'checkDelegation'> {
  const { contracts, approveDomain: domain } = chain
  const { chainNumber } = client
  const at = { chainNumber, domain, entryPoint: contracts.entryPoint, origin: contracts }
  return {
    recoverSigner: ({ userOp }, account) =>
      recoverSigner(readUserOperation(userOp), { ...at, account }),
    recoverApprover: ({ userOp }) =>
      readApprover(buildApproveTypedData(readUserOperation(userOp), at), userOp.signature),
    checkDelegation: (operation, account) => checkDelegation(operation, { account, chain, client }),
  }
}

/** Functions that compute what operations and orders commit to, without reading the chain. */
function createCommitments(chain: EvmNetworkChain): Pick<SettlementChain, 'hashFill' | 'calls'> {
  const at = {
    chainNumber: getEvmChainNumber(chain.chainId) ?? 0,
    settler: chain.contracts.destinationSettler,
  }
  return {
    hashFill: (fill, solver) => hashFill(fill, { ...at, solver }),
    calls: {
      hashFill: (fill, solver) => hashCallFill(fill, { ...at, solver }),
      readTerms: (operation) => readCall(operation, chain),
    },
  }
}

type Signing = Pick<SettlementChain, 'prepare' | 'replace'> & { nonces: Nonces }

function createSigning(
  parts: Omit<PrepareContext, 'keys'>,
  { keys, quorum }: { keys: SettlementKeys | undefined; quorum: EvmQuorum },
): Signing {
  const { client, senders } = parts
  function own(): SettlementKeys {
    if (!keys) throw new Error(`This process holds no keys for ${client.chainId}.`)
    return keys
  }
  return {
    prepare: async (action) => prepareTransaction(action, { ...parts, keys: own() }),
    replace: async (raw, { sender, ceiling }) =>
      (await signReplacementWithin(raw, {
        key: own()[sender],
        fees: await readFees(client),
        maxFeePerGas: getMaxFeePerGas(ceiling, parts.chain),
      })) ?? 'fees at their limit',
    nonces: {
      revoke: async (raw, sender) =>
        signReplacement(raw, {
          key: own()[sender],
          fees: await readFees(client),
          call: buildNoopCall(senders[sender]),
        }),
      async signGap(sender, nonce) {
        const { maxFeePerGas, maxPriorityFeePerGas } = await readFees(client)
        return signTransaction(buildNoopCall(senders[sender]), {
          key: own()[sender],
          chainNumber: client.chainNumber,
          nonce,
          fees: { maxFeePerGas, maxPriorityFeePerGas },
        })
      },
      readTransactionCount: (address, at) =>
        readQuorumCount(quorum, (one) => readTransactionCount(one, { address, at })),
    },
  }
}

/** A transfer of nothing from the sender to itself. */
function buildNoopCall(sender: EvmAddress): TransactionCall & { gas: bigint } {
  return { to: sender, data: '0x', value: 0n, gas: 21_000n }
}

/** The code an account without code will have. */
function getFutureCode(account: Account, { contracts }: EvmNetworkChain): Hex | undefined {
  if (!('sessionAddress' in account || 'signerAddress' in account)) return undefined
  const keys = getAccountKeys(account)
  return keys ? buildCloneCode(keys, contracts) : buildDelegationCode(contracts.delegate)
}

async function tryOperation(
  { userOp }: EvmChainOperation,
  options: { client: EvmClient; entryPoint: EvmAddress; accountCode: Hex | undefined },
) {
  const { client, entryPoint, accountCode } = options
  const { sender: account, callData } = userOp
  const result = await simulateCalls(client, { entryPoint, account, callData, accountCode })
  if (!('revertData' in result)) return undefined
  const { revertData } = result
  return { refused: classifyError(revertData, 'operation'), revertData }
}

async function readBalance(
  quorum: EvmQuorum,
  { owner, assetType }: { owner: EvmAddress; assetType: Parameters<typeof buildBalanceRead>[0] },
) {
  const { values, blockNumber } = await readQuorumMany(quorum, [
    buildBalanceRead(assetType, owner),
    { kind: 'code', of: owner },
  ])
  return {
    units: values[0]?.[0] ?? 0n,
    block: blockNumber,
    hasCode: hasCode(values[1]?.[0] ?? 0n),
  }
}

async function readTransactionOutcome(
  client: EvmClient,
  { hash, userOpHash }: { hash: Hash; userOpHash: Hash | undefined },
): Promise<TransactionOutcome | undefined> {
  const receipt = await readReceipt(client, hash)
  if (!receipt) return undefined
  const { block, isSuccess } = receipt
  const outcome = userOpHash && isSuccess ? readOutcome(receipt.logs, userOpHash) : undefined
  if (!outcome) {
    const reason = isSuccess ? null : classifyState('transaction reverted')
    return { hash, block, isSuccess, outcome: 'none', reason, sponsoredWei: receipt.gasCost }
  }
  return {
    hash,
    block,
    isSuccess,
    outcome: outcome.isSuccess ? 'succeeded' : 'reverted',
    reason: outcome.isSuccess ? null : classifyError(outcome.revertData, 'operation'),
    sponsoredWei: outcome.gasCost + receipt.dataFee,
  }
}

/** Outcome of the operation with this nonce, whoever bundled it. */
async function findTransactionOutcome(
  client: EvmClient,
  options: {
    contracts: ChainContracts
    sender: EvmAddress
    nonce: bigint
    fromBlock: bigint
    pageBlocks: number | undefined
  },
): Promise<TransactionOutcome | undefined> {
  const { entryPoint, paymaster } = options.contracts
  const found = await findOperation(client, { ...options, entryPoint })
  const outcome = found && (await readTransactionOutcome(client, found))
  // If our paymaster paid, this is the operation it signed, with the quote's nonce and call data.
  const isOurs = found !== undefined && isSameAddress(found.paymaster, paymaster)
  return outcome && !isOurs ? { ...outcome, outcome: 'replaced', reason: null } : outcome
}
