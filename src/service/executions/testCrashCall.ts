import type { TestDevnet } from '#devnet/startTestDevnet.ts'
import type { TestAccount } from '#devnet/testAccount.ts'
import { chainOf } from '#devnet/testSettlement.ts'
import { transferCall } from '#chains/evm/accountCalls.ts'
import type { PrepareCallQuoteRequest } from '#protocol/callQuote.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/caip.ts'

/** Contracts that calls of tests go to. Their code is written out: nothing like them is deployed. */
export const testTargets = {
  /** Takes everything in a simulation, where gas is free, and reverts when it is paid for. */
  moody: { address: '0x00000000000000000000000000000000000f00d1', code: '0x3a156008575f5ffd5b00' },
  /** Like it, and burns all the gas that it is given. */
  greedy: { address: '0x00000000000000000000000000000000000f00d2', code: '0x3a15600657fe5b00' },
  /** Reverts always. */
  stubborn: { address: '0x00000000000000000000000000000000000f00d3', code: '0x5f5ffd' },
} as const

/** What a call of the campaign draws: tokens for a friend, and coins. */
export const lentTokens = 1_000_000n
/** Wei. */
export const lentCoins = 10n ** 12n

/** Puts {@link testTargets} on a chain. */
export async function placeTargets(devnet: TestDevnet, chain: 'Lagoon'): Promise<void> {
  const { client } = chainOf(devnet, chain)
  for (const { address, code } of Object.values(testTargets))
    await client.setCode({ address, bytecode: code })
}

/** Who gets what a call of the campaign draws: nobody else has this address. */
export function friendOf({ session }: TestAccount): EvmAddress {
  return EvmAddress.parse(session.address)
}

/**
 * A call that sends tokens and coins that the account does not hold to its friend.
 *
 * @param options.end - `reverted`: fails on the chain and nowhere else; `refused`: what was tried
 *   when it was prepared is pretended, so that it fails before anything of it is sent.
 */
export function friendlyCall(
  account: TestAccount,
  options: { usdc: AssetType; from: AssetType; end: 'done' | 'reverted' | 'refused' },
): PrepareCallQuoteRequest {
  const { usdc, from, end } = options
  const { chainId, reference } = splitAssetType(usdc)
  const recipient = friendOf(account)
  const transfer = transferCall(EvmAddress.parse(reference), { recipient, amount: lentTokens })
  const target = end === 'reverted' ? testTargets.moody : testTargets.stubborn
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
      ...(end === 'done' ? [] : [{ to: target.address, data: '0x', value: '0x0' } as const]),
    ],
    overrides: end === 'refused' ? [{ address: target.address, code: '0x00' }] : [],
  }
}
