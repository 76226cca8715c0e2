import {
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  MessageV0,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, test } from 'vitest'

import { createAirdropMethods, fundFaucet } from '../rpc/airdrop.ts'
import { type Bank, createBank } from './bank.ts'
import { checkHealth } from '../rpc/clusterMethods.ts'
import { createHistoryMethods } from '../rpc/historyMethods.ts'
import { createRuntime, firstSlot } from './runtime.ts'
import { getBlockHeight } from './slots.ts'
import { readTransaction } from './wireTransaction.ts'

const genesisMs = Date.UTC(2030, 0, 1)
const seed = '11111111111111111111111111111111'

test('slots follow the clock, and those that were slept through are made up for', () => {
  const { bank, clock } = makeBank()
  expect(bank.blocks.slot('processed')).toBe(firstSlot)
  clock.pass(4_000)
  bank.blocks.advance()
  expect(bank.blocks.slot('processed')).toBe(firstSlot + 10)
  expect(bank.blocks.block(firstSlot + 5)?.timeSeconds).toBe(genesisMs / 1_000 + 2)
})

test('after a long sleep the chain is at the clock again, and old hashes are forgotten', () => {
  const { bank, clock } = makeBank()
  const old = bank.blocks.blockhash(firstSlot)
  clock.pass(8 * 3_600_000)
  bank.blocks.advance()
  expect(bank.blocks.slot('processed')).toBe(firstSlot + 72_000)
  expect(bank.blocks.slotOfHash(old, 'processed')).toBeUndefined()
  expect(bank.blocks.block(firstSlot + 100)).toBeUndefined()
})

test('a chain that stands still calls itself unhealthy, like a node that lies behind', () => {
  const { bank, clock } = makeBank()
  clock.pass(128 * 400)
  expect(() => checkHealth(bank.blocks)).not.toThrow()
  clock.pass(400)
  expect(() => checkHealth(bank.blocks)).toThrow('Node is behind by 129 slots')
  bank.blocks.advance()
  expect(() => checkHealth(bank.blocks)).not.toThrow()
})

test('a clock that goes back makes no slot twice', () => {
  const { bank, clock } = makeBank()
  clock.pass(40_000)
  bank.blocks.advance()
  clock.pass(-20_000)
  bank.blocks.advance()
  expect(bank.blocks.slot('processed')).toBe(firstSlot + 100)
})

test('a hash is good at its 150th block and not at the next', () => {
  const { bank, clock } = makeBank()
  const hash = bank.blocks.blockhash(firstSlot)
  clock.pass(150 * 400)
  bank.blocks.advance()
  expect(bank.blocks.slotOfHash(hash, 'processed')).toBe(firstSlot)
  expect(getBlockHeight(bank.blocks.slot('processed'))).toBe(getBlockHeight(firstSlot) + 150)
  clock.pass(400)
  bank.blocks.advance()
  expect(bank.blocks.slotOfHash(hash, 'processed')).toBeUndefined()
})

test('hashes are the same after a restart, so that none is lost', () => {
  const { bank } = makeBank()
  const { bank: again } = makeBank()
  expect(again.blocks.blockhash(firstSlot)).toBe(bank.blocks.blockhash(firstSlot))
})

test('the clock of programs never goes back when slots are skipped', () => {
  const { bank } = makeBank()
  const before = bank.blocks.newest().timeSeconds
  bank.blocks.move({ seconds: 0, slots: 400 })
  const times = [1, 200, 400].map((slot) => bank.blocks.block(firstSlot + slot)?.timeSeconds)
  expect(times).toEqual([before, before, before])
  expect(bank.blocks.slot('processed')).toBe(firstSlot + 400)
})

test('a status is confirmed at once and finalized after its slots', () => {
  const { bank, clock } = makeBank()
  const signature = airdrop(bank)
  expect(statusOf(bank, signature)).toMatchObject({
    confirmationStatus: 'confirmed',
    confirmations: 0,
  })
  clock.pass(4 * 400)
  bank.blocks.advance()
  expect(statusOf(bank, signature)).toMatchObject({
    confirmationStatus: 'finalized',
    confirmations: null,
  })
})

test('after 300 slots a status is found only by whoever searches the history', () => {
  const { bank, clock } = makeBank()
  const signature = airdrop(bank)
  clock.pass(301 * 400)
  bank.blocks.advance()
  expect(statusOf(bank, signature)).toBeNull()
  expect(statusOf(bank, signature, { searchTransactionHistory: true })).not.toBeNull()
})

test('history is bounded, but a transaction whose hash is still good is never forgotten', () => {
  const { bank, clock } = makeBank({ keptTransactions: 3 })
  expect(bank.ledger.rememberedFrom()).toBeUndefined()
  const signatures = [1, 2, 3, 4, 5].map(() => airdrop(bank))
  expect(signatures.map((signature) => bank.ledger.get(signature)?.signature)).toEqual(signatures)
  clock.pass(301 * 400)
  bank.blocks.advance()
  const last = airdrop(bank)
  expect([...bank.ledger.all()].map(({ signature }) => signature)).toEqual([
    ...signatures.slice(3),
    last,
  ])
  expect(bank.ledger.get(signatures[0] ?? '')).toBeUndefined()
  expect(bank.ledger.rememberedFrom()).toBe(bank.ledger.get(last)?.slot)
})

