import { Keypair } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { ChainUnavailable } from '../rpc/ChainUnavailable.ts'
import { assetOf, sol, tokens, transferOf } from '#testing/solana/intents.ts'
import { chainAt, type SolanaScene, startScene, tokenAccountOf } from '#testing/solana/scene.ts'

const { chainId } = devnetSolana

let scene: SolanaScene

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.solana.stop())

describe('holdings', () => {
  const amount = fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n }), { nil: undefined })
  // A wallet cannot hold less SOL than keeps it alive.
  const coins = fc.option(fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }), { nil: undefined })
  const holdings = fc.record({ usdc: amount, usdt: amount, token2022: amount, sol: coins })
  const assets = [...tokens, 'sol'] as const

  test.each(fc.sample(holdings, 10))('are what an account was given: %o', async (given) => {
    const { publicKey } = Keypair.generate()
    const gifts = assets.flatMap((asset) => {
      const units = given[asset]
      return units === undefined ? [] : [{ asset, units }]
    })
    await scene.solana.give(publicKey, gifts)
    const read = await scene.chain.readHoldings(publicKey.toBase58(), assets.map(assetOf))
    expect(read.balances).toEqual(assets.map((asset) => given[asset] ?? 0n))
    expect(read.code).toBe('other')
    expect(ageSeconds(read.blockTime)).toBeLessThan(5)
  })

  test('of a token that does not exist are not known, and hide no other', async () => {
    const owner = await scene.wallet({ usdc: 7n })
    const nobody: AssetType = `${chainId}/token:${Keypair.generate().publicKey.toBase58()}`
    const asked = [nobody, assetOf('usdc')]
    const { balances } = await scene.chain.readHoldings(owner.publicKey.toBase58(), asked)
    expect(balances).toEqual([undefined, 7n])
    expect(await scene.chain.readTokens(asked)).toEqual([{}, { decimals: 6 }])
  })

  test('do not count a token account that was handed over to somebody else', async () => {
    const owner = await scene.wallet({ sol: 1_000_000_000n, usdc: 7n })
    await scene.handOver(owner, { asset: 'usdc', to: Keypair.generate() })
    const { balances } = await scene.chain.readHoldings(owner.publicKey.toBase58(), [
      assetOf('usdc'),
    ])
    expect(balances).toEqual([0n])
  })
})

test('the market has lamports for gas, the time, and no feeds', async () => {
  const market = await scene.chain.readMarket(['0x0000000000000000000000000000000000000001'])
  expect(market).toMatchObject({ gasPrice: 1n, feeds: [undefined] })
  expect(ageSeconds(market.blockTime)).toBeLessThan(5)
})

describe('a recipient', () => {
  test('without a token account adds its rent to the delivery, one with it nothing', async () => {
    const recipient = Keypair.generate()
    const asked = [sol, assetOf('usdc'), assetOf('token2022')]
    const missing = await scene.receptionOf(recipient.publicKey, asked)
    await scene.solana.give(recipient.publicKey, [
      { asset: 'usdc', units: 1n },
      { asset: 'token2022', units: 1n },
    ])
    const there = await scene.receptionOf(recipient.publicKey, asked)
    const [ofUsdc, ofToken2022] = await Promise.all([
      scene.lamportsOf(tokenAccountOf(recipient, 'usdc')),
      scene.lamportsOf(tokenAccountOf(recipient, 'token2022')),
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
    expect(missing.fault).toBeUndefined()
    for (const gas of there.extraGas) expect(gas).toBeLessThanOrEqual(1_000n)
  })

  test('that is a token account is refused', async () => {
    const address = tokenAccountOf(await scene.wallet({ usdc: 1n }), 'usdc')
    const { fault } = await scene.receptionOf(address, [sol])
    expect(fault).toBe(`${address.toBase58()} is an account of a token, not a wallet.`)
  })

  test('whose token account belongs to another is refused for that token only', async () => {
    const owner = await scene.wallet({ sol: 1_000_000_000n, usdc: 1n })
    await scene.handOver(owner, { asset: 'usdc', to: Keypair.generate() })
    const ofToken = await scene.receptionOf(owner.publicKey, [assetOf('usdc')])
    expect(ofToken.fault).toMatch('frozen or not its own')
    const ofBoth = await scene.receptionOf(owner.publicKey, [assetOf('usdc'), sol])
    expect(ofBoth.fault).toBeUndefined()
  })
})

test.each([
  ['holdings', (user: Keypair) => dead().readHoldings(user.publicKey.toBase58(), [sol])],
  ['the market', () => dead().readMarket([])],
  [
    'an operation',
    (user: Keypair) => dead().prepareOperation(transferOf(user, { recipient: user, asset: 'sol' })),
  ],
  ['a recipient', (user: Keypair) => dead().readReception?.(user.publicKey.toBase58(), [sol])],
])('a chain that is down is unavailable to the question for %s', async (_, ask) => {
  await expect(ask(Keypair.generate())).rejects.toThrow(ChainUnavailable)
})

test('holds whoever has the address for its key', async () => {
  const accountAddress = Keypair.generate().publicKey.toBase58()
  expect(await scene.chain.isHeldBy({ type: 'solana', accountAddress })).toBe(true)
})

function dead() {
  return chainAt('http://127.0.0.1:9')
}

function ageSeconds(time: bigint): number {
  return Math.abs(Number(time) - Date.now() / 1_000)
}
