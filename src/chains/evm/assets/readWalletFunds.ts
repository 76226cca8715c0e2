import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { addDataFee, readDataPrice } from '../rpc/dataFee.ts'
import { readFees } from '../rpc/readFees.ts'
import { readBalances } from './readBalances.ts'

/** What a key itself holds on a chain, and what gas costs it there. */
export type WalletFunds = {
  /** In the order asked, smallest units; undefined if the token did not answer. */
  balances: readonly (bigint | undefined)[]
  /** The most that a wallet is expected to offer for a unit of gas, data fee included; wei. */
  gasPriceWei: bigint
}

/** Tip of wallets on chains that ask for less, wei. */
const defaultTip = 1_000_000_000n

/**
 * Reads what a key holds on a chain, and the price of gas. Runs in the browser.
 *
 * @param options.assetTypes - As for {@link readBalances}: pass the same array again.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readWalletFunds(
  client: EvmClient,
  options: { account: EvmAddress; assetTypes: readonly AssetType[] },
): Promise<WalletFunds> {
  const [{ balances }, { baseFeePerGas, maxPriorityFeePerGas: tip }, dataPrice] = await Promise.all(
    [readBalances(client, options), readFees(client), readDataPrice(client)],
  )
  const price = baseFeePerGas * 2n + (tip > defaultTip ? tip : defaultTip)
  return { balances, gasPriceWei: addDataFee(price, dataPrice) }
}
