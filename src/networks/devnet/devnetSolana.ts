import { mirrorSolana } from '../mirror/mirrorChains.ts'

/**
 * The local Solana cluster: its genesis, the port of its node (which uses the next one too) and the
 * addresses created at start. The published keys are in `devnet/solana/plan/solanaKeys.ts`.
 */
export const devnetSolana = {
  name: 'Reef',
  /** CAIP-2 id: the first 32 characters of the genesis hash. */
  chainId: 'solana:3w66d784TGJgHWm4wczXAAG2JjP87oJX',
  genesisHash: '3w66d784TGJgHWm4wczXAAG2JjP87oJXabzcVCeJkC3D',
  port: 19_548,
  /** The escrow and settler program, and the authority over its attestors. */
  program: 'GRnXmViaTJVKiGFJXbWaFw5QKvsYUz4v4CJhtR4RRD3X',
  authority: '3S1HtquakVLwUNcSs6QivY1SUedVdcbo8ePUCzVntKQd',
  /** The program of SNS, which is not on it: only its accounts are read. */
  snsProgram: mirrorSolana.snsProgram,
  /** Mints, 6 decimals each. */
  mints: {
    /** SPL Token. */
    usdc: 'ADmhLnQZxYa34enUJXWDFmFoEXHWL1WTVcoQ39mKFki3',
    usdt: 'FV13HdGV1QMbEbqn7kPWsPwrk4XTe8Pi8dTeAPctT7c7',
    /** Token-2022. */
    token2022: 'Co2mCRKRLqvpKi17bcQTE4FeSzzLvQ2A19sJdE8Pzgz1',
  },
  roles: {
    faucet: 'SgxwL6otzVq6wUGdmjEfSEFUuWanzN38vud3TA9dM7G',
    deployer: 'AgJsEkueJuQ1qZsz7RmySgWfnEN9aYfgH1myErUyc1CY',
    executor: 'AarZcS1rjecCKouuFor4ZTz46LYc61fyH4nC7cxYYWNR',
    solver: 'FeDezRDgsQTM2U7BcYb7C2KWpHTG7j3wi8qNVzewznaZ',
    attestor: 'HQUJafZNAXdowqoBtE5EdA9xq7PyxU9YQorSSw3jJBqb',
    payee: '4W9zGHEVXjiKHhLA6AgGTiHxZEBL9qeH1uqTnnV9ZZtc',
    feeReceiver: '7do7LDvkWqos9nPCiiJFCNf6aX3y9WnTzsQ7fAZt5qbQ',
  },
} as const
