import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { solanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { computeUse, lamportUse } from '../assets/costs.ts'
import { programs } from '../program/addresses.ts'
import {
  assetOf,
  depositOf,
  operationIn,
  orderOf,
  randomHash,
  readOf,
  reasonIn,
  sol,
  tokens,
  transferOf,
} from '#testing/solana/intents.ts'
import { chainAt, type SolanaScene, startScene, tokenAccountOf } from '#testing/solana/scene.ts'

const { chainId, roles } = devnetSolana
const payer = solanaKey('executor').publicKey
const feeReceiver = solanaKey('feeReceiver')
const assets = [...tokens, 'sol'] as const

let scene: SolanaScene

beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.solana.stop())

describe('a deposit', () => {
  test.each(assets)('of %s that user and executor sign is held to the unit', async (asset) => {
    const user = await scene.wallet({ [asset]: 5_000_000_000n })
    const order = orderOf(user, asset)
    const before = await scene.lamportsOf(payer)
    const prepared = await scene.chain.prepareOperation(depositOf(user, { order, asset }))
    const operation = operationIn(prepared)
    const used = await scene.land(operation, [user])
    const held = await scene.heldOf(order)
    expect(held.order).toMatchObject({ ...order, state: 'held' })
    expect(held.units).toBe(order.amount + order.fee)
    expect(await scene.balanceOf(user, asset)).toBe(5_000_000_000n - order.amount - order.fee)
    const paid = before - (await scene.lamportsOf(payer)) - held.rent
    expect(paid).toBeGreaterThanOrEqual(10_000n)
    expect(paid).toBeLessThanOrEqual(lamportUse.deposit)
    const { units } = readOf(operation).budget
    expect(units).toBeGreaterThan(used)
    expect(units).toBeLessThan(most(computeUse.deposit))
  })

  test('is read back as the order that was asked for, by whom and with what budget', async () => {
    const user = await scene.wallet({ usdc: 5_000_000_000n })
    const order = orderOf(user, 'usdc')
    const intent = depositOf(user, { order, asset: 'usdc' })
    const operation = operationIn(await scene.chain.prepareOperation(intent))
    const read = readOf(operation)
    expect(read.user).toBe(user.publicKey.toBase58())
    expect(read.action).toEqual({ kind: 'deposit', order, tokenProgram: programs.token })
    expect(read.budget.units).toBeGreaterThan(5_000)
    expect(read.budget.units).toBeLessThan(150_000)
    expect(operation).toMatchObject({
      feePayer: roles.executor,
      assetType: assetOf('usdc'),
      amount: order.amount.toString(),
      addressLookupTableAddresses: [],
    })
  })

  const holds = 1_000_000_000n
  test.each([
    {
      what: 'more SOL than there is',
      asset: 'sol',
      amount: holds + 1n,
      reason: 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
    },
    {
      what: 'so much SOL that less than the rent is left',
      asset: 'sol',
      amount: holds - 890_879n,
      reason: 'INSUFFICIENT_FUNDS_FOR_RENT',
    },
    {
      what: 'more of a token than there is',
      asset: 'usdc',
      amount: holds + 1n,
      reason: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    },
  ] as const)('of $what is refused by its cause', async ({ asset, amount, reason }) => {
    const user = await scene.wallet({ [asset]: holds })
    const order = { ...orderOf(user, asset), amount, fee: 0n }
    const prepared = await scene.chain.prepareOperation(depositOf(user, { order, asset }))
    expect(reasonIn(prepared)).toBe(reason)
  })

  test('that leaves just the rent lands, and so does one that empties the wallet', async () => {
    const user = await scene.wallet({ sol: holds })
    const rest = { ...orderOf(user, 'sol'), amount: holds - 890_880n, fee: 0n }
    const all = { ...orderOf(user, 'sol'), amount: 890_880n, fee: 0n }
    const left: bigint[] = []
    for (const order of [rest, all]) {
      const prepared = await scene.chain.prepareOperation(depositOf(user, { order, asset: 'sol' }))
      await scene.land(operationIn(prepared), [user])
      left.push(await scene.lamportsOf(user.publicKey))
    }
    expect(left).toEqual([890_880n, 0n])
  })

  test('that is late, or of a token that does not exist, is refused by its cause', async () => {
    const user = await scene.wallet({ usdc: 5_000_000_000n })
    const order = { ...orderOf(user, 'usdc'), depositDeadline: 1n }
    const intent = depositOf(user, { order, asset: 'usdc' })
    expect(reasonIn(await scene.chain.prepareOperation(intent))).toBe('ORDER_EXPIRED')
    const token = Keypair.generate().publicKey.toBase58()
    const unknown = await scene.chain.prepareOperation({
      ...depositOf(user, { order: { ...order, token }, asset: 'usdc' }),
      assetType: `${chainId}/token:${token}`,
    })
    expect(reasonIn(unknown)).toBe('INCORRECT_DEPOSIT_CURRENCY')
  })
})

