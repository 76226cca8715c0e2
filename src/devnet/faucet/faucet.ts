import { getEvmChains } from '#networks/getChain.ts'
import { encodeFunctionData, formatUnits, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { wrappedNativeAbi } from '#contracts/abi/wrappedNative.ts'
import type { Member, Network } from '#networks/network.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  EvmAddress,
  getEvmChainNumber,
  isSameAsset,
  type SolanaAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { NodeClient } from '../node/nodeClient.ts'
import { createQueue } from '../node/queue.ts'
import { FaucetError, sendFromSolanaFaucet } from './solanaFaucet.ts'
import type { DevnetSolana } from '../solana/startSolana.ts'
import { type LabelledCall, mineEach, type CallOutcome } from '../deploy/sendCalls.ts'
import { buildStarterSet } from './buildStarterSet.ts'
import type { DevnetChain } from '../deploy/startChains.ts'

/** A transfer made by the faucet. */
export type SentFaucetTransfer = { assetType: AssetType; amount: bigint; hash: string }

/** A requested transfer: an amount of one asset in its smallest unit. */
export type FaucetTransfer = { assetType: AssetType; amount: bigint }

/** Funds addresses on local chains. */
export type Faucet = {
  /**
   * Sends exactly the requested amounts.
   *
   * @returns The transfers in request order, once readable on chain.
   * @throws UnknownAssetError when an asset is not one of the network's.
   * @throws FaucetError for another kind of address, an amount too large, or a rejected asset.
   */
  send(to: AccountAddress, transfers: readonly FaucetTransfer[]): Promise<SentFaucetTransfer[]>
  /** Default transfers to an account: some of each asset, over the chains that know the address. */
  getStarterTransfers(to: AccountAddress): FaucetTransfer[]
  /**
   * Default transfer of one asset: the amount that the starter set has of its kind.
   *
   * @throws UnknownAssetError when the asset is not one of the network's.
   */
  getDefaultTransfer(assetType: AssetType): FaucetTransfer
}

/** The network does not have the requested asset. */
export class UnknownAssetError extends Error {
  override name = 'UnknownAsset'
  constructor(assetType: AssetType) {
    super(`${assetType} is not an asset of the local network.`)
  }
}

/** Default amounts of one asset on one chain, whole tokens. */
const defaultAmounts: Record<string, string> = {
  USDC: '4000',
  USDT: '4000',
  ETH: '1',
  WETH: '1',
  WBTC: '0.1',
  POL: '1000',
  WPOL: '1000',
  SOL: '10',
}

/** Maximum units per transfer, so that the sum of a token's supply stays within 256 bits. */
const maxTransferUnits = 2n ** 200n

/** Coins below which the node tops up the faucet on a chain. */
const minReserveWei = parseEther('1000000')

/**
 * Creates the faucet of running local chains. Each chain has its own queue; requests made while a
 * block is pending are batched into the next one.
 *
 * @param network - The assets that may be requested.
 * @param options.chains - Running chains.
 * @param options.minter - Key that may mint tokens.
 * @param options.solana - The running Solana cluster, if any.
 */
export function createFaucet(
  network: Network,
  {
    chains,
    minter,
    solana,
  }: {
    chains: readonly DevnetChain[]
    minter: Hex
    solana?: Pick<DevnetSolana, 'connection' | 'node' | 'plan'> | undefined
  },
): Faucet {
  const members = network.aggregates.flatMap((aggregate) => aggregate.members)
  const queues = chains.map((chain) => ({ chain, queue: createTransferQueue(chain, minter) }))
  const wrapped = getEvmChains(network).map(({ chainId, contracts }): AssetType => {
    return `${chainId}/erc20:${contracts.wrappedNative}`
  })

  function memberOf(assetType: AssetType): Member {
    const member = members.find((candidate) => isSameAsset(candidate.assetType, assetType))
    if (!member) throw new UnknownAssetError(assetType)
    return member
  }

  async function sendOne(
    to: AccountAddress,
    { assetType, amount }: FaucetTransfer,
  ): Promise<SentFaucetTransfer> {
    const member = memberOf(assetType)
    const { chainId } = splitAssetType(assetType)
    const evmAddress = EvmAddress.safeParse(to).data
    if (isEvm(chainId) !== (evmAddress !== undefined))
      throw new FaucetError(`${to} is not an address of the chain of ${assetType}.`)
    if (evmAddress === undefined) return sendOnSolana(solana, to, { member, amount })
    if (amount > maxTransferUnits)
      throw new FaucetError(`The faucet gives at most ${maxTransferUnits} units at once.`)
    const queue = queues.find(({ chain }) => chain.chainId === chainId)?.queue
    if (!queue) throw new UnknownAssetError(assetType)
    const isWrapped = wrapped.some((token) => isSameAsset(token, member.assetType))
    const hash = await queue(buildTransferCalls(member, { to: evmAddress, amount, isWrapped }))
    return { assetType: member.assetType, amount, hash }
  }

  return {
    send: (to, transfers) => Promise.all(transfers.map((transfer) => sendOne(to, transfer))),
    getStarterTransfers(to) {
      const isTheirs = EvmAddress.safeParse(to).success
      return buildStarterSet(
        members.filter(({ assetType }) => isEvm(splitAssetType(assetType).chainId) === isTheirs),
      )
    },
    getDefaultTransfer(assetType) {
      const member = memberOf(assetType)
      const whole = defaultAmounts[member.symbol] ?? '1'
      return { assetType: member.assetType, amount: parseUnits(whole, member.decimals) }
    },
  }
}

async function sendOnSolana(
  solana: Pick<DevnetSolana, 'connection' | 'node' | 'plan'> | undefined,
  to: SolanaAddress,
  { member: { assetType }, amount }: { member: Member; amount: bigint },
): Promise<SentFaucetTransfer> {
  if (!solana) throw new UnknownAssetError(assetType)
  const { connection, node, plan } = solana
  if (node.pid() === undefined) throw new ChainDownError('The node of the chain is down.')
  const hash = await sendFromSolanaFaucet(connection, { to, assetType, amount }, plan)
  return { assetType, amount, hash }
}

function isEvm(chainId: ChainId): boolean {
  return getEvmChainNumber(chainId) !== undefined
}

/** Sends the calls of one transfer; returns the last one's hash. */
type TransferQueue = (calls: readonly LabelledCall[]) => Promise<Hash>

type QueuedTransfer = {
  calls: readonly LabelledCall[]
  resolve: (hash: Hash) => void
  reject: (error: unknown) => void
}

function createTransferQueue({ client }: DevnetChain, minter: Hex): TransferQueue {
  const deployer = privateKeyToAccount(minter)
  const enqueue = createQueue()
  let waiting: QueuedTransfer[] = []

  async function flush(): Promise<void> {
    const transfers = waiting
    waiting = []
    if (transfers.length === 0) return
    const calls = transfers.flatMap((transfer) => transfer.calls)
    try {
      await topUp(client, { address: deployer.address, calls })
      const outcomes = await mineEach(client, { from: deployer, calls })
      let at = 0
      for (const transfer of transfers) {
        settle(transfer, outcomes.slice(at, at + transfer.calls.length))
        at += transfer.calls.length
      }
    } catch (error) {
      for (const transfer of transfers) transfer.reject(error)
    }
  }

  return (calls) =>
    new Promise((resolve, reject) => {
      waiting.push({ calls, resolve, reject })
      void enqueue(flush)
    })
}

function settle(
  { calls, resolve, reject }: QueuedTransfer,
  outcomes: readonly CallOutcome[],
): void {
  const failed = outcomes.findIndex(({ isSuccess }) => !isSuccess)
  const last = outcomes.at(-1)
  if (failed === -1 && last) resolve(last.hash)
  else
    reject(
      new FaucetError(
        `The address does not take it: "${calls[failed]?.label}" reverted (${outcomes[failed]?.hash}).`,
      ),
    )
}

async function topUp(
  client: NodeClient,
  { address, calls }: { address: EvmAddress; calls: readonly LabelledCall[] },
): Promise<void> {
  const needed = calls.reduce((sum, { value = 0n }) => sum + value, minReserveWei / 2n)
  const held = await client.getBalance({ address })
  if (held < needed) await client.setBalance({ address, value: needed + minReserveWei })
}

function buildTransferCalls(
  member: Member,
  { to, amount, isWrapped }: { to: EvmAddress; amount: bigint; isWrapped: boolean },
): LabelledCall[] {
  const { namespace, reference } = splitAssetType(member.assetType)
  const label = `give ${formatUnits(amount, member.decimals)} ${member.symbol}`
  if (namespace === 'slip44') return [{ label, to, value: amount, gas: 100_000n }]
  const token = EvmAddress.parse(reference)
  const args = [to, amount] as const
  if (isWrapped) {
    const deposit = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' })
    const data = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'transfer', args })
    return [
      { label: 'wrap coins', to: token, data: deposit, value: amount, gas: 100_000n },
      { label, to: token, data, gas: 100_000n },
    ]
  }
  const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args })
  return [{ label, to: token, data, gas: 100_000n }]
}

/** The node of a local chain is not running. */
export class ChainDownError extends Error {
  override name = 'ChainDown'
}
