import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { buildSample as sample, type Sample } from './sampleCase.ts'

const [firth, delta, lagoon] = devnet.chains.map(({ chainId }) => chainId)
const recipient = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const app = '0x00000000000000000000000000000000000a44a1'

function asset(chainId: string | undefined, address?: string): AssetType {
  const number = chainId?.slice('eip155:'.length) ?? '0'
  return address ? `eip155:${number}/erc20:${address}` : `eip155:${number}/slip44:60`
}

/** Turns a sample into one of a request that names what is delivered. */
function exactOutput({ request, to, ...rest }: Sample, amount: bigint): Sample {
  const { amount: paid, ...from } = request.from
  return {
    ...rest,
    request: { ...request, from, to: { ...request.to, amount: amount.toString() } },
    to: { ...to, minimumAmount: to.amount, slippageBps: 0n },
    ...(paid !== undefined && { paid }),
  }
}

/** One sample of every kind of quote, by description. */
export const samples = {
  'two chains into one': sample({
    from: 'agg:usdc',
    amount: 3_000_000_000n,
    to: 'agg:eth',
    legs: [
      { assetType: asset(firth, at.usdc), amount: 1_999_000_000n, fee: 1_000_000n },
      { assetType: asset(delta, at.usdc), amount: 999_500_000n, fee: 500_000n },
    ],
    gives: { assetType: asset(lagoon), amount: 999_500_000_000_000_000n, bps: 100n },
  }),
  'a transfer of a token with other decimals': sample({
    from: 'agg:usdt',
    amount: 150_000_000n,
    to: 'agg:usdt',
    account: `${lagoon}:${recipient}`,
    legs: [
      { assetType: asset(delta, at.usdt18), amount: 99_900_000_000_000_000_000n, fee: 10n ** 17n },
      { assetType: asset(firth, at.usdt), amount: 49_950_000n, fee: 50_000n },
    ],
    gives: { assetType: asset(lagoon, at.usdt), amount: 149_850_000n, bps: 50n },
  }),
  'a native coin of one chain': sample({
    from: asset(firth),
    amount: 10n ** 18n,
    to: asset(delta, at.usdc),
    slippage: 30,
    legs: [{ assetType: asset(firth), amount: 999n * 10n ** 15n, fee: 10n ** 15n }],
    gives: { assetType: asset(delta, at.usdc), amount: 2_997_000_000n, bps: 30n },
  }),
  'a swap in a pool': sample({
    from: asset(firth, at.usdc),
    amount: 3_000_000_000n,
    to: asset(firth),
    legs: [{ assetType: asset(firth, at.usdc), amount: 2_999_000_000n, fee: 1_000_000n }],
    gives: { assetType: asset(firth), amount: 999_000_000_000_000_000n, bps: 100n },
  }),
  'a transfer on its own chain': sample({
    from: asset(lagoon, at.usdc),
    amount: 25_000_000n,
    to: asset(lagoon, at.usdc),
    account: `${lagoon}:${recipient}`,
    legs: [{ assetType: asset(lagoon, at.usdc), amount: 24_990_000n, fee: 10_000n }],
    gives: { assetType: asset(lagoon, at.usdc), amount: 24_990_000n, bps: 0n },
  }),
  'a conversion that is passed on': sample({
    from: asset(firth, at.weth),
    amount: 2n * 10n ** 18n,
    to: asset(firth),
    account: `${firth}:${recipient}`,
    legs: [{ assetType: asset(firth, at.weth), amount: 1_999n * 10n ** 15n, fee: 10n ** 15n }],
    gives: { assetType: asset(firth), amount: 1_999n * 10n ** 15n, bps: 0n },
  }),
  'a transfer with the fee of an app': sample({
    from: asset(delta, at.usdc),
    amount: 25_000_000n,
    to: asset(delta, at.usdc),
    account: `${delta}:${recipient}`,
    legs: [
      {
        assetType: asset(delta, at.usdc),
        amount: 24_890_000n,
        fee: 110_000n,
        app: { receiver: app, units: 100_000n, own: 0n },
      },
    ],
    gives: { assetType: asset(delta, at.usdc), amount: 24_890_000n, bps: 0n },
  }),
  'an exact amount for somebody': exactOutput(
    sample({
      from: 'agg:usdt',
      amount: 150_250_000n,
      to: 'agg:usdt',
      account: `${delta}:${recipient}`,
      legs: [
        { assetType: asset(lagoon, at.usdt), amount: 100_050_000n, fee: 100_000n },
        { assetType: asset(firth, at.usdt), amount: 50_050_000n, fee: 50_000n },
      ],
      gives: { assetType: asset(delta, at.usdt18), amount: 150n * 10n ** 18n, bps: 50n },
    }),
    150_000_000n,
  ),
} satisfies Record<string, Sample>

/** Deposits whose order pays an app; the service's own fee is inside their amounts. */
export const appDeposits: Sample = sample({
  from: 'agg:usdc',
  amount: 3_000_000_000n,
  to: 'agg:eth',
  legs: [
    {
      assetType: asset(firth, at.usdc),
      amount: 1_980_000_000n,
      fee: 20_000_000n,
      app: { receiver: app, units: 20_000_000n, own: 1_000_000n },
    },
    {
      assetType: asset(delta, at.usdc),
      amount: 990_000_000n,
      fee: 10_000_000n,
      app: { receiver: app, units: 10_000_000n, own: 500_000n },
    },
  ],
  gives: { assetType: asset(lagoon), amount: 989_500_000_000_000_000n, bps: 100n },
})
