import { createPublicClient, erc20Abi, http, type Hex } from 'viem'
import { getAggregate, type ChainInfo, getChain, type ServiceInfo } from '../product/service.ts'
import { readSolanaAmount } from '../product/solanaNode.ts'

/** Balances by asset type (CAIP-19), in the smallest unit. */
export type NodeBalances = Map<string, bigint>

/** A user's accounts, at most one in each ecosystem. */
export type OwnedAddresses = { address?: Hex; solana?: string }

/**
 * Reads balances of an aggregate's members from the nodes, not from the service; zero in an ecosystem
 * without an account.
 */
export async function readHoldings(
  service: ServiceInfo,
  { aggregateId, ...owned }: OwnedAddresses & { aggregateId: string },
): Promise<NodeBalances> {
  const all = getAggregate(service, aggregateId).aggregatedEntities
  const members = all.flatMap(({ assetType }) => {
    const address = assetType.startsWith('solana:') ? owned.solana : owned.address
    return address === undefined ? [] : [{ assetType, address }]
  })
  const amounts = await Promise.all(members.map((member) => readAmount(service, member)))
  return new Map(members.map((member, index) => [member.assetType, amounts[index] ?? 0n]))
}

/** Balance changes by asset type, without those that are zero. */
export function getChanges(before: NodeBalances, after: NodeBalances): NodeBalances {
  const differences = [...after].map(
    ([assetType, amount]) => [assetType, amount - (before.get(assetType) ?? 0n)] as const,
  )
  return new Map(differences.filter(([, difference]) => difference !== 0n))
}

/** The sum in the aggregate's smallest unit; members with more decimals must convert exactly. */
export function sumHoldings(
  service: ServiceInfo,
  holdings: NodeBalances,
  aggregateId: string,
): bigint {
  const aggregate = getAggregate(service, aggregateId)
  const widest = Math.max(...aggregate.aggregatedEntities.map((member) => member.decimals))
  const sum = aggregate.aggregatedEntities.reduce((total, member) => {
    const amount = holdings.get(member.assetType) ?? 0n
    return total + amount * 10n ** BigInt(widest - member.decimals)
  }, 0n)
  return sum / 10n ** BigInt(widest - aggregate.decimals)
}

/** Reads a balance from the chain's node, in the smallest unit. */
export async function readAmount(
  service: ServiceInfo,
  { address, assetType }: { address: string; assetType: string },
): Promise<bigint> {
  const [, asset = ''] = assetType.split('/')
  const chain = getChain(service, assetType)
  if (!address.startsWith('0x')) return readSolanaAmount(chain, { address, asset })
  return readEvmAmount(chain, { address: `0x${address.slice(2)}`, asset })
}

async function readEvmAmount(
  { rpcUrl }: ChainInfo,
  { address, asset }: { address: Hex; asset: string },
): Promise<bigint> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  if (asset.startsWith('slip44:')) return client.getBalance({ address })
  const token: Hex = `0x${asset.slice('erc20:0x'.length)}`
  return client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
}
