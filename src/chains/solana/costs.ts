import type { AssetType, SolanaAddress } from '#protocol/caip.ts'
import type { DeliveryCost } from '../chain.ts'
import { assetMint } from './assetMint.ts'
import type { SolanaClient } from './client.ts'
import type { Mints } from './mints.ts'
import { associatedTokenAddress } from './program/addresses.ts'
import { priorityLamports } from './program/computeBudget.ts'
import { decodeHolding } from './program/tokenState.ts'
import { type AccountData, readAccounts } from './readAccounts.ts'
import { readPriorityPrice } from './readPriorityPrice.ts'
import { canonicalBytesOf, decodeRent, rentAddress } from './rent.ts'

/** Lamports for each signature. Source: `DEFAULT_TARGET_LAMPORTS_PER_SIGNATURE`. */
export const signatureLamports = 5_000n

/**
 * What whole transactions cost the service, in lamports: for quotes, as `gasUse` is for EVM chains
 * (`market.gasPrice` of a Solana chain is 1). Signatures, and those of the transaction that brings
 * the rent of what was made back; rent itself is not in it where it comes back. What a busy cluster
 * takes for priority comes on top: at most 0.1 lamports for each of `computeUse`.
 */
export const lamportUse = {
  /** Executor and user; closing the order later. */
  deposit: 3n * signatureLamports,
  /** Executor and user; the recipient's account, when it is missing: `readDeliveryCost`. */
  transfer: 2n * signatureLamports,
  /** Executor and solver; closing the record later. Recipient's account as for a transfer. */
  fill: 3n * signatureLamports,
  /** Executor and solver; closing the record later. */
  cancel: 3n * signatureLamports,
  /** Executor and one attestor. */
  release: 2n * signatureLamports,
  /** Executor and one attestor. */
  refund: 2n * signatureLamports,
} as const

/** Compute units that whole transactions took on the devnet, with tokens, account making included. */
export const computeUse: Readonly<Record<keyof typeof lamportUse, number>> = {
  deposit: 45_000,
  transfer: 60_000,
  fill: 60_000,
  cancel: 15_000,
  release: 45_000,
  refund: 45_000,
}

/**
 * What it costs now to bring an asset to a wallet: signatures, priority, and the rent of the wallet's
 * token account when it is missing, which its owner can have by closing it.
 *
 * @param to.by - A fill from the solver's inventory, or a transfer within the chain.
 * @returns Also how much must be delivered at least: a wallet that is not there yet cannot hold less
 *   SOL than keeps it alive.
 * @throws Error when the asset's mint does not exist.
 */
export async function readDeliveryCost(
  client: SolanaClient,
  to: { recipient: SolanaAddress; assetType: AssetType; by: 'fill' | 'transfer'; mints: Mints },
): Promise<DeliveryCost> {
  const { recipient, assetType, by, mints } = to
  const mint = assetMint(assetType)
  const token = mint === undefined ? undefined : await mints.find(mint)
  if (mint !== undefined && !token) throw new Error(`${assetType} is no token.`)
  const receiver = token ? associatedTokenAddress(recipient, token) : recipient
  const [{ accounts }, microLamports] = await Promise.all([
    readAccounts(client, [rentAddress, receiver], { commitment: 'confirmed' }),
    readPriorityPrice(client, [receiver]),
  ])
  const [rentAccount, account] = accounts
  const rent = decodeRent(rentAccount)
  const priority = priorityLamports({ units: computeUse[by], microLamports })
  const transaction = lamportUse[by] + priority
  if (token) {
    const isMissing = !account || !decodeHolding(account)
    const made = isMissing ? rent(canonicalBytesOf(token.tokenProgram)) : 0n
    return { lamports: transaction + made, minimumUnits: 0n }
  }
  return {
    lamports: transaction,
    minimumUnits: missingTo(rent(account?.data.length ?? 0), account),
  }
}

function missingTo(minimum: bigint, account: AccountData | undefined): bigint {
  const held = account?.lamports ?? 0n
  return held >= minimum ? 0n : minimum - held
}
