import {
  ComputeBudgetProgram,
  type Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type VersionedTransactionResponse,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

let solana: TestSolana
let connection: Connection

beforeAll(async () => {
  solana = await startTestSolana()
  connection = solana.connection
})
afterAll(() => solana.stop())

test('an airdrop is there at once, and its confirmation comes over the websocket', async () => {
  const someone = Keypair.generate().publicKey
  const latest = await connection.getLatestBlockhash()
  const signature = await connection.requestAirdrop(someone, LAMPORTS_PER_SOL)
  const { value } = await connection.confirmTransaction({ signature, ...latest })
  expect(value).toEqual({ err: null })
  expect(await connection.getBalance(someone)).toBe(LAMPORTS_PER_SOL)
})

test('a transfer moves lamports, costs the fee that was foretold and stays in the history', async () => {
  const [from, to] = await pair()
  const { transaction } = await signed([transfer(from, to, 1_000_000)], [from])
  const fee = await connection.getFeeForMessage(transaction.message)
  const signature = await connection.sendTransaction(transaction)
  const landed = await finalized(signature)
  expect(landed?.meta).toMatchObject({
    err: null,
    fee: fee.value,
    preBalances: [2 * LAMPORTS_PER_SOL, 0, 1],
    postBalances: [2 * LAMPORTS_PER_SOL - 1_000_000 - 5_000, 1_000_000, 1],
  })
  expect(landed?.blockTime).toBeGreaterThan(Date.now() / 1_000 - 20)
  const [newest] = await connection.getSignaturesForAddress(to.publicKey)
  expect(newest).toMatchObject({ signature, err: null, slot: landed?.slot })
})

test('the fee of a message with a price is what the runtime takes', async () => {
  const [from, to] = await pair()
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 77_777 })
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 12_345 })
  const priced = await signed([price, transfer(from, to, 1_000_000)], [from])
  const limited = await signed([price, limit, transfer(from, to, 1_000_000)], [from])
  for (const { transaction } of [priced, limited]) {
    const { value } = await connection.getFeeForMessage(transaction.message)
    const before = await connection.getBalance(from.publicKey)
    await connection.sendTransaction(transaction)
    expect(value).toBe(before - (await connection.getBalance(from.publicKey)) - 1_000_000)
  }
})

test('a legacy transaction lands too', async () => {
  const [from, to] = await pair()
  const transaction = new Transaction().add(transfer(from, to, 1_000_000))
  const signature = await connection.sendTransaction(transaction, [from])
  const landed = await finalized(signature)
  expect(landed?.version).toBe('legacy')
  expect(await connection.getBalance(to.publicKey)).toBe(1_000_000)
})

test('what would fail is refused with the reason and the logs, and costs nothing', async () => {
  const [from, to] = await pair()
  const refused = await getSendError([transfer(from, to, 3 * LAMPORTS_PER_SOL)], from)
  expect(refused.transactionError.message).toBe(
    'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
  )
  expect(refused.logs?.at(-1)).toBe(
    'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
  )
  expect(await connection.getBalance(from.publicKey)).toBe(2 * LAMPORTS_PER_SOL)
})

test('what fails without a check before lands, costs its fee and does nothing', async () => {
  const [from, to] = await pair()
  const { transaction } = await signed([transfer(from, to, 3 * LAMPORTS_PER_SOL)], [from])
  const signature = await connection.sendTransaction(transaction, { skipPreflight: true })
  const { value } = await connection.getSignatureStatus(signature)
  expect(value).toMatchObject({
    err: { InstructionError: [0, { Custom: 1 }] },
    confirmationStatus: 'confirmed',
  })
  expect(await connection.getBalance(from.publicKey)).toBe(2 * LAMPORTS_PER_SOL - 5_000)
})

test('a transfer that leaves too little for rent fails by that name', async () => {
  const [from, to] = await pair()
  const refused = await getSendError([transfer(from, to, 5)], from)
  expect(refused.transactionError.message).toBe(
    'Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent',
  )
})

test('a simulation of an unsigned message shows the accounts as they would be', async () => {
  const [from, to] = await pair()
  const { transaction } = await signed([transfer(from, to, 1_000_000)], [])
  transaction.message.recentBlockhash = PublicKey.default.toBase58()
  const { value } = await connection.simulateTransaction(transaction, {
    replaceRecentBlockhash: true,
    innerInstructions: true,
    accounts: { encoding: 'base64', addresses: [to.publicKey.toBase58()] },
  })
  expect(value).toMatchObject({ err: null, unitsConsumed: 150, innerInstructions: [] })
  expect(value.accounts?.[0]?.lamports).toBe(1_000_000)
  expect(await connection.getBalance(to.publicKey)).toBe(0)
})

