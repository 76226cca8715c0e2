import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import type { Reception } from '../../ports/chain.ts'
import { assetMint } from './assetMint.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { computeUse } from './costs.ts'
import type { Mints } from './mints.ts'
import { programs } from '../program/addresses.ts'
import { priorityLamports } from '../program/computeBudget.ts'
import { decodeHolding, isTokenProgram } from '../program/tokenState.ts'
import type { TransferredToken } from '../program/transferInstructions.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'
import { readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import { canonicalBytesOf, decodeRent, type Rent, rentAddress } from '../rpc/rent.ts'

/**
 * What deliveries meet at a wallet.
 *
 * @returns `fault`: it is a token account or belongs to another program, or no asset that was asked
 *   for can get to it. `leastNative`: a wallet that is not there yet cannot hold less than keeps it
 *   alive. `extraGas`, in lamports: what the cluster takes now for priority, and the rent of the
 *   wallet's token account when it is missing, which its owner can have by closing it. `isMissing`:
 *   that rent is in it.
 * @throws Error when an asset's mint does not exist.
 */
export async function readReception(
  client: SolanaClient,
  question: { recipient: SolanaAddress; assetTypes: readonly AssetType[]; mints: Mints },
): Promise<Reception> {
  const { recipient, assetTypes, mints } = question
  const tokens = await Promise.all(assetTypes.map((assetType) => tokenOf(assetType, mints)))
  const receivers = tokens.map((token) => (token ? mints.accountOf(recipient, token) : recipient))
  const [{ accounts }, microLamports] = await Promise.all([
    readAccounts(client, [rentAddress, recipient, ...receivers], { commitment: 'confirmed' }),
    readPriorityPrice(client, [...new Set(receivers)]),
  ])
  const [rentAccount, wallet, ...received] = accounts
  const rent = decodeRent(rentAccount)
  const priority = priorityLamports({ units: computeUse.fill, microLamports })
  const arrivals = tokens.map((token, index) =>
    token ? arrivalOf(token, { account: received[index], recipient, rent }) : 0n,
  )
  return {
    fault: faultOf(wallet, { recipient, arrivals }),
    leastNative: missingTo(rent(wallet?.data.length ?? 0), wallet),
    extraGas: arrivals.map((made) => priority + (made ?? 0n)),
    isMissing: arrivals.map((made) => made !== undefined && made > 0n),
    refusals: arrivals.map((made) => (made === undefined ? closedAccount(recipient) : undefined)),
  }
}

async function tokenOf(assetType: AssetType, mints: Mints): Promise<TransferredToken | undefined> {
  const mint = assetMint(assetType)
  if (mint === undefined) return undefined
  const token = await mints.find(mint)
  if (!token) throw new Error(`${assetType} is no token.`)
  return token
}

/** The rent of the account to be made; undefined: what is there belongs to another, or is frozen. */
function arrivalOf(
  { mint, tokenProgram }: TransferredToken,
  to: { account: AccountData | undefined; recipient: SolanaAddress; rent: Rent },
): bigint | undefined {
  const holding = to.account && decodeHolding(to.account)
  if (!holding) return to.rent(canonicalBytesOf(tokenProgram))
  const takes = holding.owner === to.recipient && holding.mint === mint && !holding.isFrozen
  return takes ? 0n : undefined
}

function faultOf(
  wallet: AccountData | undefined,
  to: { recipient: SolanaAddress; arrivals: readonly (bigint | undefined)[] },
): string | undefined {
  const { recipient, arrivals } = to
  if (wallet && isTokenProgram(wallet.owner))
    return `${recipient} is an account of a token, not a wallet.`
  if (wallet && wallet.owner !== programs.system)
    return `${recipient} belongs to the program ${wallet.owner}: it is no wallet.`
  const isClosed = arrivals.length > 0 && arrivals.every((arrival) => arrival === undefined)
  return isClosed ? closedAccount(recipient) : undefined
}

function closedAccount(recipient: SolanaAddress): string {
  return `The token account of ${recipient} is frozen or not its own.`
}

function missingTo(minimum: bigint, account: AccountData | undefined): bigint {
  const held = account?.lamports ?? 0n
  return held >= minimum ? 0n : minimum - held
}
