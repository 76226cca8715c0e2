import { PublicKey, SolanaJSONRPCError, type Connection } from '@solana/web3.js'
import { type AssetType, type SolanaAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { transferSolana, type SolanaTransfer } from '../solana/funds/transferSolana.ts'
import { rpcCodes } from '../solana/bank/rpcAnswer.ts'
import type { SolanaMint } from '../solana/plan/solanaKeys.ts'
import { reefPlan, type SolanaPlan } from '../solana/plan/solanaPlan.ts'

/** Maximum amount per request, in smallest units: 10,000 SOL, or 10^9 of a token. */
const maxUnits = { sol: 10n ** 13n, token: 10n ** 15n } as const

const mints: readonly SolanaMint[] = ['usdc', 'usdt', 'token2022']

/**
 * Sends an amount of one asset on the local Solana chain.
 *
 * @param plan - The devnet's by default.
 * @returns The signature of the transaction, which has landed.
 * @throws FaucetError when the amount is too large, or too small for a new wallet, or the address
 *   cannot receive it.
 */
export async function sendFromSolanaFaucet(
  connection: Connection,
  request: { to: SolanaAddress; assetType: AssetType; amount: bigint },
  plan: SolanaPlan = reefPlan,
): Promise<string> {
  const { to, amount } = request
  const asset = toTransferAsset(request.assetType, plan)
  const maxAmount = asset === 'sol' ? maxUnits.sol : maxUnits.token
  if (amount > maxAmount)
    throw new FaucetError(`The faucet gives at most ${maxAmount} units at once.`)
  const transfers = [{ asset, units: amount }]
  const given = transferSolana(connection, { to: new PublicKey(to), transfers }, plan)
  const [signature] = await given.catch((error: unknown) => {
    const isUntaken = error instanceof SolanaJSONRPCError && error.code === rpcCodes.internal
    if (asset !== 'sol' || !isUntaken) throw error
    throw new FaucetError(
      `${to} cannot take ${amount} lamports: a new wallet needs what keeps it alive, and addresses ` +
        'of the cluster itself take none.',
    )
  })
  if (signature === undefined) throw new Error('The transfer has no transaction.')
  return signature
}

function toTransferAsset(assetType: AssetType, { tokens }: SolanaPlan): SolanaTransfer['asset'] {
  const { namespace, reference } = splitAssetType(assetType)
  if (namespace === 'slip44') return 'sol'
  const mint = mints.find((name) => tokens[name]?.mint === reference)
  if (mint) return mint
  throw new FaucetError(`The faucet has no ${assetType}.`)
}

/** The faucet cannot fulfil a request. */
export class FaucetError extends Error {
  override name = 'FaucetError'
}
