import type { TestDevnet } from '../devnet/startTestDevnet.ts'
import type { TestAccount } from '#testing/devnet/account.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import { buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'

/** Reverts always. Its code is written out: nothing like it is deployed. */
const stubborn = {
  address: '0x00000000000000000000000000000000000f00d3',
  code: '0x5f5ffd',
} as const

/** What a call of the campaign draws: tokens for a friend, and coins. */
export const lentTokens = 1_000_000n
/** Wei. */
export const lentCoins = 10n ** 12n

/** Puts the contract that refused calls go to on a chain. */
export async function placeTarget(
  devnet: Pick<TestDevnet, 'chains'>,
  chain: 'Lagoon',
): Promise<void> {
  const { client } = getDevnetChain(devnet, chain)
  await client.setCode({ address: stubborn.address, bytecode: stubborn.code })
}

/** Who gets what a call of the campaign draws: nobody else has this address. */
export function getFriend({ session }: TestAccount): EvmAddress {
  return EvmAddress.parse(session.address)
}

/**
 * A call that sends tokens and coins that the account does not hold to its friend.
 *
 * @param options.end - `refused`: what was tried when it was prepared is pretended, so that it
 *   fails before anything of it is sent.
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
      ...(end === 'done' ? [] : [{ to: stubborn.address, data: '0x', value: '0x0' } as const]),
    ],
    overrides: end === 'refused' ? [{ address: stubborn.address, code: '0x00' }] : [],
  }
}
