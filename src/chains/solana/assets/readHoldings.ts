import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import type { AccountHoldings } from '../../ports/chain.ts'
import { getAssetMint, type Mints } from './mints.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { programs } from '../program/addresses.ts'
import { decodeHolding } from '../program/tokenState.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'

/**
 * Reads a wallet's balances: its SOL, and the units in its canonical account of each token. The
 * balance of something that is not a mint is undefined; a missing account, or one whose owner was
 * changed, counts as 0.
 *
 * @returns `code` is always `other`: a wallet needs no deployment.
 */
export async function readHoldings(
  client: SolanaClient,
  question: { owner: SolanaAddress; assetTypes: readonly AssetType[]; mints: Mints },
): Promise<AccountHoldings> {
  const { owner, assetTypes, mints } = question
  const wanted = assetTypes.map((assetType) =>
    getAddresses(getAssetMint(assetType), { owner, mints }),
  )
  const addresses = [...new Set(wanted.flat())]
  const { slot, time, accounts } = await readAccounts(client, addresses, {
    commitment: 'confirmed',
  })
  const found = new Map(addresses.map((address, index) => [address, accounts[index]]))
  return {
    blockNumber: slot,
    blockTime: time,
    balances: assetTypes.map((assetType) =>
      sumUnits(getAssetMint(assetType), { owner, mints, found }),
    ),
    code: 'other',
  }
}

/** Accounts to read for one asset; for an unknown token its mint, and both candidate accounts. */
function getAddresses(
  mint: SolanaAddress | undefined,
  { owner, mints }: { owner: SolanaAddress; mints: Mints },
): readonly SolanaAddress[] {
  if (mint === undefined) return [owner]
  const known = mints.known(mint)
  if (known) return [mints.getAccount(owner, known)]
  const possible = [programs.token, programs.token2022].map((tokenProgram) =>
    mints.getAccount(owner, { mint, tokenProgram }),
  )
  return [mint, ...possible]
}

function sumUnits(
  mint: SolanaAddress | undefined,
  options: {
    owner: SolanaAddress
    mints: Mints
    found: ReadonlyMap<SolanaAddress, AccountData | undefined>
  },
): bigint | undefined {
  const { owner, mints, found } = options
  if (mint === undefined) return found.get(owner)?.lamports ?? 0n
  const token = mints.known(mint) ?? mints.learn(mint, found.get(mint))
  if (!token) return undefined
  const account = found.get(mints.getAccount(owner, token))
  const holding = account && decodeHolding(account)
  return holding?.owner === owner && holding.mint === mint ? holding.units : 0n
}
