import type { Currency } from '#protocol/service/rates.ts'
import type {
  AccountAddress,
  AggregatedAssetId,
  AssetType,
  ChainId,
  EvmAddress,
  SolanaAddress,
} from '#protocol/ids/caip.ts'
import type { Names } from '#protocol/accounts/names.ts'
import type { ApproveDomain } from '#protocol/orders/approval.ts'

/** Names of the known networks. */
export type NetworkName = 'devnet' | 'mirror'

/** Addresses of the contracts on one EVM chain, ours and those ours depend on. */
export type ChainContracts = {
  /** EntryPoint v0.7 at its canonical address. */
  entryPoint: EvmAddress
  accountFactory: EvmAddress
  /** Implementation of role-based accounts. */
  roleAccount: EvmAddress
  /** Implementation of basic accounts. */
  basicAccount: EvmAddress
  /** Delegation target of EIP-7702 accounts. */
  delegate: EvmAddress
  paymaster: EvmAddress
  originEscrow: EvmAddress
  destinationSettler: EvmAddress
  signers: EvmAddress
  validityGuard: EvmAddress
  /** Absent where it was never deployed: unlisted tokens cannot be bought there. */
  outputGuard?: EvmAddress
  /** Uniswap v3: SwapRouter, QuoterV2 and factory. */
  swapRouter: EvmAddress
  quoter: EvmAddress
  poolFactory: EvmAddress
  /** Wrapped native coin, 1:1. */
  wrappedNative: EvmAddress
}

/** Properties of a chain of either ecosystem. */
type ChainBasics = {
  chainId: ChainId
  name: string
  isTestnet: boolean
  nativeAsset: AssetType
  /** Confirmations after which a transaction counts; 1 = mined (EVM) or confirmed (Solana). */
  depth: number
  /** Average block time, milliseconds. */
  blockMs: number
  /** Seconds until a block can no longer be rolled back; by default the time of `depth` blocks. */
  finalitySeconds?: number
  /** Longest expected outage during which no transaction is included, seconds; 300 by default. */
  outageSeconds?: number
  /** Default JSON-RPC URL; the environment can override it. */
  rpcUrl: string
  /** Base URL of the block explorer, without trailing slash; unset on a devnet. */
  explorerUrl?: string
}

/** An EVM chain of a network. */
export type EvmNetworkChain = ChainBasics & {
  kind: 'evm'
  /** Blocks per eth_getLogs query; 2,000 by default, reduced when a node accepts fewer. */
  logPageBlocks?: number
  /** First block that can contain activity of our contracts; 0 by default. */
  firstBlock?: number
  contracts: ChainContracts
  /**
   * Maximum fee of a replacement as a multiple of the first submission's fee, by action (`release:
   * 20`); built-in defaults when absent.
   */
  feeTimes?: Readonly<Record<string, number>>
  approveDomain: ApproveDomain
  /** Absent on chains without a single sequencer. */
  sequencer?: Sequencer
  /** An ERC-4626 vault of the chain's USDC, which the dashboard suggests for a first call. */
  vault?: EvmAddress
  /**
   * The universal resolver of ENS, which tells what a name points to; on the chain that has the names.
   * Source: https://docs.ens.domains/resolvers/universal.
   */
  ensUniversalResolver?: EvmAddress
}

/** A Solana cluster of a network. */
export type SolanaNetworkChain = ChainBasics & {
  kind: 'solana'
  /** Base58 of 32 bytes; its first 32 characters are the reference of `chainId`. */
  genesisHash: string
  /** The escrow and settler program. */
  program: SolanaAddress
  /**
   * May upgrade the program, and thereby take every deposit: outside a devnet its key is kept cold.
   * Absent when the program is immutable. The service refuses to start if the actual one differs.
   */
  upgradeAuthority?: SolanaAddress
  /** The program of SNS, whose accounts tell what a name points to; on the cluster that has the names. */
  snsProgram?: SolanaAddress
  /** Like {@link Network.roles}, with keys of this cluster. The executor pays all network fees. */
  roles: Roles<SolanaAddress>
}

/** One chain of a network. */
export type NetworkChain = EvmNetworkChain | SolanaNetworkChain

