import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import type { RecipientAccountState } from '../../ports/chain.ts'
import { getAssetMint } from './getAssetMint.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { computeUse } from './costs.ts'
import type { Mints } from './mints.ts'
import { programs } from '../program/addresses.ts'
import { getPriorityLamports } from '../program/computeBudget.ts'
import { decodeHolding, isTokenProgram } from '../program/tokenState.ts'
import type { TransferredToken } from '../program/transferInstructions.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'
import { readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import { getCanonicalBytes, decodeRent, type Rent, rentAddress } from '../rpc/rent.ts'

/**
 * What deliveries meet at a wallet.
 *
 * @returns `fault`: it is a token account or belongs to another program, or no asset that was asked
 *   for can get to it. `minNative`: a wallet that is not there yet cannot hold less than keeps it
 *   alive. `extraGas`, in lamports: what the cluster takes now for priority, and the rent of the
 *   wallet's token account when it is missing, which its owner can have by closing it. `isMissing`:
 *   that rent is in it.
 * @throws Error when an asset's mint does not exist.
 */
export async function readRecipientAccount(
  client: SolanaClient,
  question: { recipient: SolanaAddress; assetTypes: readonly AssetType[]; mints: Mints },
): Promise<RecipientAccountState> {
  const { recipient, assetTypes, mints } = question
  const tokens = await Promise.all(assetTypes.map((assetType) => readToken(assetType, mints)))
  const receivers = tokens.map((token) => (token ? mints.accountOf(recipient, token) : recipient))
  const [{ accounts }, microLamports] = await Promise.all([
    readAccounts(client, [rentAddress, recipient, ...receivers], { commitment: 'confirmed' }),
    readPriorityPrice(client, [...new Set(receivers)]),
  ])
  const [rentAccount, wallet, ...received] = accounts
  const rent = decodeRent(rentAccount)
  const priority = getPriorityLamports({ units: computeUse.fill, microLamports })
  const recipientStates = tokens.map((token, index) =>
    token ? getMissingRent(token, { account: received[index], recipient, rent }) : 0n,
  )
  return {
    error: findRecipientError(wallet, { recipient, recipientStates }),
    minNative: getMissingLamports(rent(wallet?.data.length ?? 0), wallet),
    extraGas: recipientStates.map((made) => priority + (made ?? 0n)),
    isMissing: recipientStates.map((made) => made !== undefined && made > 0n),
    assetErrors: recipientStates.map((made) =>
      made === undefined ? describeClosedAccount(recipient) : undefined,
    ),
  }
}

async function readToken(
  assetType: AssetType,
  mints: Mints,
): Promise<TransferredToken | undefined> {
  const mint = getAssetMint(assetType)
  if (mint === undefined) return undefined
  const token = await mints.find(mint)
  if (!token) throw new Error(`${assetType} is no token.`)
  return token
}

/** The rent of the account to be made; undefined: what is there belongs to another, or is frozen. */
function getMissingRent(
  { mint, tokenProgram }: TransferredToken,
  to: { account: AccountData | undefined; recipient: SolanaAddress; rent: Rent },
): bigint | undefined {
  const holding = to.account && decodeHolding(to.account)
  if (!holding) return to.rent(getCanonicalBytes(tokenProgram))
  const takes = holding.owner === to.recipient && holding.mint === mint && !holding.isFrozen
  return takes ? 0n : undefined
}

function findRecipientError(
  wallet: AccountData | undefined,
  to: { recipient: SolanaAddress; recipientStates: readonly (bigint | undefined)[] },
): string | undefined {
  const { recipient, recipientStates } = to
  if (wallet && isTokenProgram(wallet.owner))
    return `${recipient} is an account of a token, not a wallet.`
  if (wallet && wallet.owner !== programs.system)
    return `${recipient} belongs to the program ${wallet.owner}: it is no wallet.`
  const isClosed =
    recipientStates.length > 0 && recipientStates.every((arrival) => arrival === undefined)
  return isClosed ? describeClosedAccount(recipient) : undefined
}

function describeClosedAccount(recipient: SolanaAddress): string {
  return `The token account of ${recipient} is frozen or not its own.`
}

function getMissingLamports(minimum: bigint, account: AccountData | undefined): bigint {
  const held = account?.lamports ?? 0n
  return held >= minimum ? 0n : minimum - held
}
