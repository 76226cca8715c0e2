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

/** The bundled data of an asset of either ecosystem. */
type AssetBasics = {
  assetType: AssetType
  aggregatedAssetId: string
  chainId: ChainId
  decimals: number
  symbol: string
  name: string
}

/** An asset on an EVM chain; address 0 is the native coin. */
export type EvmRootAsset = AssetBasics & {
  kind: 'evm'
  token: EvmAddress
  /** No list names it: added for one quote, see {@link TradedToken}. */
  isUnlisted?: true
}

/** An asset on a Solana chain; `token` is its mint, or the native mint for SOL. */
export type SolanaRootAsset = AssetBasics & {
  kind: 'solana'
  isUnlisted?: never
  token: SolanaAddress
  /** The token program of its mint; SPL Token when undefined. */
  tokenProgram: SolanaAddress | undefined
}

/** A bundled asset. */
export type RootAsset = EvmRootAsset | SolanaRootAsset

/** A Solana chain, with the program and keys that operations may contain. */
export type SolanaRootChain = Pick<
  SolanaNetworkChain,
  'kind' | 'chainId' | 'name' | 'genesisHash' | 'program' | 'roles'
>

/** An EVM chain, with the contracts that operations may contain. */
export type EvmRootChain = {
  kind: 'evm'
  chainId: ChainId
  chainNumber: number
  name: string
  approveDomain: ApproveDomain
  contracts: AccountOrigin & {
    entryPoint: EvmAddress
    /** The contract that EIP-7702 accounts delegate to. */
    delegate: EvmAddress
    paymaster: EvmAddress
    originEscrow: EvmAddress
    destinationSettler: EvmAddress
    validityGuard: EvmAddress
    /** Measures what a batch brings in; absent where it was never deployed. */
    outputGuard?: EvmAddress
    swapRouter: EvmAddress
    /** The wrapped native coin, as pools use it. */
    wrappedNative: EvmAddress
  }
  /** An ERC-4626 vault over the chain's USDC. */
  vault: EvmAddress | undefined
}

/** A bundled chain. */
export type RootChain = EvmRootChain | SolanaRootChain

/** An asset with its chain. */
export type RootPlace =
  | { kind: 'evm'; asset: EvmRootAsset; chain: EvmRootChain }
  | { kind: 'solana'; asset: SolanaRootAsset; chain: SolanaRootChain }

/**
 * Where the roots' trust comes from. `compiled`: they are in the bundle. `pinned`: the user pinned
 * them. `unpinned`: only the service reports them. `changed`: it reports others than pinned.
 */
export type Trust = 'compiled' | 'pinned' | 'unpinned' | 'changed'

/**
 * The verifier's trusted data, compiled into the bundle or pinned by the user; never taken from the
 * service that is verified, unless `trust` says so. Source: security rule 10, architecture section
 * 6.
 */
export type Roots = {
  trust: Trust
  /** The network's name, as the quote signature covers it. */
  network: string
  /** The deployment's names of aggregated assets and account types. */
  names: Names
  /** Ed25519 public key of the quote signature; undefined while none is pinned. */
  quoteSigner: Hash | undefined
  chains: readonly RootChain[]
  assets: readonly RootAsset[]
  aggregates: readonly { aggregatedAssetId: string; decimals: number }[]
  pools: readonly Pool[]
  /** The roles on EVM chains; each Solana chain has its own. */
  roles: Pick<Network['roles'], 'solver' | 'payee' | 'feeReceiver'>
  deadlines: Network['deadlines']
}

/** Maximum time a deposit may be locked, seconds. Source: OriginEscrow.sol, `MAX_LOCK`. */
export const maxLockSeconds = 2 * 60 * 60

/**
 * Compiled-in quote signing keys by network. The devnet's is derived from a published phrase; each
 * mirror generates its own, which the user has to pin.
 */
const pinnedQuoteSigners: Partial<Record<NetworkName, Hash>> = {
  devnet: '0x3412292e77e34ceef3541df63ecd64fd6a9a89c5b8830d507914ee9e38249cb8',
}

/**
 * Builds the roots of a network.
 *
 * @param options.quoteSigner - The installation's quote key, where none is bundled.
 * @param options.trust - Where network and key come from; `compiled` by default.
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

/** Finds a bundled chain; undefined when it is unknown. */
export function findRootChain(roots: Roots, chainId: ChainId): RootChain | undefined {
  return roots.chains.find((chain) => chain.chainId === chainId)
}

/** Finds a bundled asset; undefined when it is unknown. */
export function findRootAsset(roots: Roots, assetType: AssetType): RootAsset | undefined {
  return roots.assets.find((asset) => isSameAsset(asset.assetType, assetType))
}

/** Finds a bundled asset with its chain; undefined unless both are known. */
export function findRootPlace(roots: Roots, assetType: AssetType): RootPlace | undefined {
  const asset = findRootAsset(roots, assetType)
  const chain = asset && findRootChain(roots, asset.chainId)
  if (asset?.kind === 'evm' && chain?.kind === 'evm') return { kind: 'evm', asset, chain }
  if (asset?.kind === 'solana' && chain?.kind === 'solana') return { kind: 'solana', asset, chain }
  return undefined
}

/** The EVM chains, in network order. */
export function getEvmRootChains({ chains }: Pick<Roots, 'chains'>): readonly EvmRootChain[] {
  return chains.filter((chain) => chain.kind === 'evm')
}

/** Finds the asset of a token contract on a chain; address 0 is the native coin. */
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
