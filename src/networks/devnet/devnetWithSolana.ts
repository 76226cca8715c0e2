import { defaultNames } from '#protocol/accounts/account.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { devnet } from './devnet.ts'
import { devnetAddresses } from './devnetAddresses.ts'
import { devnetSolana } from './devnetSolana.ts'
import type { Aggregate, Member, Network, SolanaNetworkChain } from '../network.ts'

const { chainId, genesisHash, name, port, program, snsProgram, mints } = devnetSolana
const { deployer, executor, solver, payee, feeReceiver } = devnetSolana.roles
const maxAgeSeconds = 3_600

/** The local Solana cluster as a network chain. */
const reef: SolanaNetworkChain = {
  kind: 'solana',
  chainId,
  genesisHash,
  name,
  isTestnet: true,
  nativeAsset: `${chainId}/slip44:501`,
  depth: 1,
  blockMs: 400,
  finalitySeconds: 13,
  rpcUrl: `http://127.0.0.1:${port}`,
  program,
  upgradeAuthority: deployer,
  snsProgram,
  roles: { executor, solver, payee, feeReceiver },
}

/** The cluster has no feeds of its own; those of the first EVM chain price its assets. */
const feedChainId = devnet.chains[0]?.chainId ?? chainId

const splMembers: Readonly<Record<string, Member>> = {
  usdc: buildMember({ ticker: 'usdc', name: 'USD Coin', symbol: 'USDC' }),
  usdt: buildMember({ ticker: 'usdt', name: 'Tether USD', symbol: 'USDT' }),
}

/**
 * The devnet including Solana: SOL is an aggregate of its own, the SPL tokens join existing ones.
 */
export const devnetWithSolana: Network = {
  ...devnet,
  chains: [...devnet.chains, reef],
  aggregates: [...devnet.aggregates.map(withMember), buildSolAggregate()],
}

function withMember(aggregate: Aggregate): Aggregate {
  const added = splMembers[aggregate.aggregatedAssetId.split(':')[1] ?? '']
  return added ? { ...aggregate, members: [...aggregate.members, added] } : aggregate
}

function buildSolAggregate(): Aggregate {
  const kind = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const feed = { feed: devnetAddresses.solFeed, feedChainId, maxAgeSeconds }
  const sol: Member = { assetType: reef.nativeAsset, ...kind, ...feed }
  return { aggregatedAssetId: `${defaultNames.aggregatedPrefix}:sol`, ...kind, members: [sol] }
}

function buildMember(of: { ticker: 'usdc' | 'usdt'; name: string; symbol: string }): Member {
  const { ticker, ...kind } = of
  const assetType: AssetType = `${chainId}/token:${mints[ticker]}`
  const feed = devnetAddresses[`${ticker}Feed`]
  return { assetType, ...kind, decimals: 6, feed, feedChainId, maxAgeSeconds }
}
