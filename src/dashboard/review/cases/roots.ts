import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import type { AccountOrigin } from '#chains/evm/account/predictAccount.ts'
import type {
  Member,
  Network,
  NetworkChain,
  NetworkName,
  Pool,
  SolanaNetworkChain,
} from '#networks/network.ts'
import { type ApproveDomain } from '#protocol/orders/approval.ts'
import {
  type AssetType,
  type ChainId,
  EvmAddress,
  getEvmChainNumber,
  isSameAddress,
  isSameAsset,
  type SolanaAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { Names } from '#protocol/accounts/names.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'

/** What the bundle knows of an asset of either ecosystem. */
type AssetBasics = {
  assetType: AssetType
  aggregatedAssetId: string
  chainId: ChainId
  decimals: number
  symbol: string
  name: string
}

/** An asset on an EVM chain; address 0 is the native coin. */
export type EvmRootAsset = AssetBasics & { kind: 'evm'; token: EvmAddress }

/** An asset on a Solana chain: its mint, or what stands for SOL. */
export type SolanaRootAsset = AssetBasics & {
  kind: 'solana'
  token: SolanaAddress
  /** The program of its mint; SPL Token when undefined. */
  tokenProgram: SolanaAddress | undefined
}

/** An asset as the bundle knows it. */
export type RootAsset = EvmRootAsset | SolanaRootAsset

/** A Solana chain: the program and the keys that may stand in an operation. */
export type SolanaRootChain = Pick<
  SolanaNetworkChain,
  'kind' | 'chainId' | 'name' | 'genesisHash' | 'program' | 'roles'
>

/** An EVM chain and the contracts on it that may stand in an operation. */
export type EvmRootChain = {
  kind: 'evm'
  chainId: ChainId
  chainNumber: number
  name: string
  approveDomain: ApproveDomain
  contracts: AccountOrigin & {
    entryPoint: EvmAddress
    /** What an EIP-7702 account delegates to. */
    delegate: EvmAddress
    paymaster: EvmAddress
    originEscrow: EvmAddress
    destinationSettler: EvmAddress
    validityGuard: EvmAddress
    swapRouter: EvmAddress
    /** The token that stands for the native coin in a pool. */
    wrappedNative: EvmAddress
  }
  /** An ERC-4626 vault of the chain's USDC. */
  vault: EvmAddress | undefined
}

/** A chain as the bundle knows it. */
export type RootChain = EvmRootChain | SolanaRootChain

/** An asset with its chain. */
export type RootPlace =
  | { kind: 'evm'; asset: EvmRootAsset; chain: EvmRootChain }
  | { kind: 'solana'; asset: SolanaRootAsset; chain: SolanaRootChain }

/**
 * Why roots are trusted: compiled into the bundle, pinned by the user, or not: only the service
 * vouches for them, or it now says something else than what is pinned and shown.
 */
export type Trust = 'compiled' | 'pinned' | 'unpinned' | 'changed'

/**
 * What the verifier trusts: compiled into the bundle or pinned by the user; from the
 * service that it verifies it takes nothing, unless it is said so by `trust`.
 * Source: security rule 10, architecture section 6.
 */
export type Roots = {
  trust: Trust
  /** The network's name as the seal has it. */
  network: string
  /** What the deployment calls aggregates and kinds of account. */
  names: Names
  /** Ed25519 public key of the quote seal; undefined while none is pinned. */
  quoteSigner: Hash | undefined
  chains: readonly RootChain[]
  assets: readonly RootAsset[]
  aggregates: readonly { aggregatedAssetId: string; decimals: number }[]
  pools: readonly Pool[]
  /** On EVM chains; a Solana chain has its own. */
  roles: Pick<Network['roles'], 'solver' | 'payee' | 'feeReceiver'>
  deadlines: Network['deadlines']
}

/** Longest time a deposit may be locked, in seconds. Source: OriginEscrow.sol, `MAX_LOCK`. */
export const maxLockSeconds = 2 * 60 * 60

/**
 * Keys of the quote seal by network, compiled in. The devnet's is made of a published phrase; each
 * mirror draws its own, so that a user has to pin it.
 */
const pinnedQuoteSigners: Partial<Record<NetworkName, Hash>> = {
  devnet: '0x3412292e77e34ceef3541df63ecd64fd6a9a89c5b8830d507914ee9e38249cb8',
}

/**
 * The roots of a bundled network.
 *
 * @param options.quoteSigner - The key of the installation, where none is bundled.
 * @param options.trust - Where network and key come from; `compiled` unless told.
 */
export function buildRoots(
  network: Network,
  options: { quoteSigner?: Hash | undefined; trust?: Trust } = {},
): Roots {
  return {
    trust: options.trust ?? 'compiled',
    network: network.name,
    names: network.names,
    quoteSigner: options.quoteSigner ?? pinnedQuoteSigners[network.name],
    chains: network.chains.flatMap(toRootChains),
    assets: network.aggregates.flatMap(({ aggregatedAssetId, members }) =>
      members.map((member) => toRootAsset(member, aggregatedAssetId)),
    ),
    aggregates: network.aggregates,
    pools: network.pools,
    roles: network.roles,
    deadlines: network.deadlines,
  }
}

/** The chain with this id; undefined when the bundle does not know it. */
export function findRootChain(roots: Roots, chainId: ChainId): RootChain | undefined {
  return roots.chains.find((chain) => chain.chainId === chainId)
}

/** The asset of this type; undefined when the bundle does not know it. */
export function findRootAsset(roots: Roots, assetType: AssetType): RootAsset | undefined {
  return roots.assets.find((asset) => isSameAsset(asset.assetType, assetType))
}

/** The asset of this type with its chain; undefined when the bundle does not know both. */
export function findRootPlace(roots: Roots, assetType: AssetType): RootPlace | undefined {
  const asset = findRootAsset(roots, assetType)
  const chain = asset && findRootChain(roots, asset.chainId)
  if (asset?.kind === 'evm' && chain?.kind === 'evm') return { kind: 'evm', asset, chain }
  if (asset?.kind === 'solana' && chain?.kind === 'solana') return { kind: 'solana', asset, chain }
  return undefined
}

/** The chains of EVM, in network order. */
export function getEvmRootChains({ chains }: Pick<Roots, 'chains'>): readonly EvmRootChain[] {
  return chains.filter((chain) => chain.kind === 'evm')
}

/** The asset whose contract is `token` on a chain; address 0 is the native coin. */
export function findRootToken(
  roots: Roots,
  at: { chainId: ChainId; token: EvmAddress },
): EvmRootAsset | undefined {
  return roots.assets
    .filter((asset) => asset.kind === 'evm')
    .find(({ chainId, token }) => chainId === at.chainId && isSameAddress(token, at.token))
}

function toRootChains(chain: NetworkChain): RootChain[] {
  const { chainId, name } = chain
  if (chain.kind === 'solana') {
    const { kind, genesisHash, program, roles } = chain
    return [{ kind, chainId, name, genesisHash, program, roles }]
  }
  const { kind, approveDomain, contracts, vault } = chain
  const chainNumber = getEvmChainNumber(chainId)
  return chainNumber === undefined
    ? []
    : [{ kind, chainId, chainNumber, name, approveDomain, contracts, vault }]
}

function toRootAsset(member: Member, aggregatedAssetId: string): RootAsset {
  const { assetType, decimals, symbol, name, tokenProgram } = member
  const { chainId, namespace, reference } = splitAssetType(assetType)
  const basics = { assetType, aggregatedAssetId, chainId, decimals, symbol, name }
  if (chainId.startsWith('solana:'))
    return {
      kind: 'solana',
      ...basics,
      token: namespace === 'token' ? reference : nativeMint,
      tokenProgram,
    }
  const token = namespace === 'erc20' ? EvmAddress.parse(reference) : nativeToken
  return { kind: 'evm', ...basics, token }
}
