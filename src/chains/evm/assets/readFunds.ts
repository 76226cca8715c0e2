import { hexToBigInt } from 'viem/utils'

import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { addDataFee, type GasFees, readDataPrice, readFees } from '../rpc/fees.ts'
import { readBalances } from './readBalances.ts'

/** Native coins of an owner, and the most a refund may cost them in gas; wei. */
export type GasFunds = { heldWei: bigint; neededWei: bigint }

/** A refund after `refundAfter` uses 72,000 gas; wallets add a margin. */
const refundGas = 100_000n

/**
 * Reads the coins of `owner` and the most that refunding a deposit themselves may cost. Runs in the
 * browser.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readGasFunds(client: EvmClient, owner: EvmAddress): Promise<GasFunds> {
  const [held, fees] = await Promise.all([
    client.rpc.request({ method: 'eth_getBalance', params: [owner, 'latest'] }),
    readFees(client),
  ])
  return { heldWei: hexToBigInt(held), neededWei: refundGas * getOfferedPrice(fees) }
}

/** What a key itself holds on a chain, and what gas costs it there. */
export type WalletFunds = {
  /** In the order asked, smallest units; undefined if the token did not answer. */
  balances: readonly (bigint | undefined)[]
  /** The most that a wallet is expected to offer for a unit of gas, data fee included; wei. */
  gasPriceWei: bigint
}

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
  const [{ balances }, fees, dataPrice] = await Promise.all([
    readBalances(client, options),
    readFees(client),
    readDataPrice(client),
  ])
  return { balances, gasPriceWei: addDataFee(getOfferedPrice(fees), dataPrice) }
}

/** Tip of wallets on chains that ask for less, wei. */
const defaultTip = 1_000_000_000n

/** The most that a wallet is expected to offer for a unit of gas, wei. */
function getOfferedPrice({ baseFeePerGas, maxPriorityFeePerGas: tip }: GasFees): bigint {
  return baseFeePerGas * 2n + (tip > defaultTip ? tip : defaultTip)
}
