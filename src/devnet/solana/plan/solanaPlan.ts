import type { Keypair } from '@solana/web3.js'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { ChainId, SolanaAddress } from '#protocol/ids/caip.ts'
import { programs } from '#chains/solana/program/addresses.ts'
import { writeBytes } from '#chains/solana/program/bytes.ts'
import { getSnsAccounts, type SnsAccount } from '#chains/solana/names/readSnsAddress.ts'
import type { FirstAccount } from './placeAccount.ts'
import {
  deriveSolanaKey,
  type SolanaMint,
  type SolanaProgramKey,
  type SolanaRole,
} from './solanaKeys.ts'
import {
  type SolanaToken,
  solanaTokens,
  solanaTokenDecimals,
  mintSpace,
} from './mintInstructions.ts'

/**
 * Names of SNS on the devnet and who holds them, with keys that have no part in it: their seeds are
 * hashes of the names (see `deriveSolanaHash`). `mira.sol` has a record for SOL besides.
 */
export const devnetSnsNames = {
  'ada.sol': 'H7XR8oKSZo2f7Ukx4KAfS1DJrurv7evGNUmWf45i4xGo',
  'mira.sol': 'YoY8xEASBEip6fL5EHLxTrNFHy15WREkDoNbqUR3Piy',
} as const

/** Builds the accounts of the devnet's names. */
function buildSnsNames(): readonly FirstAccount[] {
  const ada = getSnsAccounts('ada.sol', devnetSolana.snsProgram)
  const mira = getSnsAccounts('mira.sol', devnetSolana.snsProgram)
  const [, record] = mira.records
  return [
    buildSnsAccount(ada.domain, devnetSnsNames['ada.sol']),
    buildSnsAccount(mira.domain, devnetSnsNames['mira.sol']),
    buildSnsAccount(record, devnetSnsNames['mira.sol']),
  ]
}

/** Builds an account of the name service, held by a key or a program: its header alone. */
export function buildSnsAccount(
  { address, parent, nameClass }: SnsAccount,
  holder: SolanaAddress,
): FirstAccount {
  const data = writeBytes().address(parent).address(holder).address(nameClass).bytes()
  return { address, owner: devnetSolana.snsProgram, data }
}

/** A role on a local Solana cluster, or a key of its program. */
export type SolanaActor = SolanaRole | SolanaProgramKey

/** Everything on a local network's Solana cluster. */
export type SolanaPlan = {
  name: string
  chainId: ChainId
  genesisHash: string
  /** Default port of its node, which uses the next one too. */
  port: number
  keys: Readonly<Record<SolanaActor, Keypair>>
  /** Its tokens, minted by the deployer. */
  tokens: Readonly<Record<'usdc' | 'usdt', SolanaToken> & Partial<Record<SolanaMint, SolanaToken>>>
  /** Keys of the mints created by transactions; the node has the others from the start. */
  mintKeys: readonly Keypair[]
  /** Accounts of names of SNS, which the node has from the start. */
  names: readonly FirstAccount[]
}

/** Returns the accounts that no transaction can create: mints whose keys are not known here, and names. */
export function getFirstAccounts({ keys, tokens, mintKeys, names }: SolanaPlan): FirstAccount[] {
  const made = new Set(mintKeys.map(({ publicKey }) => publicKey.toBase58()))
  const authority = keys.deployer.publicKey.toBase58()
  const mints = Object.values(tokens).filter(({ mint }) => !made.has(mint))
  return [...mints.map(({ mint }) => buildMint({ mint, authority })), ...names]
}

/** The devnet's cluster, with published keys. */
export const reefPlan: SolanaPlan = {
  name: devnetSolana.name,
  chainId: devnetSolana.chainId,
  genesisHash: devnetSolana.genesisHash,
  port: devnetSolana.port,
  keys: {
    faucet: deriveSolanaKey('faucet'),
    deployer: deriveSolanaKey('deployer'),
    executor: deriveSolanaKey('executor'),
    solver: deriveSolanaKey('solver'),
    attestor: deriveSolanaKey('attestor'),
    payee: deriveSolanaKey('payee'),
    feeReceiver: deriveSolanaKey('feeReceiver'),
    authority: deriveSolanaKey('authority'),
    program: deriveSolanaKey('program'),
  },
  tokens: solanaTokens,
  mintKeys: [deriveSolanaKey('usdc'), deriveSolanaKey('usdt'), deriveSolanaKey('token2022')],
  names: buildSnsNames(),
}

/** Builds the account of an SPL Token mint, as at the address of a public cluster's token. */
function buildMint(of: { mint: SolanaAddress; authority: SolanaAddress }): FirstAccount {
  const data = writeBytes()
    .u32(some)
    .address(of.authority)
    .u64(0n)
    .u8(solanaTokenDecimals)
    .u8(initialized)
    .bytes()
  return {
    address: of.mint,
    owner: programs.token,
    // No freeze authority: the rest is zeros.
    data: Buffer.concat([data], mintSpace),
  }
}

const some = 1
const initialized = 1
