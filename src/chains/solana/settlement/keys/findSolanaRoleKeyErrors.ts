import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { isPublishedAddress } from '#protocol/accounts/publishedKeys.ts'
import { hashChain } from '#protocol/orders/solanaOrder.ts'
import type { SolanaClient } from '../../rpc/client.ts'
import { getProgramDataAddress, programs, getSignersAddress } from '../../program/addresses.ts'
import { decodeProgramData, decodeSigners } from '../../program/state.ts'
import { readAccounts } from '../../rpc/readAccounts.ts'
import { decodeRent, rentAddress } from '../../rpc/rent.ts'

/** Whether the escrow program exists at its address, and its attestors. */
type Escrow = { isDeployed: boolean; attestors: readonly SolanaAddress[] | undefined }

/** Chain data needed to check role keys. */
type RoleKeyChain = Pick<
  SolanaNetworkChain,
  'program' | 'chainId' | 'genesisHash' | 'upgradeAuthority' | 'roles'
>

/** Whether the escrow program is deployed and has its signers. @throws ChainUnavailableError */
export async function hasEscrow(
  client: SolanaClient,
  chain: Pick<SolanaNetworkChain, 'program' | 'chainId'>,
): Promise<boolean> {
  const { isDeployed, attestors } = await readEscrow(client, chain)
  return isDeployed && attestors !== undefined
}

/**
 * Finds what keeps a process with these keys from working on a chain: no escrow program or one of
 * another chain, an attestor unknown to it, an upgrade authority other than the one the network
 * names, or accounts of ours that could not receive payments because they would not be rent-exempt.
 *
 * @returns One sentence per error, without the chain, which the caller names.
 * @throws ChainUnavailableError when the chain does not answer.
 */
export async function findSolanaRoleKeyErrors(
  client: SolanaClient,
  { chain, attestor }: { chain: RoleKeyChain; attestor?: SolanaAddress },
): Promise<string[]> {
  const { isDeployed, attestors } = await readEscrow(client, chain)
  if (!isDeployed) return [`the escrow program is not at ${chain.program}.`]
  if (!attestors) return [`the escrow program at ${chain.program} has no signers for this chain.`]
  const isForeign = attestor !== undefined && !attestors.includes(attestor)
  return [
    ...(isForeign ? ["the attestor key is not the program's."] : []),
    ...(await findUpgradeErrors(client, { chain, attestor })),
    ...(await findUnpayable(client, chain)),
  ]
}

/**
 * The upgrade authority controls every deposit in the program. It must be nobody, or the cold key
 * that the network names.
 */
async function findUpgradeErrors(
  client: SolanaClient,
  { chain, attestor }: { chain: RoleKeyChain; attestor: SolanaAddress | undefined },
): Promise<string[]> {
  const { program, upgradeAuthority, genesisHash } = chain
  const addresses = [getProgramDataAddress(program)]
  const { accounts } = await readAccounts(client, addresses, { commitment: 'confirmed' })
  const held = accounts[0] && decodeProgramData(accounts[0].data)
  if (!held) return [`the program at ${program} has no code.`]
  const { authority } = held
  if (authority === undefined) return []
  const remedy =
    'hand that over to a cold key or make the program final ("npm run deploy" with UPGRADE_AUTHORITY_SOLANA)'
  if (authority !== upgradeAuthority)
    return [
      `${authority} may replace the program at ${program}, and the network names ${upgradeAuthority ?? 'nobody'} for that: ${remedy}, or name who holds that key as "upgradeAuthority" in DEPLOYMENT.`,
    ]
  if (authority === attestor)
    return [`the attestor key may replace the program at ${program}: ${remedy}.`]
  if (genesisHash !== devnetSolana.genesisHash && isPublishedAddress(authority))
    return [`the key of ${authority}, which may replace the program, is published: ${remedy}.`]
  return []
}

async function findUnpayable(client: SolanaClient, { roles }: RoleKeyChain): Promise<string[]> {
  const paid = [
    { name: 'payee', address: roles.payee },
    { name: 'fee receiver', address: roles.feeReceiver },
  ]
  const addresses = [rentAddress, ...paid.map(({ address }) => address)]
  const { accounts } = await readAccounts(client, addresses, { commitment: 'confirmed' })
  const [rent, ...held] = accounts
  const minLamports = decodeRent(rent)(0)
  return paid.flatMap(({ name, address }, index) =>
    (held[index]?.lamports ?? 0n) < minLamports
      ? [`the ${name} ${address} holds less than ${minLamports} lamports: send it some SOL.`]
      : [],
  )
}

async function readEscrow(
  client: SolanaClient,
  { program, chainId }: Pick<SolanaNetworkChain, 'program' | 'chainId'>,
): Promise<Escrow> {
  const addresses = [program, getSignersAddress(program)]
  const { accounts } = await readAccounts(client, addresses, { commitment: 'confirmed' })
  const [code, held] = accounts
  const signers = held?.owner === program ? decodeSigners(held.data) : undefined
  const isOurs = signers?.chain === hashChain(chainId)
  return {
    isDeployed: code?.owner === programs.upgradeableLoader,
    attestors: isOurs ? signers.installed.keys : undefined,
  }
}