/** Sequencer status of a rollup; prices on the chain count only while the sequencer is up. */
export type Sequencer = {
  /** Uptime feed (AggregatorV3Interface): answer 0 = up, `startedAt` = time of the last change. */
  feed: EvmAddress
  /** Minimum uptime after a restart; 3600 by default. Source: Chainlink, L2 sequencer feeds. */
  graceSeconds?: number
}

/** One asset on one chain, as a member of an aggregate. */
export type Member = {
  assetType: AssetType
  name: string
  symbol: string
  decimals: number
  /** Token program of a Solana mint; SPL Token by default. */
  tokenProgram?: SolanaAddress
  /** Price feed in US dollars (AggregatorV3Interface, 8 decimals). */
  feed: EvmAddress
  /** The EVM chain of the feed, when it differs from the member's chain (Solana has no feeds). */
  feedChainId?: ChainId
  /** Prices older than this are not used. */
  maxAgeSeconds: number
  /** Deviation threshold of the feed, basis points: price move before an update; 50 by default. */
  deviationBps?: number
  /** Usual price movement within `maxAgeSeconds`, basis points; `deviationBps` by default. */
  driftBps?: number
  /**
   * A feed of the same price by another operator, on the same chain and with the same form,
   * threshold and maximum age. Without one the price is less certain and trades at it cost more.
   */
  secondFeed?: EvmAddress
}

/** A feed of what one unit of a currency is worth in US dollars, 8 decimals. */
export type CurrencyFeed = {
  currency: Currency
  chainId: ChainId
  feed: EvmAddress
  /** Rates older than this are not used. */
  maxAgeSeconds: number
}

/** Equivalent assets on several chains. */
export type Aggregate = {
  aggregatedAssetId: AggregatedAssetId
  name: string
  symbol: string
  /** Decimals of aggregated amounts; members keep their own. */
  decimals: number
  members: readonly Member[]
}

/** A Uniswap v3 pool that same-chain swaps may use. */
export type Pool = {
  chainId: ChainId
  pool: EvmAddress
  /** Both tokens in the pool's order (token0 has the lower address). */
  tokens: readonly [AssetType, AssetType]
  /** Fee in hundredths of a basis point: 500 = 0.05 %. */
  fee: number
  /** The one of its tokens that no list names; only of a pool found for one quote, in no file. */
  unlisted?: AssetType
}

/** Lifetimes of quotes and orders, seconds from the later of the local clock and block time. */
export type Deadlines = {
  /** Until the quote must be submitted for execution. */
  quoteSeconds: number
  /** Until deposits must be mined. */
  depositSeconds: number
  /** Until the destination must be filled. */
  fillSeconds: number
  /** After which anyone may refund a deposit. */
  refundSeconds: number
}

/** Addresses that quotes refer to. Their keys are in no file. */
export type Roles<Address extends AccountAddress = EvmAddress> = {
  /** Submits user operations (EVM, registered at the paymaster); pays all fees (Solana). */
  executor: Address
  /** Holds inventory and fills. */
  solver: Address
  /** The solver's cold address, which releases pay. */
  payee: Address
  /** Receives the fees of same-chain swaps and the fee part of releases. */
  feeReceiver: Address
}

/** Static configuration of a network. */
export type Network = {
  name: NetworkName
  /** Whether its chains are local and its tokens worthless. */
  isDevnet: boolean
  /** Whether its roles use published development keys, which are refused anywhere else. */
  hasPublishedKeys: boolean
  /** Wire names of aggregates and account kinds; see `withNames`. */
  names: Names
  /** In network order: on a tie between destinations the first wins. */
  chains: readonly NetworkChain[]
  aggregates: readonly Aggregate[]
  pools: readonly Pool[]
  deadlines: Deadlines
  /** Feeds of other currencies, for showing values; of several of one the first that is fresh. */
  currencies?: readonly CurrencyFeed[]
  /** The same on every EVM chain; Solana clusters have their own. */
  roles: Roles
}

/** A network with EVM chains only. */
export type EvmNetwork = Omit<Network, 'chains'> & { chains: readonly EvmNetworkChain[] }
