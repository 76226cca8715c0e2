import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { zeroHash } from 'viem'

import { type ChainName, chooseChains } from '#networks/chooseChains.ts'
import { loadNetwork } from '#networks/loadNetwork.ts'
import { mirrorChains, mirrorSolana } from '#networks/mirror/mirrorChains.ts'
import type { Network, NetworkName } from '#networks/network.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { planDevnet } from './devnetPlan.ts'
import { type Installation, openInstallation } from './installation.ts'
import { devnetKeys } from './keys.ts'
import type { LocalPlan } from './localPlan.ts'
import { buildDeploymentRecord, planMirror } from './mirrorPlan.ts'
import { reefPlan } from '../solana/plan/solanaPlan.ts'

/** A local network before its nodes run. */
export type LocalNetwork = {
  network: Network
  plan: LocalPlan
  installation: Installation
  /** Environment variables for the service: the requested chains, and what is deployed on them. */
  environment: Readonly<Record<'NETWORK' | 'CHAINS' | 'DEPLOYMENT', string>>
  /** Folder of its chains' state. */
  chainsFolder: string
}

/** The same for every devnet: published keys, and addresses without a salt. */
const devnetInstallation: Installation = {
  keys: devnetKeys,
  quoteKey: `0x${createHash('sha256').update('estuary devnet quote key').digest('hex')}`,
  salt: zeroHash,
  apiKey: 'estuary-devnet',
}

/** Its Solana keys in {@link Installation}'s form. */
const publishedSolanaKeys: NonNullable<Installation['solanaKeys']> = {
  faucet: encodeBase58(reefPlan.keys.faucet.secretKey),
  deployer: encodeBase58(reefPlan.keys.deployer.secretKey),
  executor: encodeBase58(reefPlan.keys.executor.secretKey),
  solver: encodeBase58(reefPlan.keys.solver.secretKey),
  attestor: encodeBase58(reefPlan.keys.attestor.secretKey),
  payee: encodeBase58(reefPlan.keys.payee.secretKey),
  feeReceiver: encodeBase58(reefPlan.keys.feeReceiver.secretKey),
  authority: encodeBase58(reefPlan.keys.authority.secretKey),
  program: encodeBase58(reefPlan.keys.program.secretKey),
}

/**
 * Plans a local network: its contracts, its keys, and where its chains are kept.
 *
 * @param name - `devnet`, or `mirror`, which generates its keys and salt on the first call.
 * @param options.dataDir - Folder of this network; `npm run reset` empties it.
 * @param options.chains - Names of the requested chains, comma-separated; all when absent.
 * @throws Error in one sentence: a chain that the network does not have, or unusable keys.
 */
export function openLocalNetwork(
  name: NetworkName,
  options: { dataDir: string; chains?: string | undefined },
): LocalNetwork {
  switch (name) {
    case 'devnet':
      return openDevnet(options)
    case 'mirror':
      return openMirror(options)
  }
}

function openDevnet({
  dataDir,
  chains,
}: {
  dataDir: string
  chains?: string | undefined
}): LocalNetwork {
  const whole = planDevnet()
  const numbers = whole.chains.map(({ number }) => number)
  const names = chooseChains<ChainName>(chains, [...numbers, 'solana'])
  const asked = names.join(',')
  return {
    network: loadNetwork('devnet', { chains: asked }),
    plan: {
      ...whole,
      chains: whole.chains.filter(({ number }) => names.includes(number)),
      solana: names.includes('solana') ? reefPlan : undefined,
    },
    installation: names.includes('solana')
      ? { ...devnetInstallation, solanaKeys: publishedSolanaKeys }
      : devnetInstallation,
    environment: { NETWORK: 'devnet', CHAINS: asked, DEPLOYMENT: '' },
    chainsFolder: join(dataDir, 'devnet'),
  }
}

function openMirror({
  dataDir,
  chains,
}: {
  dataDir: string
  chains?: string | undefined
}): LocalNetwork {
  const numbers = mirrorChains.map(({ number }) => number)
  const names = chooseChains<ChainName>(chains, [...numbers, 'solana'])
  requireFeeds(names)
  const { solanaKeys, ...withoutSolana } = openInstallation(join(dataDir, 'keys.json'))
  const installation = names.includes('solana') ? { ...withoutSolana, solanaKeys } : withoutSolana
  const plan = planMirror(installation, names)
  const deployment = JSON.stringify(buildDeploymentRecord(plan))
  const asked = names.join(',')
  return {
    network: loadNetwork('mirror', { chains: asked, deployment }),
    plan,
    installation,
    environment: { NETWORK: 'mirror', CHAINS: asked, DEPLOYMENT: deployment },
    chainsFolder: join(dataDir, 'chains'),
  }
}

/** Checked before anything is generated or started. */
function requireFeeds(names: readonly ChainName[]): void {
  const { feedChainNumber } = mirrorSolana
  if (names.includes('solana') && !names.includes(feedChainNumber))
    throw new Error(
      `CHAINS names "solana" without ${feedChainNumber}, whose feeds price its assets.`,
    )
}
