import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import type { RecipientAccountState } from '../../ports/chain.ts'
import { getAssetMint, type Mints } from './mints.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { computeUse } from './costs.ts'
import { programs } from '../program/addresses.ts'
import { getPriorityLamports } from '../program/computeBudget.ts'
import { decodeHolding, isTokenProgram } from '../program/tokenState.ts'
import type { TransferredToken } from '../program/transferInstructions.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'
import { readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import { getCanonicalBytes, decodeRent, type Rent, rentAddress } from '../rpc/rent.ts'

/**
 * Reads the state of a wallet that is to receive assets.
 *
 * @returns `error`: the address is a token account, belongs to another program, or cannot receive
 *   any of the assets. `minNative`: lamports a new wallet must receive to stay rent-exempt.
 *   `extraGas`, lamports per asset: the current priority fee, and the rent of the token account if
 *   it is missing, which its owner can claim by closing it. `isMissing`: that rent is included.
 * @throws Error when an asset's mint does not exist.
 */
export async function readRecipientAccount(
  client: SolanaClient,
  question: { recipient: SolanaAddress; assetTypes: readonly AssetType[]; mints: Mints },
): Promise<RecipientAccountState> {
  const { recipient, assetTypes, mints } = question
  const tokens = await Promise.all(assetTypes.map((assetType) => readToken(assetType, mints)))
  const receivers = tokens.map((token) => (token ? mints.getAccount(recipient, token) : recipient))
  const [{ accounts }, microLamports] = await Promise.all([
    readAccounts(client, [rentAddress, recipient, ...receivers], { commitment: 'confirmed' }),
    readPriorityPrice(client, [...new Set(receivers)]),
  ])
  const [rentAccount, wallet, ...received] = accounts
  const rent = decodeRent(rentAccount)
  const priority = getPriorityLamports({ units: computeUse.fill, microLamports })
  const missingRents = tokens.map((token, index) =>
    token ? getMissingRent(token, { account: received[index], recipient, rent }) : 0n,
  )
  return {
    error: findRecipientError(wallet, { recipient, missingRents }),
    minNative: getMissingLamports(rent(wallet?.data.length ?? 0), wallet),
    extraGas: missingRents.map((made) => priority + (made ?? 0n)),
    isMissing: missingRents.map((made) => made !== undefined && made > 0n),
    assetErrors: missingRents.map((made) =>
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
  if (!token) throw new Error(`${assetType} is not a token.`)
  return token
}

/** Rent of a missing token account; undefined when the existing one cannot receive. */
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
  to: { recipient: SolanaAddress; missingRents: readonly (bigint | undefined)[] },
): string | undefined {
  const { recipient, missingRents } = to
  if (wallet && isTokenProgram(wallet.owner))
    return `${recipient} is an account of a token, not a wallet.`
  if (wallet && wallet.owner !== programs.system)
    return `${recipient} belongs to the program ${wallet.owner}: it is no wallet.`
  const isClosed = missingRents.length > 0 && missingRents.every((rent) => rent === undefined)
  return isClosed ? describeClosedAccount(recipient) : undefined
}

function describeClosedAccount(recipient: SolanaAddress): string {
  return `The token account of ${recipient} is frozen or not its own.`
}

function getMissingLamports(minimum: bigint, account: AccountData | undefined): bigint {
  const held = account?.lamports ?? 0n
  return held >= minimum ? 0n : minimum - held
}
