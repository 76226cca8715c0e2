import { z } from 'zod'

import { maxAttestors } from '#chains/solana/program/signersInstructions.ts'
import type { DeploymentOptions } from '#devnet/deploy/deployToChain.ts'
import type { SolanaDeploymentOptions } from '#devnet/solana/deploy/deployToSolana.ts'
import { EvmAddress, SolanaAddress } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import {
  type Environment,
  httpUrl,
  list,
  parseVariables,
  parsed,
  solanaKey,
  units,
  whole,
} from '#service/config/variables.ts'

const noAddress = 'holds what is no address.'
const evmAddress = parsed((value) => EvmAddress.safeParse(value).data, noAddress)
const solanaAddress = parsed((value) => SolanaAddress.safeParse(value).data, noAddress)
const bytes32 = parsed((value) => Hash.safeParse(value).data, 'is not 32 bytes of hex.')
const missing = 'is missing in the environment.'
const delaySeconds = units.prefault('172800')

/** Variables of a deployment to an EVM chain. */
const evmVariables = {
  RPC_URL: httpUrl.describe('The EVM chain to deploy to.'),
  DEPLOYER_KEY: bytes32.describe(
    'The key that pays, and owns `Signers` and the paymaster until they are handed over.',
  ),
  SALT: bytes32.describe('32 bytes of hex that, with the other values, determine the addresses.'),
  COSIGNER: evmAddress.describe('The address of `COSIGNER_KEY`.'),
  PAYMASTER_SIGNER: evmAddress.describe('The address of `PAYMASTER_KEY`.'),
  ATTESTORS: list(evmAddress)
    .refine((all) => all.length > 0, missing)
    .describe('The addresses of the attestors, comma-separated.'),
  EXECUTORS: list(evmAddress)
    .refine((all) => all.length > 0, missing)
    .describe('The addresses of the executors, comma-separated.'),
  ATTESTOR_THRESHOLD: whole(255).prefault('1').describe('How many attestors must sign.'),
  OWNER: evmAddress
    .optional()
    .describe('The cold address to which `Signers` and the paymaster are offered.'),
  PAYMASTER_DEPOSIT_WEI: units
    .prefault('0')
    .describe("The paymaster's deposit, topped up once less than half is left."),
  SIGNERS_DELAY_SECONDS: delaySeconds.describe(
    'The time between proposing and installing another key, also on Solana; the default is two days.',
  ),
}

/** Variables of a deployment to a Solana cluster. */
const solanaVariables = {
  RPC_URL_SOLANA: httpUrl.describe('The Solana cluster to deploy to.'),
  DEPLOYER_SOLANA_KEY: solanaKey.describe(
    'The key that pays, and may replace the program until that is handed over.',
  ),
  PROGRAM_SOLANA_KEY: solanaKey.describe("The key of the program's address."),
  ATTESTORS_SOLANA: list(solanaAddress)
    .refine((all) => all.length > 0, missing)
    .refine(
      (all) => all.length <= maxAttestors,
      `names more than ${maxAttestors}, which is the most.`,
    )
    .refine((all) => new Set(all).size === all.length, 'names one address twice.')
    .describe(`One to three addresses of attestors, comma-separated.`),
  ATTESTOR_SOLANA_THRESHOLD: whole(maxAttestors)
    .prefault('1')
    .describe('How many of them must sign.'),
  AUTHORITY_SOLANA: solanaAddress
    .optional()
    .describe('The address that may replace the attestors; the deployer by default.'),
  UPGRADE_AUTHORITY_SOLANA: z
    .union([z.literal('none'), solanaAddress], noAddress)
    .optional()
    .describe(
      'The cold address that may replace the program afterwards, or `none` to make it final.',
    ),
  PRIORITY_MICRO_LAMPORTS: units
    .prefault('1000')
    .describe('The price of a compute unit in micro-lamports.'),
  SIGNERS_DELAY_SECONDS: delaySeconds,
}

/** All of them, in the order of CONFIGURATION.md. */
export const deployVariables = {
  ...evmVariables,
  ...solanaVariables,
  SIGNERS_DELAY_SECONDS: evmVariables.SIGNERS_DELAY_SECONDS,
}

type Read<Options> = { options: Options | undefined; faults: readonly string[] }

/** Reads what a deployment to an EVM chain needs; names every wrong variable, without its value. */
export function readEvmOptions(environment: Environment): Read<DeploymentOptions> {
  const { values, faults } = parseVariables(environment, evmVariables)
  if (!values || faults.length > 0) return { options: undefined, faults }
  const options = {
    rpcUrl: values.RPC_URL,
    deployerKey: values.DEPLOYER_KEY,
    owner: values.OWNER,
    salt: values.SALT,
    delaySeconds: values.SIGNERS_DELAY_SECONDS,
    cosigner: values.COSIGNER,
    paymasterSigner: values.PAYMASTER_SIGNER,
    attestors: values.ATTESTORS,
    attestorThreshold: values.ATTESTOR_THRESHOLD,
    executors: values.EXECUTORS,
    paymasterDeposit: values.PAYMASTER_DEPOSIT_WEI,
  }
  return { options, faults }
}

/** Reads what a deployment to a Solana cluster needs; names every wrong variable, without its value. */
export function readSolanaOptions(environment: Environment): Read<SolanaDeploymentOptions> {
  const { values, faults } = parseVariables(environment, solanaVariables)
  if (!values || faults.length > 0) return { options: undefined, faults }
  const keys = values.ATTESTORS_SOLANA
  const threshold = values.ATTESTOR_SOLANA_THRESHOLD
  const next = values.UPGRADE_AUTHORITY_SOLANA
  const options = {
    rpcUrl: values.RPC_URL_SOLANA,
    deployerKey: values.DEPLOYER_SOLANA_KEY,
    programKey: values.PROGRAM_SOLANA_KEY,
    authority: values.AUTHORITY_SOLANA,
    handOver: next === undefined ? undefined : { to: next === 'none' ? undefined : next },
    delaySeconds: values.SIGNERS_DELAY_SECONDS,
    attestors: { keys, threshold },
    microLamports: values.PRIORITY_MICRO_LAMPORTS,
  }
  const isPossible = threshold >= 1 && threshold <= keys.length
  const there = `there are ${keys.length} in ATTESTORS_SOLANA.`
  return isPossible
    ? { options, faults }
    : { options, faults: [`ATTESTOR_SOLANA_THRESHOLD is ${threshold}; ${there}`] }
}
