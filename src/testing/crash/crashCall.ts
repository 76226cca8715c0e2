import type { TestDevnet } from '../devnet/startTestDevnet.ts'
import type { TestAccount } from '#testing/devnet/account.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import { buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'

const revertingContract = {
  address: '0x00000000000000000000000000000000000f00d3',
  code: '0x5f5ffd',
} as const

/** What is lent to a call: tokens in smallest units, and native coins. */
export const lentTokens = 1_000_000n
/** Wei. */
export const lentCoins = 10n ** 12n

/** Places the reverting contract on a chain. */
export async function placeTarget(
  devnet: Pick<TestDevnet, 'chains'>,
  chain: 'Lagoon',
): Promise<void> {
  const { client } = getDevnetChain(devnet, chain)
  await client.setCode({ address: revertingContract.address, bytecode: revertingContract.code })
}

/** The recipient of a call's transfers: an address used for nothing else. */
export function getFriend({ session }: TestAccount): EvmAddress {
  return EvmAddress.parse(session.address)
}

/**
 * Builds a call that sends tokens and coins the account does not hold to {@link getFriend}.
 *
 * @param options.end - `refused`: the call reverts after it was prepared with a state override, so
 *   the simulation before sending refuses it.
 */
export function buildFriendlyCall(
  account: TestAccount,
  options: { usdc: AssetType; from: AssetType; end: 'done' | 'refused' },
): PrepareCallQuoteRequest {
  const { usdc, from, end } = options
  const { chainId, reference } = splitAssetType(usdc)
  const recipient = getFriend(account)
  const transfer = buildTransferCall(EvmAddress.parse(reference), { recipient, amount: lentTokens })
  return {
    accounts: [
      {
        sessionAddress: account.session.address,
        adminAddress: account.admin.address,
        accountAddress: account.address,
      },
    ],
    targetChain: chainId,
    fromAssetId: from,
    tokensRequired: [{ assetType: usdc, amount: lentTokens.toString() }],
    allowanceRequirements: [],
    calls: [
      { to: transfer.to, data: transfer.data, value: '0x0' },
      { to: recipient, data: '0x', value: `0x${lentCoins.toString(16)}` },
      ...(end === 'done'
        ? []
        : [{ to: revertingContract.address, data: '0x', value: '0x0' } as const]),
    ],
    overrides: end === 'refused' ? [{ address: revertingContract.address, code: '0x00' }] : [],
  }
}
