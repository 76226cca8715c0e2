import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { computeUse, lamportUse } from '../assets/costs.ts'
import { programs } from '../program/addresses.ts'
import {
  toAsset,
  buildDeposit,
  buildOperation,
  buildOrder,
  generateHash,
  readBuiltOperation,
  getReason,
  sol,
  tokens,
  buildTransfer,
} from '#testing/solana/intents.ts'
import {
  createChainAt,
  type SolanaChainHarness,
  startSolanaChainHarness,
  getTokenAccount,
} from '#testing/solana/solanaChainHarness.ts'

const { chainId, roles } = devnetSolana
const payer = deriveSolanaKey('executor').publicKey
const feeReceiver = deriveSolanaKey('feeReceiver')
const assets = [...tokens, 'sol'] as const

let harness: SolanaChainHarness

beforeAll(async () => {
  harness = await startSolanaChainHarness()
})
afterAll(() => harness.solana.stop())

describe('a deposit', () => {
  test.each(assets)('of %s that user and executor sign is held to the unit', async (asset) => {
    const user = await harness.wallet({ [asset]: 5_000_000_000n })
    const order = buildOrder(user, asset)
    const before = await harness.getLamports(payer)
    const prepared = await harness.chain.prepareOperation(buildDeposit(user, { order, asset }))
    const operation = buildOperation(prepared)
    const used = await harness.land(operation, [user])
    const held = await harness.getHeld(order)
    expect(held.order).toMatchObject({ ...order, state: 'held' })
    expect(held.units).toBe(order.amount + order.fee)
    expect(await harness.balanceOf(user, asset)).toBe(5_000_000_000n - order.amount - order.fee)
    const paid = before - (await harness.getLamports(payer)) - held.rent
    expect(paid).toBeGreaterThanOrEqual(10_000n)
    expect(paid).toBeLessThanOrEqual(lamportUse.deposit)
    const { units } = readBuiltOperation(operation).budget
    expect(units).toBeGreaterThan(used)
    expect(units).toBeLessThan(withMargin(computeUse.deposit))
  })

  test('is read back as the order that was asked for, by whom and with what budget', async () => {
    const user = await harness.wallet({ usdc: 5_000_000_000n })
    const order = buildOrder(user, 'usdc')
    const intent = buildDeposit(user, { order, asset: 'usdc' })
    const operation = buildOperation(await harness.chain.prepareOperation(intent))
    const read = readBuiltOperation(operation)
    expect(read.user).toBe(user.publicKey.toBase58())
    expect(read.action).toEqual({ kind: 'deposit', order, tokenProgram: programs.token })
    expect(read.budget.units).toBeGreaterThan(5_000)
    expect(read.budget.units).toBeLessThan(150_000)
    expect(operation).toMatchObject({
      feePayer: roles.executor,
      assetType: toAsset('usdc'),
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
    const user = await harness.wallet({ [asset]: holds })
    const order = { ...buildOrder(user, asset), amount, fee: 0n }
    const prepared = await harness.chain.prepareOperation(buildDeposit(user, { order, asset }))
    expect(getReason(prepared)).toBe(reason)
  })

  test('that leaves just the rent lands, and so does one that empties the wallet', async () => {
    const user = await harness.wallet({ sol: holds })
    const rest = { ...buildOrder(user, 'sol'), amount: holds - 890_880n, fee: 0n }
    const all = { ...buildOrder(user, 'sol'), amount: 890_880n, fee: 0n }
    const left: bigint[] = []
    for (const order of [rest, all]) {
      const prepared = await harness.chain.prepareOperation(
        buildDeposit(user, { order, asset: 'sol' }),
      )
      await harness.land(buildOperation(prepared), [user])
      left.push(await harness.getLamports(user.publicKey))
    }
    expect(left).toEqual([890_880n, 0n])
  })

  test('that is late, or of a token that does not exist, is refused by its cause', async () => {
    const user = await harness.wallet({ usdc: 5_000_000_000n })
    const order = { ...buildOrder(user, 'usdc'), depositDeadline: 1n }
    const intent = buildDeposit(user, { order, asset: 'usdc' })
    expect(getReason(await harness.chain.prepareOperation(intent))).toBe('ORDER_EXPIRED')
    const token = Keypair.generate().publicKey.toBase58()
    const unknown = await harness.chain.prepareOperation({
      ...buildDeposit(user, { order: { ...order, token }, asset: 'usdc' }),
      assetType: `${chainId}/token:${token}`,
    })
    expect(getReason(unknown)).toBe('INCORRECT_DEPOSIT_CURRENCY')
  })
})

describe('a transfer', () => {
  test.each(assets)('of %s to a new owner conserves to the unit', async (asset) => {
    const user = await harness.wallet({ [asset]: 5_000_000_000n })
    const recipient = Keypair.generate()
    const before = await harness.balanceOf(feeReceiver, asset)
    const intent = buildTransfer(user, { recipient, asset })
    await harness.land(buildOperation(await harness.chain.prepareOperation(intent)), [user])
    expect(await harness.balanceOf(recipient, asset)).toBe(3_000_000_000n)
    expect((await harness.balanceOf(feeReceiver, asset)) - before).toBe(2_000_000n)
    expect(await harness.balanceOf(user, asset)).toBe(1_998_000_000n)
  })

  test('without rent in its fee makes no account, so that nobody who closes one has it paid for', async () => {
    const user = await harness.wallet({ usdc: 5_000_000_000n })
    const recipient = await harness.wallet({ sol: 1_000_000_000n })
    await harness.makeAccount(recipient, 'usdc')
    const intent = buildTransfer(user, { recipient, asset: 'usdc', makesAccount: false })
    const operation = buildOperation(await harness.chain.prepareOperation(intent))
    await harness.closeAccount(recipient, 'usdc')
    const before = await harness.getLamports(payer)
    await expect(harness.land(operation, [user])).rejects.toThrow(/failed/i)
    expect(before - (await harness.getLamports(payer))).toBeLessThan(lamportUse.transfer)
    expect(await harness.balanceOf(recipient, 'usdc')).toBe(0n)
    // Closed between pricing and building, so not even quoted.
    expect(getReason(await harness.chain.prepareOperation(intent))).not.toBe('none')
    const priced = { ...intent, action: { ...intent.action, makesAccount: true } }
    expect(getReason(await harness.chain.prepareOperation(priced))).toBe('none')
  })

  test.each([true, false])(
    'to an account that its owner gave away is refused, rent in its fee or not: %s',
    async (makesAccount) => {
      const user = await harness.wallet({ usdc: 5_000_000_000n })
      const recipient = await harness.wallet({ sol: 1_000_000_000n, usdc: 1n })
      await harness.handOver(recipient, { asset: 'usdc', to: Keypair.generate() })
      const intent = buildTransfer(user, { recipient, asset: 'usdc', makesAccount })
      expect(getReason(await harness.chain.prepareOperation(intent))).toBe('TRANSFER_FAILED')
    },
  )

  test.each(assets)('of %s to a new owner costs the executor what was said', async (asset) => {
    const user = await harness.wallet({ [asset]: 5_000_000_000n })
    // The fee receiver's own account is created once for all transfers of a token.
    await harness.solana.give(feeReceiver.publicKey, [{ asset, units: 1n }])
    const recipient = Keypair.generate()
    const { extraGas } = await harness.readRecipientAccount(recipient.publicKey, [toAsset(asset)])
    const before = await harness.getLamports(payer)
    const intent = buildTransfer(user, { recipient, asset })
    const operation = buildOperation(await harness.chain.prepareOperation(intent))
    await harness.land(operation, [user])
    expect(readBuiltOperation(operation).budget.units).toBeLessThan(withMargin(computeUse.transfer))
    const paid = before - (await harness.getLamports(payer))
    const quoted = lamportUse.transfer + (extraGas[0] ?? 0n)
    // Priority is charged for the limit, which is higher than the units used.
    expect(paid - quoted).toBeGreaterThan(-200n)
    expect(paid - quoted).toBeLessThan(200n)
  })

  test.each(tokens)(
    'of %s lands though who gets the fee closed its account since it was built',
    async (asset) => {
      const user = await harness.wallet({ [asset]: 5_000_000_000n })
      const recipient = Keypair.generate()
      const other = await harness.wallet({ sol: 1_000_000_000n })
      await harness.makeAccount(other, asset)
      const intent = buildTransfer(user, { recipient, asset })
      const paidTo = other.publicKey.toBase58()
      const prepared = await harness.chain.prepareOperation({
        ...intent,
        action: { ...intent.action, feeReceiver: paidTo },
      })
      await harness.closeAccount(other, asset)
      await harness.land(buildOperation(prepared), [user])
      expect(await harness.balanceOf(recipient, asset)).toBe(3_000_000_000n)
      expect(await harness.balanceOf(other, asset)).toBe(2_000_000n)
    },
  )

  test('is read back as two payments to wallets', async () => {
    const user = await harness.wallet({ token2022: 5_000_000_000n })
    const recipient = Keypair.generate()
    const intent = buildTransfer(user, { recipient, asset: 'token2022' })
    const operation = buildOperation(await harness.chain.prepareOperation(intent))
    const { mint, tokenProgram } = solanaTokens.token2022
    expect(readBuiltOperation(operation).action).toEqual({
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
    const user = await harness.wallet({ sol: 20_000_000_000n })
    const intent = buildTransfer(user, { recipient: Keypair.generate(), asset: 'sol' })
    const again = { ...intent, quoteId: generateHash() }
    const [first, same, other] = await Promise.all(
      [intent, intent, again].map(async (one) =>
        buildOperation(await harness.chain.prepareOperation(one)),
      ),
    )
    expect(first?.recentBlockHash).toBe(other?.recentBlockHash)
    expect(first?.dataToSign).toBe(same?.dataToSign)
    expect(first?.dataToSign).not.toBe(other?.dataToSign)
  })

  test('of less SOL than a new wallet can hold is refused, of just as much lands', async () => {
    const user = await harness.wallet({ sol: 5_000_000_000n })
    const recipient = Keypair.generate()
    const { minNative } = await harness.readRecipientAccount(recipient.publicKey, [sol])
    const intent = buildTransfer(user, { recipient, asset: 'sol' })
    const short = await harness.chain.prepareOperation({ ...intent, amount: minNative - 1n })
    expect(getReason(short)).toBe('INSUFFICIENT_FUNDS_FOR_RENT')
    const enough = await harness.chain.prepareOperation({ ...intent, amount: minNative })
    await harness.land(buildOperation(enough), [user])
    expect(await harness.readRecipientAccount(recipient.publicKey, [sol])).toMatchObject({
      minNative: 0n,
    })
  })

  test('to a token account in place of a wallet is refused', async () => {
    const user = await harness.wallet({ usdc: 5_000_000_000n })
    const recipient = getTokenAccount(user, 'usdc').toBase58()
    const prepared = await harness.chain.prepareOperation({
      ...buildTransfer(user, { recipient: user, asset: 'usdc' }),
      action: {
        kind: 'transfer',
        recipient,
        feeReceiver: roles.feeReceiver,
        makesAccount: true,
      },
    })
    expect(getReason(prepared)).toBe('TRANSFER_FAILED')
  })
})

test('an executor without coins makes the chain unavailable, and blames no user', async () => {
  const user = await harness.wallet({ sol: 5_000_000_000n })
  const executor = Keypair.generate().publicKey.toBase58()
  const poor = createChainAt(harness.solana.node.rpcUrl, { executor })
  const intent = buildTransfer(user, { recipient: Keypair.generate(), asset: 'sol' })
  await expect(poor.prepareOperation(intent)).rejects.toThrow('executor has no coins for fees')
})

test('a blockhash that has expired meanwhile blames no user either', async () => {
  const user = await harness.wallet({ sol: 5_000_000_000n })
  const slow = createChainAt(harness.solana.node.rpcUrl, { blockMs: 600_000 })
  const intent = buildTransfer(user, { recipient: Keypair.generate(), asset: 'sol' })
  expect(getReason(await slow.prepareOperation(intent))).toBe('none')
  await harness.solana.advanceSlots(160)
  await expect(slow.prepareOperation(intent)).rejects.toThrow('finalized blockhash is not known')
})

/** Deriving a program address takes a varying number of attempts. */
function withMargin(units: number): number {
  return units * 1.5
}
