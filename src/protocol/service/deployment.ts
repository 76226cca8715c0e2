import { z } from 'zod/mini'

import { ChainId, EvmAddress, SolanaAddress } from '../ids/caip.ts'
import { Currency } from './rates.ts'

/** Addresses of the contracts on one EVM chain, ours and those ours depend on. */
const DeployedContracts = z.object({
  entryPoint: EvmAddress,
  accountFactory: EvmAddress,
  roleAccount: EvmAddress,
  basicAccount: EvmAddress,
  delegate: EvmAddress,
  paymaster: EvmAddress,
  originEscrow: EvmAddress,
  destinationSettler: EvmAddress,
  signers: EvmAddress,
  validityGuard: EvmAddress,
  /** Absent in deployments made before it existed: unlisted tokens cannot be bought there. */
  outputGuard: z.exactOptional(EvmAddress),
  swapRouter: EvmAddress,
  quoter: EvmAddress,
  poolFactory: EvmAddress,
  wrappedNative: EvmAddress,
})

/** What is deployed on one EVM chain: contracts, price feeds by ticker, pools with their tokens. */
const DeployedChain = z.object({
  chainId: ChainId,
  contracts: DeployedContracts,
  feeds: z.record(z.string(), EvmAddress),
  /** Feeds of the same prices by a second operator; absent where there is none. */
  secondFeeds: z.optional(z.record(z.string(), EvmAddress)),
  /** Feeds of currencies in US dollars, by their code; absent where there is none. */
  currencyFeeds: z.optional(z.partialRecord(Currency, EvmAddress)),
  pools: z.array(
    z.object({
      pool: EvmAddress,
      // Not a tuple: client generators do not support JSON Schema tuples.
      tokens: z.array(EvmAddress).check(z.length(2)),
      fee: z.int().check(z.positive()),
    }),
  ),
})

/** One Solana cluster: program, upgrade authority (absent when immutable) and role keys. */
const DeployedCluster = z.object({
  chainId: ChainId,
  genesisHash: SolanaAddress,
  program: SolanaAddress,
  upgradeAuthority: z.optional(SolanaAddress),
  roles: z.object({
    executor: SolanaAddress,
    solver: SolanaAddress,
    payee: SolanaAddress,
    feeReceiver: SolanaAddress,
  }),
})

/**
 * The part of a network that differs per installation: addresses of contracts and role keys. Passed
 * as JSON in the `DEPLOYMENT` environment variable. Source: ours.
 */
export const Deployment = z.object({
  roles: z.object({
    executor: EvmAddress,
    solver: EvmAddress,
    payee: EvmAddress,
    feeReceiver: EvmAddress,
  }),
  chains: z.array(DeployedChain).check(z.minLength(1)),
  /** Absent when the network has no Solana cluster. */
  solana: z.optional(z.array(DeployedCluster).check(z.minLength(1))),
})
export type Deployment = z.output<typeof Deployment>
