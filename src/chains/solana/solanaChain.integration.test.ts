import { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from '../rpc/ChainUnavailableError.ts'
import { toAsset, sol, tokens, buildTransfer } from '#testing/solana/intents.ts'
import {
  createChainAt,
  type SolanaChainHarness,
  startSolanaChainHarness,
  getTokenAccount,
} from '#testing/solana/solanaChainHarness.ts'

const { chainId } = devnetSolana

let harness: SolanaChainHarness

beforeAll(async () => {
  harness = await startSolanaChainHarness()
})
afterAll(() => harness.solana.stop())

describe('holdings', () => {
  const amount = fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n }), { nil: undefined })
  // A wallet must hold at least its rent-exempt minimum.
  const coins = fc.option(fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }), { nil: undefined })
  const holdings = fc.record({ usdc: amount, usdt: amount, token2022: amount, sol: coins })
  const assets = [...tokens, 'sol'] as const

  test.each(fc.sample(holdings, 10))('are what an account was given: %o', async (given) => {
    const { publicKey } = Keypair.generate()
    const gifts = assets.flatMap((asset) => {
      const units = given[asset]
      return units === undefined ? [] : [{ asset, units }]
    })
    await harness.solana.give(publicKey, gifts)
    const read = await harness.chain.readHoldings(publicKey.toBase58(), assets.map(toAsset))
    expect(read.balances).toEqual(assets.map((asset) => given[asset] ?? 0n))
    expect(read.code).toBe('other')
    expect(ageSeconds(read.blockTime)).toBeLessThan(5)
  })

  test('of a token that does not exist are not known, and hide no other', async () => {
    const owner = await harness.wallet({ usdc: 7n })
    const nobody: AssetType = `${chainId}/token:${Keypair.generate().publicKey.toBase58()}`
    const asked = [nobody, toAsset('usdc')]
    const { balances } = await harness.chain.readHoldings(owner.publicKey.toBase58(), asked)
    expect(balances).toEqual([undefined, 7n])
    expect(await harness.chain.readTokens(asked)).toEqual([{}, { decimals: 6 }])
  })

  test('do not count a token account that was handed over to somebody else', async () => {
    const owner = await harness.wallet({ sol: 1_000_000_000n, usdc: 7n })
    await harness.handOver(owner, { asset: 'usdc', to: Keypair.generate() })
    const { balances } = await harness.chain.readHoldings(owner.publicKey.toBase58(), [
      toAsset('usdc'),
    ])
    expect(balances).toEqual([0n])
  })
})

test('the market has lamports for gas, the time, and no feeds', async () => {
  const market = await harness.chain.readMarket(['0x0000000000000000000000000000000000000001'])
  expect(market).toMatchObject({ gasPrice: 1n, feeds: [undefined] })
  expect(ageSeconds(market.blockTime)).toBeLessThan(5)
})

describe('a recipient', () => {
  test('without a token account adds its rent to the delivery, one with it nothing', async () => {
    const recipient = Keypair.generate()
    const asked = [sol, toAsset('usdc'), toAsset('token2022')]
    const missing = await harness.readRecipientAccount(recipient.publicKey, asked)
    await harness.solana.give(recipient.publicKey, [
      { asset: 'usdc', units: 1n },
      { asset: 'token2022', units: 1n },
    ])
    const there = await harness.readRecipientAccount(recipient.publicKey, asked)
    const [ofUsdc, ofToken2022] = await Promise.all([
      harness.getLamports(getTokenAccount(recipient, 'usdc')),
      harness.getLamports(getTokenAccount(recipient, 'token2022')),
    ])
    expect(missing.extraGas.map((gas, index) => gas - (there.extraGas[index] ?? 0n))).toEqual([
      0n,
      ofUsdc,
      ofToken2022,
    ])
    expect(ofToken2022).toBeGreaterThan(ofUsdc)
    expect([missing, there].map(({ isMissing }) => isMissing)).toEqual([
      [false, true, true],
      [false, false, false],
    ])
    expect(missing.error).toBeUndefined()
    for (const gas of there.extraGas) expect(gas).toBeLessThanOrEqual(1_000n)
  })

  test('that is a token account is refused', async () => {
    const address = getTokenAccount(await harness.wallet({ usdc: 1n }), 'usdc')
    const { error } = await harness.readRecipientAccount(address, [sol])
    expect(error).toBe(`${address.toBase58()} is an account of a token, not a wallet.`)
  })

  test('whose token account belongs to another is refused for that token only', async () => {
    const owner = await harness.wallet({ sol: 1_000_000_000n, usdc: 1n })
    await harness.handOver(owner, { asset: 'usdc', to: Keypair.generate() })
    const ofToken = await harness.readRecipientAccount(owner.publicKey, [toAsset('usdc')])
    expect(ofToken.error).toMatch('frozen or not its own')
    const ofBoth = await harness.readRecipientAccount(owner.publicKey, [toAsset('usdc'), sol])
    expect(ofBoth.error).toBeUndefined()
  })
})

test.each([
  ['holdings', (user: Keypair) => dead().readHoldings(user.publicKey.toBase58(), [sol])],
  ['the market', () => dead().readMarket([])],
  [
    'an operation',
    (user: Keypair) =>
      dead().prepareOperation(buildTransfer(user, { recipient: user, asset: 'sol' })),
  ],
  [
    'a recipient',
    (user: Keypair) => dead().readRecipientAccount?.(user.publicKey.toBase58(), [sol]),
  ],
])('a chain that is down is unavailable to the question for %s', async (_, ask) => {
  await expect(ask(Keypair.generate())).rejects.toThrow(ChainUnavailableError)
})

test('holds whoever has the address for its key', async () => {
  const accountAddress = Keypair.generate().publicKey.toBase58()
  expect(await harness.chain.isHeldBy({ type: 'solana', accountAddress })).toBe(true)
})

function dead() {
  return createChainAt('http://127.0.0.1:9')
}

function ageSeconds(time: bigint): number {
  return Math.abs(Number(time) - Date.now() / 1_000)
}