test('a wrong signature is refused by its own code', async () => {
  const [from, to] = await pair()
  const { transaction } = await signed([transfer(from, to, 1_000_000)], [from])
  transaction.signatures[0]?.fill(7)
  await expect(connection.sendTransaction(transaction)).rejects.toThrow(
    'Transaction signature verification failure',
  )
})

test('a copy of a landed transaction is refused, and sent blindly it does nothing more', async () => {
  const [from, to] = await pair()
  const { transaction } = await signed([transfer(from, to, 1_000_000)], [from])
  const signature = await connection.sendTransaction(transaction)
  await expect(connection.sendTransaction(transaction)).rejects.toThrow(
    'This transaction has already been processed',
  )
  const copy = await connection.sendTransaction(transaction, { skipPreflight: true })
  expect(copy).toBe(signature)
  expect(await connection.getBalance(to.publicKey)).toBe(1_000_000)
})

test('a blockhash is good for 150 blocks, and not for one more', async () => {
  const own = await startTestSolana()
  try {
    const { connection: here } = own
    const from = Keypair.generate()
    await own.give(from.publicKey, [{ asset: 'sol', units: 2n * BigInt(LAMPORTS_PER_SOL) }])
    const { blockhash, lastValidBlockHeight } = await here.getLatestBlockhash()
    // The clock runs on, so stay well away from the last valid block.
    await own.advanceSlots(lastValidBlockHeight - (await here.getBlockHeight()) - 20)
    expect((await here.isBlockhashValid(blockhash)).value).toBe(true)
    const early = transferAt(from, { hash: blockhash, lamports: 1_000_001 })
    await here.sendTransaction(early, { preflightCommitment: 'confirmed' })
    await own.advanceSlots(21)
    expect(await here.getBlockHeight()).toBeGreaterThan(lastValidBlockHeight)
    expect((await here.isBlockhashValid(blockhash)).value).toBe(false)
    const late = transferAt(from, { hash: blockhash, lamports: 1_000_002 })
    await expect(here.sendTransaction(late)).rejects.toThrow('Blockhash not found')
    const blind = await here.sendTransaction(late, { skipPreflight: true })
    expect((await here.getSignatureStatus(blind)).value).toBeNull()
    const confirming = here.confirmTransaction({
      signature: blind,
      blockhash,
      lastValidBlockHeight,
    })
    await expect(confirming).rejects.toThrow('block height exceeded')
  } finally {
    await own.stop()
  }
})

test('a blockhash that is not finalized yet is not found by a check at finalized', async () => {
  const [from, to] = await pair()
  const { blockhash } = await connection.getLatestBlockhash('processed')
  const transaction = transferAt(from, {
    hash: blockhash,
    lamports: 1_000_000,
    to: to.publicKey,
  })
  await expect(
    connection.sendTransaction(transaction, { preflightCommitment: 'finalized' }),
  ).rejects.toThrow('Blockhash not found')
  await connection.sendTransaction(transaction, { preflightCommitment: 'processed' })
})

test('a transaction is confirmed first and finalized four slots later', async () => {
  const [from, to] = await pair()
  const { transaction, latest } = await signed([transfer(from, to, 1_000_000)], [from])
  const signature = await connection.sendTransaction(transaction)
  const early = await atFinality(signature)
  const first = await connection.getSignatureStatus(signature)
  // On a busy machine it may be final by the time it is read, but only after four slots.
  const isFinal = first.context.slot - (first.value?.slot ?? 0) >= 4
  expect(first.value?.confirmationStatus).toBe(isFinal ? 'finalized' : 'confirmed')
  expect(early === null || isFinal).toBe(true)
  await connection.confirmTransaction({ signature, ...latest }, 'finalized')
  const { value, context } = await connection.getSignatureStatus(signature)
  expect(value).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
  expect(context.slot - (value?.slot ?? 0)).toBeGreaterThanOrEqual(4)
  expect(await atFinality(signature)).not.toBeNull()
})

test('a dropped transaction never lands, a held one lands later', async () => {
  const own = await startTestSolana()
  try {
    const { connection: here } = own
    const from = Keypair.generate()
    await own.give(from.publicKey, [{ asset: 'sol', units: 2n * BigInt(LAMPORTS_PER_SOL) }])
    const { blockhash } = await here.getLatestBlockhash()
    await own.setDelivery('drop')
    const dropped = await here.sendTransaction(
      transferAt(from, { hash: blockhash, lamports: 1_000_001 }),
    )
    await own.setDelivery('hold')
    const held = await here.sendTransaction(
      transferAt(from, { hash: blockhash, lamports: 1_000_002 }),
    )
    expect((await here.getSignatureStatuses([dropped, held])).value).toEqual([null, null])
    await own.setDelivery('land')
    const [first, second] = (await here.getSignatureStatuses([dropped, held])).value
    expect(first).toBeNull()
    expect(second?.err).toBeNull()
  } finally {
    await own.stop()
  }
})