test('a transaction with an unknown hash, a wrong signature or no money leaves no trace', () => {
  const { bank } = makeBank()
  const from = Keypair.generate()
  const good = bank.blocks.blockhash(firstSlot)
  const poor = transferOf(from, good)
  const stale = transferOf(from, seed)
  const forged = transferOf(from, good)
  forged.signatures[0]?.fill(3)
  for (const transaction of [poor, stale, forged]) {
    const sent = readTransaction(transaction.serialize())
    bank.submit(sent)
    expect(bank.ledger.get(sent.signature)).toBeUndefined()
  }
  expect(bank.ledger.count()).toBe(0)
})

test('an address of a lookup table serves from the slot after it was added', () => {
  const { bank, clock } = makeBank()
  pass(1)
  const [create, table] = creation(bank.blocks.slot('processed') - 1)
  land(bank, [create, extension(table)])
  pass(1)
  land(bank, [extension(table)])
  expect([getError(0), getError(1)]).toEqual([undefined, 'InvalidAddressLookupTableIndex'])
  pass(1)
  expect([getError(0), getError(1)]).toEqual([undefined, undefined])

  function getError(index: number) {
    const transaction = readTransaction(takingFrom(table, { bank, index }).serialize())
    return bank.simulate(transaction, { checksSignatures: true, commitment: 'processed' }).error
  }

  function pass(slots: number): void {
    clock.pass(slots * 400)
    bank.blocks.advance()
  }
})

test('programs know the hashes of the last 512 slots, and not of the one they run in', () => {
  const { bank, clock } = makeBank()
  clock.pass(600 * 400)
  bank.blocks.advance()
  const newest = bank.blocks.slot('processed')
  const slots = [newest, newest - 1, newest - 512, newest - 513]
  const errors = slots.map((slot) => simulate(bank, [creation(slot)[0]]).error)
  const refused = { InstructionError: [0, 'InvalidInstructionData'] }
  expect(errors).toEqual([refused, undefined, undefined, refused])
})

const keeper = Keypair.generate()

function creation(recentSlot: number) {
  const { publicKey } = keeper
  return AddressLookupTableProgram.createLookupTable({
    authority: publicKey,
    payer: publicKey,
    recentSlot,
  })
}

function extension(lookupTable: PublicKey): TransactionInstruction {
  const { publicKey } = keeper
  return AddressLookupTableProgram.extendLookupTable({
    lookupTable,
    authority: publicKey,
    payer: publicKey,
    addresses: [Keypair.generate().publicKey],
  })
}

/** A transaction of a keeper with enough funds. */
function signed(bank: Bank, instructions: TransactionInstruction[]) {
  createAirdropMethods(bank)['requestAirdrop']?.([keeper.publicKey.toBase58(), LAMPORTS_PER_SOL])
  const message = new TransactionMessage({
    payerKey: keeper.publicKey,
    recentBlockhash: bank.blocks.blockhash(bank.blocks.slot('processed')),
    instructions,
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([keeper])
  return readTransaction(transaction.serialize())
}

function simulate(bank: Bank, instructions: TransactionInstruction[]) {
  const options = { checksSignatures: true, commitment: 'processed' } as const
  return bank.simulate(signed(bank, instructions), options)
}

function land(bank: Bank, instructions: TransactionInstruction[]): void {
  const transaction = signed(bank, instructions)
  bank.submit(transaction)
  expect(bank.ledger.get(transaction.signature)?.meta.err).toBeNull()
}

/** Pays the address at an index of a lookup table. */
function takingFrom(accountKey: PublicKey, { bank, index }: { bank: Bank; index: number }) {
  const { publicKey } = keeper
  const [fromPubkey, toPubkey, lamports] = [publicKey, publicKey, LAMPORTS_PER_SOL / 100]
  const { data } = SystemProgram.transfer({ fromPubkey, toPubkey, lamports })
  const message = new MessageV0({
    header: {
      numRequiredSignatures: 1,
      numReadonlySignedAccounts: 0,
      numReadonlyUnsignedAccounts: 1,
    },
    staticAccountKeys: [publicKey, SystemProgram.programId],
    recentBlockhash: bank.blocks.blockhash(bank.blocks.slot('processed')),
    compiledInstructions: [{ programIdIndex: 1, accountKeyIndexes: [0, 2], data }],
    addressTableLookups: [{ accountKey, writableIndexes: [index], readonlyIndexes: [] }],
  })
  const transaction = new VersionedTransaction(message)
  transaction.sign([keeper])
  return transaction
}

function transferOf(from: Keypair, recentBlockhash: string): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: from.publicKey,
    recentBlockhash,
    instructions: [
      SystemProgram.transfer({
        fromPubkey: from.publicKey,
        toPubkey: Keypair.generate().publicKey,
        lamports: LAMPORTS_PER_SOL,
      }),
    ],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([from])
  return transaction
}

function makeBank({ keptTransactions = 100 } = {}) {
  let nowMs = genesisMs
  const bank = createBank({
    runtime: createRuntime(),
    time: { plan: { genesisMs, slotMs: 400, seed }, extraSlots: 0, extraSeconds: 0 },
    landed: [],
    finalizedSlots: 4,
    keptTransactions,
    now: () => nowMs,
  })
  fundFaucet(bank)
  function pass(ms: number): void {
    nowMs += ms
  }
  return { bank, clock: { pass } }
}

function airdrop(bank: Bank): string {
  const to = Keypair.generate().publicKey.toBase58()
  const signature = createAirdropMethods(bank)['requestAirdrop']?.([to, LAMPORTS_PER_SOL])
  if (typeof signature !== 'string') throw new Error('The airdrop has no signature.')
  return signature
}

function statusOf(bank: Bank, signature: string, options: object = {}): unknown {
  const answer = createHistoryMethods(bank)['getSignatureStatuses']?.([[signature], options])
  const { value }: { value?: unknown[] } = Object(answer)
  return value?.[0]
}
