import { type ChainId, type ChainKind, getChainKind } from '#protocol/ids/caip.ts'

/** Relayed Ethereum methods with their cost: reads, simulations, and sending signed transactions. */
const evm: Readonly<Record<string, number>> = {
  eth_blockNumber: 1,
  eth_call: 2,
  eth_chainId: 1,
  eth_estimateGas: 5,
  eth_feeHistory: 1,
  eth_gasPrice: 1,
  eth_getBalance: 1,
  eth_getBlockByHash: 2,
  eth_getBlockByNumber: 2,
  eth_getCode: 1,
  eth_getLogs: 5,
  eth_getStorageAt: 1,
  eth_getTransactionByHash: 1,
  eth_getTransactionCount: 1,
  eth_getTransactionReceipt: 1,
  eth_maxPriorityFeePerGas: 1,
  eth_sendRawTransaction: 5,
  eth_simulateV1: 50,
  net_version: 1,
}

/** Relayed Solana methods with their cost. */
const solana: Readonly<Record<string, number>> = {
  getAccountInfo: 1,
  getBalance: 1,
  getBlockHeight: 1,
  getBlockTime: 1,
  getFeeForMessage: 1,
  getFirstAvailableBlock: 1,
  getGenesisHash: 1,
  getHealth: 1,
  getLatestBlockhash: 1,
  getMinimumBalanceForRentExemption: 1,
  getMultipleAccounts: 2,
  getProgramAccounts: 20,
  getRecentPrioritizationFees: 1,
  getSignatureStatuses: 1,
  getSignaturesForAddress: 5,
  getSlot: 1,
  getTokenAccountBalance: 1,
  getTokenAccountsByOwner: 5,
  getTransaction: 2,
  getVersion: 1,
  isBlockhashValid: 1,
  sendTransaction: 5,
  simulateTransaction: 5,
}

const relayedMethods: Readonly<Record<ChainKind, Readonly<Record<string, number>>>> = {
  evm,
  solana,
}

/** Returns the cost of a relayed method on a chain; undefined for methods not relayed. */
export function getRelayedUnits(chainId: ChainId, method: string): number | undefined {
  const methods = relayedMethods[getChainKind(chainId)]
  return Object.hasOwn(methods, method) ? methods[method] : undefined
}

/** Methods that run code of anyone's choice, or search for long; a visitor's run one at a time. */
const slowMethods: ReadonlySet<string> = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_getLogs',
  'eth_simulateV1',
  'getProgramAccounts',
  'simulateTransaction',
])

/** Whether a method may take a node long. */
export function isSlowMethod(method: string): boolean {
  return slowMethods.has(method)
}