test('a durable nonce outlives blockhashes and is good once', async () => {
  const [from, to] = await pair()
  const nonce = Keypair.generate()
  const rent = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH)
  const { instructions } = SystemProgram.createNonceAccount({
    fromPubkey: from.publicKey,
    noncePubkey: nonce.publicKey,
    authorizedPubkey: from.publicKey,
    lamports: rent,
  })
  const { transaction } = await signed(instructions, [from, nonce])
  await finalized(await connection.sendTransaction(transaction))
  const account = await connection.getAccountInfo(nonce.publicKey)
  if (!account) throw new Error('The nonce is not there.')
  const value = NonceAccount.fromAccountData(account.data).nonce
  const advance = SystemProgram.nonceAdvance({
    noncePubkey: nonce.publicKey,
    authorizedPubkey: from.publicKey,
  })
  const move = { hash: value, to: to.publicKey, before: [advance] }
  const lasting = transferAt(from, { ...move, lamports: 1_000_000 })
  const second = transferAt(from, { ...move, lamports: 1_000_001 })
  await connection.sendTransaction(lasting)
  await expect(connection.sendTransaction(second)).rejects.toThrow('Blockhash not found')
  expect(await connection.getBalance(to.publicKey)).toBe(1_000_000)
})

test('a block tells its transactions, and one that is being made is not there yet', async () => {
  const [from, to] = await pair()
  const { transaction } = await signed([transfer(from, to, 1_000_000)], [from])
  const signature = await connection.sendTransaction(transaction)
  const landed = await finalized(signature)
  const versions = { maxSupportedTransactionVersion: 0 }
  const block = await connection.getBlock(landed?.slot ?? 0, versions)
  expect(block?.transactions.map((one) => one.transaction.signatures[0])).toContain(signature)
  // Slots in between may have been skipped.
  expect(block?.parentSlot).toBeLessThan(landed?.slot ?? 0)
  expect(block?.previousBlockhash).toBe(
    (await connection.getBlock(block?.parentSlot ?? 0, versions))?.blockhash,
  )
  const slot = await connection.getSlot('processed')
  await expect(connection.getBlock(slot + 100, versions)).rejects.toThrow('Block not available')
})

function transfer(from: Keypair, to: Keypair, lamports: number): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports })
}

/** A wallet with two SOL, and an empty one. */
async function pair(): Promise<[from: Keypair, to: Keypair]> {
  const from = Keypair.generate()
  await connection.requestAirdrop(from.publicKey, 2 * LAMPORTS_PER_SOL)
  return [from, Keypair.generate()]
}

async function signed(instructions: TransactionInstruction[], signers: Keypair[]) {
  const latest = await connection.getLatestBlockhash()
  const payerKey = signers[0]?.publicKey ?? instructions[0]?.keys[0]?.pubkey ?? PublicKey.default
  const { blockhash: recentBlockhash } = latest
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign(signers)
  return { transaction, latest }
}

type Move = {
  hash: string
  lamports: number
  to?: PublicKey
  before?: TransactionInstruction[]
}

function transferAt(from: Keypair, move: Move): VersionedTransaction {
  const { hash, lamports, to = Keypair.generate().publicKey, before = [] } = move
  const last = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
  const message = new TransactionMessage({
    payerKey: from.publicKey,
    recentBlockhash: hash,
    instructions: [...before, last],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([from])
  return transaction
}

async function getSendError(
  instructions: TransactionInstruction[],
  from: Keypair,
): Promise<SendTransactionError> {
  const { transaction } = await signed(instructions, [from])
  const answer: unknown = await connection
    .sendTransaction(transaction)
    .catch((error: unknown) => error)
  if (answer instanceof SendTransactionError) return answer
  throw new Error(`It was not refused: ${String(answer)}`)
}

/** The transaction once it is finalized. */
async function finalized(signature: string) {
  const latest = await connection.getLatestBlockhash()
  await connection.confirmTransaction({ signature, ...latest }, 'finalized')
  return atFinality(signature)
}

/** Spelled out, as only then does the type include versions. */
function atFinality(signature: string): Promise<VersionedTransactionResponse | null> {
  return connection.getTransaction(signature, {
    commitment: 'finalized',
    maxSupportedTransactionVersion: 0,
  })
}
