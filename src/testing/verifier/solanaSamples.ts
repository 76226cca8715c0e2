import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { buildSample, type Sample, sampleAccount, sampleSolanaAccount } from './sampleCase.ts'

const { chainId: reef, mints, roles } = devnetSolana
const recipient = devnetSolana.roles.attestor

const sol: AssetType = `${reef}/slip44:501`
const usdc: AssetType = `${reef}/token:${mints.usdc}`
const firthUsdc: AssetType = `eip155:71117001/erc20:${at.usdc}`
const deltaUsdc: AssetType = `eip155:71117002/erc20:${at.usdc}`
const lagoonEth: AssetType = 'eip155:71117003/slip44:60'

function sample(of: Parameters<typeof buildSample>[0]): Sample {
  return buildSample({ accounts: [sampleAccount, sampleSolanaAccount], ...of })
}

/** One sample of every kind of quote that pays or delivers on Solana, by description. */
export const solanaSamples = {
  'tokens from Solana to an EVM chain': sample({
    from: usdc,
    amount: 3_000_000_000n,
    to: lagoonEth,
    legs: [{ assetType: usdc, amount: 2_999_000_000n, fee: 1_000_000n }],
    gives: { assetType: lagoonEth, amount: 999_500_000_000_000_000n, bps: 100n },
  }),
  'SOL to an EVM chain': sample({
    from: sol,
    amount: 20_000_000_000n,
    to: firthUsdc,
    slippage: 30,
    legs: [{ assetType: sol, amount: 19_980_000_000n, fee: 20_000_000n }],
    gives: { assetType: firthUsdc, amount: 2_997_000_000n, bps: 30n },
  }),
  'an EVM chain to SOL': sample({
    from: firthUsdc,
    amount: 1_500_000_000n,
    to: sol,
    legs: [{ assetType: firthUsdc, amount: 1_499_000_000n, fee: 1_000_000n }],
    gives: { assetType: sol, amount: 9_990_000_000n, bps: 100n },
  }),
  'legs of both into tokens on Solana': sample({
    from: 'agg:usdc',
    amount: 300_000_000n,
    to: 'agg:usdc',
    account: `${reef}:${recipient}`,
    legs: [
      { assetType: usdc, amount: 99_900_000n, fee: 100_000n },
      { assetType: deltaUsdc, amount: 99_800_000n, fee: 200_000n },
      { assetType: firthUsdc, amount: 99_900_000n, fee: 100_000n },
    ],
    gives: { assetType: usdc, amount: 299_600_000n, bps: 50n },
  }),
  'a swap on Solana': sample({
    from: usdc,
    amount: 1_500_000_000n,
    to: sol,
    legs: [{ assetType: usdc, amount: 1_499_000_000n, fee: 1_000_000n }],
    gives: { assetType: sol, amount: 9_990_000_000n, bps: 100n },
  }),
  'a transfer of tokens on Solana': sample({
    from: usdc,
    amount: 25_000_000n,
    to: usdc,
    account: `${reef}:${recipient}`,
    legs: [{ assetType: usdc, amount: 24_990_000n, fee: 10_000n }],
    gives: { assetType: usdc, amount: 24_990_000n, bps: 0n },
  }),
  'a transfer of SOL': sample({
    from: sol,
    amount: 2_000_000_000n,
    to: sol,
    account: `${reef}:${roles.deployer}`,
    legs: [{ assetType: sol, amount: 1_999_000_000n, fee: 1_000_000n }],
    gives: { assetType: sol, amount: 1_999_000_000n, bps: 0n },
  }),
} satisfies Record<string, Sample>
