import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { expect, test } from 'vitest'

import { createAccountMethods } from '../rpc/accountMethods.ts'
import { createAirdropMethods, fundFaucet } from '../rpc/airdrop.ts'
import { type Bank, createBank } from './bank.ts'
import { createRuntime } from './runtime.ts'

const genesisMs = Date.UTC(2030, 0, 1)
const clockAddress = 'SysvarC1ock11111111111111111111111111111111'
const to = Keypair.generate().publicKey.toBase58()

test('what an account was when the newest final slot ended is shown to who asks for that', () => {
  const { bank, clock } = makeBank()
  give(bank)
  expect(balances(bank)).toEqual([1, 0, 1])
  give(bank)
  clock.pass(1)
  give(bank)
  expect(balances(bank)).toEqual([3, 0, 3])
  clock.pass(3)
  // The slots of the first two are finalized, the third's is not.
  expect(balances(bank)).toEqual([3, 2, 3])
  clock.pass(1)
  expect(balances(bank)).toEqual([3, 3, 3])
})

test('the clock of the newest final slot lies as far behind as that slot', () => {
  const { bank, clock } = makeBank()
  clock.pass(20)
  const [now, final] = [clockAt(bank, 'confirmed'), clockAt(bank, 'finalized')]
  const slot = bank.blocks.slot('finalized')
  expect(final).toEqual({
    slot: BigInt(slot),
    time: BigInt(bank.blocks.block(slot)?.timeSeconds ?? 0),
  })
  expect(now.slot - final.slot).toBe(4n)
  expect(now.time).toBeGreaterThan(final.time)
})

/** SOL balances: confirmed, finalized, and with no commitment given. */
function balances(bank: Bank): number[] {
  return [{ commitment: 'confirmed' }, { commitment: 'finalized' }, {}].map((options) => {
    const { value }: { value?: unknown } = Object(
      createAccountMethods(bank)['getBalance']?.([to, options]),
    )
    return Number(value) / LAMPORTS_PER_SOL
  })
}

function clockAt(bank: Bank, commitment: 'confirmed' | 'finalized') {
  const data = Buffer.from(bank.accountAt(clockAddress, commitment)?.data ?? [])
  return { slot: data.readBigUInt64LE(0), time: data.readBigInt64LE(32) }
}

function give(bank: Bank): void {
  createAirdropMethods(bank)['requestAirdrop']?.([to, LAMPORTS_PER_SOL])
}

function makeBank() {
  let nowMs = genesisMs
  const bank = createBank({
    runtime: createRuntime(),
    time: {
      plan: { genesisMs, slotMs: 400, seed: '11111111111111111111111111111111' },
      extraSlots: 0,
      extraSeconds: 0,
    },
    landed: [],
    finalizedSlots: 4,
    keptTransactions: 100,
    now: () => nowMs,
  })
  fundFaucet(bank)
  function pass(slots: number): void {
    nowMs += slots * 400
    bank.blocks.advance()
  }
  return { bank, clock: { pass } }
}
