import { z } from 'zod'

import { ChainId, EvmAddress, SolanaAddress } from '../ids/caip.ts'

/** Where our contracts and those they need stand on one chain. */
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
  swapRouter: EvmAddress,
  quoter: EvmAddress,
  poolFactory: EvmAddress,
  wrappedNative: EvmAddress,
})

/** What was deployed on one chain: contracts, price feeds by ticker, pools with both tokens. */
const DeployedChain = z.object({
  chainId: ChainId,
  contracts: DeployedContracts,
  feeds: z.record(z.string(), EvmAddress),
  /** The same prices by another operator; absent where nobody else says them. */
  secondFeeds: z.record(z.string(), EvmAddress).optional(),
  pools: z.array(
    z.object({
      pool: EvmAddress,
      // Not a tuple: generators of clients do not know how JSON Schema writes one.
      tokens: z.array(EvmAddress).length(2),
      fee: z.int().positive(),
    }),
  ),
})

/**
 * What was deployed on one Solana cluster: the program, who may replace it (nobody when absent), and
 * the keys that act there.
 */
const DeployedCluster = z.object({
  chainId: ChainId,
  genesisHash: SolanaAddress,
  program: SolanaAddress,
  upgradeAuthority: SolanaAddress.optional(),
  roles: z.object({
    executor: SolanaAddress,
    solver: SolanaAddress,
    payee: SolanaAddress,
    feeReceiver: SolanaAddress,
  }),
})

/**
 * What a network file leaves open because each installation has its own: the addresses of what was
 * deployed and of those who act. It travels as JSON in the variable `DEPLOYMENT`. Source: ours.
 */
export const Deployment = z.object({
  roles: z.object({
    executor: EvmAddress,
    solver: EvmAddress,
    payee: EvmAddress,
    feeReceiver: EvmAddress,
  }),
  chains: z.array(DeployedChain).min(1),
  /** Absent where there is no Solana cluster. */
  solana: z.array(DeployedCluster).min(1).optional(),
})
export type Deployment = z.output<typeof Deployment>
