import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import type { Holdings } from '../../ports/chain.ts'
import { getAssetMint } from './getAssetMint.ts'
import type { SolanaClient } from '../rpc/client.ts'
import type { Mints } from './mints.ts'
import { programs } from '../program/addresses.ts'
import { decodeHolding } from '../program/tokenState.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'

/**
 * What a wallet holds: its coins, and what lies in its canonical account of each token. A token that
 * is no mint counts as one that does not answer; an account that is missing, or that was handed over
 * to somebody else, as empty.
 *
 * @returns `code` is `other`: a wallet is there from the start and nothing has to be made.
 */
export async function readHoldings(
  client: SolanaClient,
  question: { owner: SolanaAddress; assetTypes: readonly AssetType[]; mints: Mints },
): Promise<Holdings> {
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

/** Of a token not known yet: its mint, and the account under either token program. */
function getAddresses(
  mint: SolanaAddress | undefined,
  { owner, mints }: { owner: SolanaAddress; mints: Mints },
): readonly SolanaAddress[] {
  if (mint === undefined) return [owner]
  const known = mints.known(mint)
  if (known) return [mints.accountOf(owner, known)]
  const possible = [programs.token, programs.token2022].map((tokenProgram) =>
    mints.accountOf(owner, { mint, tokenProgram }),
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
  const account = found.get(mints.accountOf(owner, token))
  const holding = account && decodeHolding(account)
  return holding?.owner === owner && holding.mint === mint ? holding.units : 0n
}
