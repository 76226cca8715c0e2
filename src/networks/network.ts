import type {
  AccountAddress,
  AggregatedAssetId,
  AssetType,
  ChainId,
  EvmAddress,
  SolanaAddress,
} from '#protocol/ids/caip.ts'
import type { Names } from '#protocol/accounts/names.ts'

/** Names of the networks that the program knows. */
export type NetworkName = 'devnet' | 'mirror'

/** Where our contracts and those they need stand on one chain. */
export type ChainContracts = {
  /** EntryPoint v0.7 at its canonical address. */
  entryPoint: EvmAddress
  accountFactory: EvmAddress
  /** Implementation behind role-based accounts. */
  roleAccount: EvmAddress
  /** Implementation behind basic accounts. */
  basicAccount: EvmAddress
  /** What an EIP-7702 account delegates to. */
  delegate: EvmAddress
  paymaster: EvmAddress
  originEscrow: EvmAddress
  destinationSettler: EvmAddress
  signers: EvmAddress
  validityGuard: EvmAddress
  /** Uniswap v3: SwapRouter, QuoterV2 and factory. */
  swapRouter: EvmAddress
  quoter: EvmAddress
  poolFactory: EvmAddress
  /** Wrapped native coin, one for one. */
  wrappedNative: EvmAddress
}

/** EIP-712 domain of every account kind; `verifyingContract` is the account itself. */
export type ApproveDomain = { name: string; version: string }

/** What is known of a chain of either ecosystem. */
type ChainBasics = {
  chainId: ChainId
  name: string
  isTestnet: boolean
  nativeAsset: AssetType
  /** Confirmations after which a transaction counts; 1 = mined (EVM) or confirmed (Solana). */
  depth: number
  /** Usual time between two blocks. */
  blockMs: number
  /** Seconds after which a block cannot be rolled back; `depth` blocks unless given. */
  finalitySeconds?: number
  /** Longest time that nothing gets into a block while the chain recovers; 300 unless given. */
  outageSeconds?: number
  /** Where the chain answers JSON-RPC unless the environment names another address. */
  rpcUrl: string
  /** Its block explorer, without a slash at the end; a devnet's chains are shown by the service. */
  explorerUrl?: string
}

/** An EVM chain of a network. */
export type EvmNetworkChain = ChainBasics & {
  kind: 'evm'
  /** Blocks in one question for events; 2,000 unless given. A node that takes fewer is asked for fewer. */
  logPageBlocks?: number
  /** The first block in which a contract of ours can have done anything; 0 unless given. */
  firstBlock?: number
  contracts: ChainContracts
  /**
   * How many times what its first bytes offered a stuck transaction may come to offer, by what it does
   * (`release: 20`); the program's own figures unless given.
   */
  feeTimes?: Readonly<Record<string, number>>
  approveDomain: ApproveDomain
  /** Absent where no single sequencer makes the blocks. */
  sequencer?: Sequencer
  /** An ERC-4626 vault of the chain's USDC, offered as a first contract to call. */
  vault?: EvmAddress
}

/** A Solana cluster of a network. */
export type SolanaNetworkChain = ChainBasics & {
  kind: 'solana'
  /** Base58 of 32 bytes; the first 32 characters are the reference of `chainId`. */
  genesisHash: string
  /** The escrow and settler program. */
  program: SolanaAddress
  /**
   * May replace the program, and with it take every deposit: off a devnet its key is kept cold. Absent:
   * nobody may, the program is final. A service refuses to start with any other.
   */
  upgradeAuthority?: SolanaAddress
  /** As {@link Network.roles}, with keys of this chain. The executor pays all network fees. */
  roles: Roles<SolanaAddress>
}

/** One chain of a network. */
export type NetworkChain = EvmNetworkChain | SolanaNetworkChain

/** How a rollup says whether its sequencer is up: prices of the chain count only while it is. */
export type Sequencer = {
  /** Uptime feed (AggregatorV3Interface): answer 0 = up, `startedAt` = since when. */
  feed: EvmAddress
  /** How long it must have been up; 3600 unless given. Source: Chainlink, L2 sequencer feeds. */
  graceSeconds?: number
}

/** One asset on one chain, as a member of an aggregate. */
export type Member = {
  assetType: AssetType
  name: string
  symbol: string
  decimals: number
  /** The program of a Solana mint; SPL Token unless given. */
  tokenProgram?: SolanaAddress
  /** Price feed in US dollars (AggregatorV3Interface, 8 decimals). */
  feed: EvmAddress
  /** The EVM chain that the feed is on, where it is not the member's own: Solana has none. */
  feedChainId?: ChainId
  /** An older price counts as none. */
  maxAgeSeconds: number
  /**
   * How far the price may move before the feed is written again, basis points: its deviation threshold;
   * 50 unless given.
   */
  deviationBps?: number
  /** How far the price usually moves within its greatest age, basis points; its threshold unless given. */
  driftBps?: number
  /**
   * The same price by a feed of another operator, on the same chain, of the same form, threshold and
   * greatest age. Without one the price is less sure, and trading at it dearer.
   */
  secondFeed?: EvmAddress
}

/** Like assets over several chains. */
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
  /** Both sides in the pool's order (token0 has the lower address). */
  tokens: readonly [AssetType, AssetType]
  /** Fee in hundredths of a basis point: 500 = 0.05 %. */
  fee: number
}

/** Seconds that quotes and orders live, counted from the later of own clock and block time. */
export type Deadlines = {
  /** Until the quote must be executed. */
  quoteSeconds: number
  /** Until deposits must be mined. */
  depositSeconds: number
  /** Until the destination must be delivered. */
  fillSeconds: number
  /** From when anyone may refund a deposit. */
  refundSeconds: number
}

/** Addresses that quotes name. Their keys are in no file. */
export type Roles<Address extends AccountAddress = EvmAddress> = {
  /** Sends user operations (EVM, registered at the paymaster), pays all fees (Solana). */
  executor: Address
  /** Holds inventory and delivers. */
  solver: Address
  /** The solver's cold address: releases pay it. */
  payee: Address
  /** Gets the fees of same-chain swaps and the fee part of releases. */
  feeReceiver: Address
}

/** Everything the program must know about a network before it asks a chain. */
export type Network = {
  name: NetworkName
  /** Its chains are local and its money is play money. */
  isDevnet: boolean
  /** Its keys are those that development tools publish; anywhere else such keys are refused. */
  hasPublishedKeys: boolean
  /** What its deployment calls aggregates and kinds of account; see `withNames`. */
  names: Names
  /** In network order: ties between destinations go to the first. */
  chains: readonly NetworkChain[]
  aggregates: readonly Aggregate[]
  pools: readonly Pool[]
  deadlines: Deadlines
  /** The same on every EVM chain; a Solana chain has its own. */
  roles: Roles
}

/** A network of EVM chains alone. */
export type EvmNetwork = Omit<Network, 'chains'> & { chains: readonly EvmNetworkChain[] }