describe('a transfer', () => {
  test.each(assets)('of %s to a new owner conserves to the unit', async (asset) => {
    const user = await scene.wallet({ [asset]: 5_000_000_000n })
    const recipient = Keypair.generate()
    const before = await scene.balanceOf(feeReceiver, asset)
    const intent = transferOf(user, { recipient, asset })
    await scene.land(operationIn(await scene.chain.prepareOperation(intent)), [user])
    expect(await scene.balanceOf(recipient, asset)).toBe(3_000_000_000n)
    expect((await scene.balanceOf(feeReceiver, asset)) - before).toBe(2_000_000n)
    expect(await scene.balanceOf(user, asset)).toBe(1_998_000_000n)
  })

  test('without rent in its fee makes no account, so that nobody who closes one has it paid for', async () => {
    const user = await scene.wallet({ usdc: 5_000_000_000n })
    const recipient = await scene.wallet({ sol: 1_000_000_000n })
    await scene.makeAccount(recipient, 'usdc')
    const intent = transferOf(user, { recipient, asset: 'usdc', makesAccount: false })
    const operation = operationIn(await scene.chain.prepareOperation(intent))
    await scene.closeAccount(recipient, 'usdc')
    const before = await scene.lamportsOf(payer)
    await expect(scene.land(operation, [user])).rejects.toThrow(/failed/i)
    expect(before - (await scene.lamportsOf(payer))).toBeLessThan(lamportUse.transfer)
    expect(await scene.balanceOf(recipient, 'usdc')).toBe(0n)
    // Closed between what was priced and what is built: it is not even quoted.
    expect(reasonIn(await scene.chain.prepareOperation(intent))).not.toBe('none')
    const priced = { ...intent, action: { ...intent.action, makesAccount: true } }
    expect(reasonIn(await scene.chain.prepareOperation(priced))).toBe('none')
  })

  test.each([true, false])(
    'to an account that its owner gave away is refused, rent in its fee or not: %s',
    async (makesAccount) => {
      const user = await scene.wallet({ usdc: 5_000_000_000n })
      const recipient = await scene.wallet({ sol: 1_000_000_000n, usdc: 1n })
      await scene.handOver(recipient, { asset: 'usdc', to: Keypair.generate() })
      const intent = transferOf(user, { recipient, asset: 'usdc', makesAccount })
      expect(reasonIn(await scene.chain.prepareOperation(intent))).toBe('TRANSFER_FAILED')
    },
  )

  test.each(assets)('of %s to a new owner costs the executor what was said', async (asset) => {
    const user = await scene.wallet({ [asset]: 5_000_000_000n })
    // The fee receiver's own account is made once for all transfers of a token.
    await scene.solana.give(feeReceiver.publicKey, [{ asset, units: 1n }])
    const recipient = Keypair.generate()
    const { extraGas } = await scene.receptionOf(recipient.publicKey, [assetOf(asset)])
    const before = await scene.lamportsOf(payer)
    const intent = transferOf(user, { recipient, asset })
    const operation = operationIn(await scene.chain.prepareOperation(intent))
    await scene.land(operation, [user])
    expect(readOf(operation).budget.units).toBeLessThan(most(computeUse.transfer))
    const paid = before - (await scene.lamportsOf(payer))
    const said = lamportUse.transfer + (extraGas[0] ?? 0n)
    // Priority goes by the limit, which is wider than what is used.
    expect(paid - said).toBeGreaterThan(-200n)
    expect(paid - said).toBeLessThan(200n)
  })

  test.each(tokens)(
    'of %s lands though who gets the fee closed its account since it was built',
    async (asset) => {
      const user = await scene.wallet({ [asset]: 5_000_000_000n })
      const recipient = Keypair.generate()
      const other = await scene.wallet({ sol: 1_000_000_000n })
      await scene.makeAccount(other, asset)
      const intent = transferOf(user, { recipient, asset })
      const paidTo = other.publicKey.toBase58()
      const prepared = await scene.chain.prepareOperation({
        ...intent,
        action: { ...intent.action, feeReceiver: paidTo },
      })
      await scene.closeAccount(other, asset)
      await scene.land(operationIn(prepared), [user])
      expect(await scene.balanceOf(recipient, asset)).toBe(3_000_000_000n)
      expect(await scene.balanceOf(other, asset)).toBe(2_000_000n)
    },
  )

  test('is read back as two payments to wallets', async () => {
    const user = await scene.wallet({ token2022: 5_000_000_000n })
    const recipient = Keypair.generate()
    const intent = transferOf(user, { recipient, asset: 'token2022' })
    const operation = operationIn(await scene.chain.prepareOperation(intent))
    const { mint, tokenProgram } = solanaTokens.token2022
    expect(readOf(operation).action).toEqual({
      kind: 'transfer',
      token: mint,
      tokenProgram,
      payments: [
        { to: recipient.publicKey.toBase58(), units: 3_000_000_000n },
        { to: roles.feeReceiver, units: 2_000_000n },
      ],
    })
  })

  test('made twice of one quote is the same, of two quotes different', async () => {
    const user = await scene.wallet({ sol: 20_000_000_000n })
    const intent = transferOf(user, { recipient: Keypair.generate(), asset: 'sol' })
    const again = { ...intent, quoteId: randomHash() }
    const [first, same, other] = await Promise.all(
      [intent, intent, again].map(async (one) =>
        operationIn(await scene.chain.prepareOperation(one)),
      ),
    )
    expect(first?.recentBlockHash).toBe(other?.recentBlockHash)
    expect(first?.dataToSign).toBe(same?.dataToSign)
    expect(first?.dataToSign).not.toBe(other?.dataToSign)
  })

  test('of less SOL than a new wallet can hold is refused, of just as much lands', async () => {
    const user = await scene.wallet({ sol: 5_000_000_000n })
    const recipient = Keypair.generate()
    const { leastNative } = await scene.receptionOf(recipient.publicKey, [sol])
    const intent = transferOf(user, { recipient, asset: 'sol' })
    const short = await scene.chain.prepareOperation({ ...intent, amount: leastNative - 1n })
    expect(reasonIn(short)).toBe('INSUFFICIENT_FUNDS_FOR_RENT')
    const enough = await scene.chain.prepareOperation({ ...intent, amount: leastNative })
    await scene.land(operationIn(enough), [user])
    expect(await scene.receptionOf(recipient.publicKey, [sol])).toMatchObject({ leastNative: 0n })
  })

  test('to a token account in place of a wallet is refused', async () => {
    const user = await scene.wallet({ usdc: 5_000_000_000n })
    const recipient = tokenAccountOf(user, 'usdc').toBase58()
    const prepared = await scene.chain.prepareOperation({
      ...transferOf(user, { recipient: user, asset: 'usdc' }),
      action: {
        kind: 'transfer',
        recipient,
        feeReceiver: roles.feeReceiver,
        makesAccount: true,
      },
    })
    expect(reasonIn(prepared)).toBe('TRANSFER_FAILED')
  })
})

test('an executor without coins makes the chain unavailable, and blames no user', async () => {
  const user = await scene.wallet({ sol: 5_000_000_000n })
  const executor = Keypair.generate().publicKey.toBase58()
  const poor = chainAt(scene.solana.node.rpcUrl, { executor })
  const intent = transferOf(user, { recipient: Keypair.generate(), asset: 'sol' })
  await expect(poor.prepareOperation(intent)).rejects.toThrow('executor has no coins for fees')
})

test('a blockhash that has expired meanwhile blames no user either', async () => {
  const user = await scene.wallet({ sol: 5_000_000_000n })
  const slow = chainAt(scene.solana.node.rpcUrl, { blockMs: 600_000 })
  const intent = transferOf(user, { recipient: Keypair.generate(), asset: 'sol' })
  expect(reasonIn(await slow.prepareOperation(intent))).toBe('none')
  await scene.solana.advanceSlots(160)
  await expect(slow.prepareOperation(intent)).rejects.toThrow('finalized blockhash is not known')
})

/** Finding an address of the program takes as many tries as chance wants. */
function most(units: number): number {
  return units * 1.5
}
