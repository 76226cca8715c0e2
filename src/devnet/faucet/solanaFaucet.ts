import { PublicKey, SolanaJSONRPCError, type Connection } from '@solana/web3.js'

import { type AssetType, type SolanaAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { RefusedWish } from './RefusedWish.ts'
import { giveSolana, type SolanaGift } from '../solana/funds/giveSolana.ts'
import { rpcCodes } from '../solana/bank/rpcError.ts'
import type { SolanaMint } from '../solana/plan/solanaKeys.ts'
import { reefPlan, type SolanaPlan } from '../solana/plan/solanaPlan.ts'

/** The most that is given at once, in smallest units: 10,000 SOL, and 10^9 of a token. */
const mostUnits = { sol: 10n ** 13n, token: 10n ** 15n } as const

const mints: readonly SolanaMint[] = ['usdc', 'usdt', 'token2022']

/**
 * Gives an amount of one asset of the local Solana chain away.
 *
 * @param plan - The devnet's unless given.
 * @returns The signature of the transaction, which has landed.
 * @throws RefusedWish when the amount is absurd, or too little for a new wallet, and when nothing can
 *   be sent to that address.
 */
export async function giveOnSolana(
  connection: Connection,
  wish: { to: SolanaAddress; assetType: AssetType; amount: bigint },
  plan: SolanaPlan = reefPlan,
): Promise<string> {
  const { to, amount } = wish
  const asset = assetOf(wish.assetType, plan)
  const most = asset === 'sol' ? mostUnits.sol : mostUnits.token
  if (amount > most) throw new RefusedWish(`The faucet gives at most ${most} units at once.`)
  const gifts = [{ asset, units: amount }]
  const given = giveSolana(connection, { to: new PublicKey(to), gifts }, plan)
  const [signature] = await given.catch((error: unknown) => {
    const isUntaken = error instanceof SolanaJSONRPCError && error.code === rpcCodes.internal
    if (asset !== 'sol' || !isUntaken) throw error
    throw new RefusedWish(
      `${to} cannot take ${amount} lamports: a new wallet needs what keeps it alive, and addresses ` +
        'of the cluster itself take none.',
    )
  })
  if (signature === undefined) throw new Error('A gift has no transaction.')
  return signature
}

function assetOf(assetType: AssetType, { tokens }: SolanaPlan): SolanaGift['asset'] {
  const { namespace, reference } = splitAssetType(assetType)
  if (namespace === 'slip44') return 'sol'
  const mint = mints.find((name) => tokens[name]?.mint === reference)
  if (mint) return mint
  throw new RefusedWish(`The faucet has no ${assetType}.`)
}
