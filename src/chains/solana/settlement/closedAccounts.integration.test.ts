import { type Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { getAssociatedTokenAddress } from '../program/addresses.ts'
import {
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
  toWebInstruction,
} from '../program/instruction.ts'
import { buildTransferInstruction } from '../program/transferInstructions.ts'
import { buildOperation, buildTransfer } from '#testing/solana/intents.ts'
import {
  buildFill,
  type SettlementHarness,
  signOperation,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'

const { roles } = devnetSolana
const validUntil = 0n
/** Rent of an account without data. */
const aliveLamports = 890_880n
/** Rent of a token account. */
const tokenRent = 2_039_280n
/** Rent of a fill record. */
const recordRent = 1_948_800n
const executor = new PublicKey(roles.executor)
let harness: SettlementHarness

beforeAll(async () => {
  harness = await startSettlementHarness()
})
afterAll(() => harness.solana.stop())

describe('an account that was there when its price was made, and was closed since', () => {
  test('is not made again at the cost of the service by a delivery', async () => {
    const owner = await harness.wallet({ sol: 1_000_000_000n, usdc: 1n })
    const fill = buildFill('usdc', { recipient: owner.publicKey.toBase58() })
    const action = { kind: 'fill', fill, amount: 1_000_000n, makesAccount: false } as const
    expect(await harness.getError(action)).toBeUndefined()
    await closeAccount(owner)
    expect(await harness.getError(action)).toBe('NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE')
    // The same without `makesAccount`.
    const { makesAccount: _, ...silent } = action
    expect(await harness.getError(silent)).toBe('NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE')
    // A new quote includes the rent.
    expect(await harness.getError({ ...action, makesAccount: true })).toBeUndefined()
    // Its owner creates it, at its own cost.
    await harness.makeAccount(owner, 'usdc')
    expect(await harness.getError(action)).toBeUndefined()
  })

  test('is not made again by a transfer', async () => {
    const user = await harness.wallet({ usdc: 4_000_000_000n })
    const recipient = await harness.wallet({ sol: 1_000_000_000n, usdc: 1n })
    const intent = buildTransfer(user, { recipient, asset: 'usdc', makesAccount: false })
    const operation = signOperation(
      user,
      buildOperation(await harness.chain.prepareOperation(intent)),
    )
    const transfer = { kind: 'deposit', operation, validUntil } as const
    expect(await harness.getError(transfer)).toBeUndefined()
    await closeAccount(recipient)
    expect(await harness.getError(transfer)).toBeDefined()
  })

  test('is not made again where its owner left coins that keep an empty account alive', async () => {
    const owner = await harness.wallet({ sol: 1_000_000_000n, usdc: 1n })
    const fill = buildFill('usdc', { recipient: owner.publicKey.toBase58() })
    await closeAccount(owner, [coinsTo(owner, aliveLamports)])
    const action = { kind: 'fill', fill, amount: 1_000_000n, makesAccount: false } as const
    expect(await harness.getError(action)).toBe('NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE')
  })
})

test('rent that fills up what was left at the address of an account is counted as given', async () => {
  const owner = await harness.wallet({ sol: 1_000_000_000n })
  await sendAs(owner, [coinsTo(owner, aliveLamports)])
  const fill = buildFill('usdc', { recipient: owner.publicKey.toBase58() })
  const before = await harness.getLamports(executor)
  const { sponsoredWei } = await harness.run({
    kind: 'fill',
    fill,
    amount: 1_000_000n,
    makesAccount: true,
  })
  expect(sponsoredWei).toBeGreaterThan(tokenRent - aliveLamports)
  // The record's rent comes back later.
  expect(sponsoredWei).toBe(before - recordRent - (await harness.getLamports(executor)))
})

// The last of these moves the clock.
describe('a deposit whose depositor closed the account that it came from', () => {
  test('waits as well where that was given to another, and coins need no account', async () => {
    const user = await harness.wallet({ sol: 1_000_000_000n, usdc: 5_000_000n })
    const { order, operation } = await harness.signedDeposit(user, 'usdc', {
      amount: 4_000_000n,
      fee: 1_000_000n,
    })
    await harness.run({ kind: 'deposit', operation, validUntil })
    expect(await hasReceiver(order)).toBe(true)
    const account = getAssociatedTokenAddress(user.publicKey.toBase58(), solanaTokens.usdc)
    const give = Uint8Array.of(6, 2, 1, ...new PublicKey(roles.payee).toBytes())
    const accounts = [toWritableAccount(account), toSignerAccount(user.publicKey.toBase58())]
    const { tokenProgram: programId } = solanaTokens.usdc
    await sendAs(user, [{ programId, accounts, data: give }])
    expect(await hasReceiver(order)).toBe(false)
    expect(await hasReceiver({ ...order, token: nativeMint })).toBe(true)
  })

  test.each(['attested', 'by the clock'] as const)(
    'is not refunded into one made at the cost of the service, however often: %s',
    async (how) => {
      const user = await harness.wallet({ sol: 1_000_000_000n, usdc: 5_000_001n })
      const { order, orderHash, attestation } = await closedDeposit(user)
      if (how === 'by the clock') await harness.solana.increaseTime(700)
      const refund = {
        kind: 'refund',
        order,
        attestation: how === 'attested' ? attestation : undefined,
      } as const
      const before = await harness.getLamports(executor)
      expect(await hasReceiver(order)).toBe(false)
      for (let round = 0; round < 3; round++)
        expect(await harness.getError(refund)).toBe('SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT')
      expect(await harness.getLamports(executor)).toBe(before)
      expect(await harness.readState(orderHash)).toBe('held')
      // Its owner creates the account again, at its own cost.
      await harness.solana.give(user.publicKey, [{ asset: 'usdc', units: 1n }])
      expect(await hasReceiver(order)).toBe(true)
      const anew = how === 'attested' ? await harness.attest('refund', order) : undefined
      const { sponsoredWei } = await harness.run({ ...refund, attestation: anew })
      expect(sponsoredWei).toBeLessThan(20_000n)
      // The vault's rent came back; only the fee was spent.
      expect(before + tokenRent - (await harness.getLamports(executor))).toBe(sponsoredWei)
      expect(await harness.balanceOf(user, 'usdc')).toBe(5_000_001n)
    },
  )
})

/** Burns the remaining balance and closes the account; `more` runs in the same transaction. */
async function closeAccount(owner: Keypair, more: readonly SolanaInstruction[] = []) {
  const { mint, tokenProgram: programId } = solanaTokens.usdc
  const [address, account] = [
    owner.publicKey.toBase58(),
    getAssociatedTokenAddress(owner.publicKey.toBase58(), solanaTokens.usdc),
  ]
  const burn = [toWritableAccount(account), toWritableAccount(mint), toSignerAccount(address)]
  const close = [toWritableAccount(account), toWritableAccount(address), toSignerAccount(address)]
  const one = Uint8Array.of(8, 1, 0, 0, 0, 0, 0, 0, 0)
  await sendAs(owner, [
    { programId, accounts: burn, data: one },
    { programId, accounts: close, data: Uint8Array.of(9) },
    ...more,
  ])
}

/** Sends a wallet's coins to where its token account was. */
function coinsTo(owner: Keypair, units: bigint): SolanaInstruction {
  const from = owner.publicKey.toBase58()
  return buildTransferInstruction({
    from,
    to: getAssociatedTokenAddress(from, solanaTokens.usdc),
    units,
  })
}

async function sendAs(key: Keypair, given: readonly SolanaInstruction[]): Promise<void> {
  const instructions = given.map(toWebInstruction)
  await sendSigned(harness.solana.connection, { signers: [key], instructions })
}

async function closedDeposit(user: Keypair) {
  const terms = { amount: 4_000_000n, fee: 1_000_000n }
  const deposit = await harness.signedDeposit(user, 'usdc', terms)
  await harness.run({ kind: 'deposit', operation: deposit.operation, validUntil })
  await harness.run({ kind: 'cancel', fillId: deposit.order.fillId })
  const attestation = await harness.attest('refund', deposit.order)
  await closeAccount(user)
  return { ...deposit, attestation }
}

function hasReceiver(order: SolanaOrder): Promise<boolean> {
  const payout = { kind: 'refund', order, attestors: [roles.attestor] } as const
  return harness.settlement.attested.hasReceiver(payout)
}
