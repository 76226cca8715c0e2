import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import { isBlockhashValid, readBlockhash, readBlockHeight, readSlot } from './blockhash.ts'
import { createSolanaClient, type SolanaClient } from './client.ts'
import { readSignatures, readStatuses, readTransaction } from './history.ts'
import { readAccounts } from './readAccounts.ts'

const { chainId, genesisHash } = devnetSolana
const owner = Keypair.generate().publicKey
let solana: TestSolana
let client: SolanaClient

beforeAll(async () => {
  solana = await startTestSolana()
  client = createSolanaClient(chainId, { rpcUrls: [solana.node.rpcUrl], genesisHash })
})
afterAll(() => solana.stop())

test('reads accounts and the clock of one slot', async () => {
  await solana.give(owner, [{ asset: 'sol', units: 1_234_567_890n }])
  const absent = Keypair.generate().publicKey.toBase58()
  const read = await readAccounts(client, [owner.toBase58(), absent], { commitment: 'confirmed' })
  expect(read.accounts[0]?.lamports).toBe(1_234_567_890n)
  expect(read.accounts[1]).toBeUndefined()
  const slot = await readSlot(client, { commitment: 'confirmed' })
  expect(slot - read.slot).toBeLessThan(5n)
  const ageSeconds = Math.abs(Number(read.time) - Date.now() / 1_000)
  expect(ageSeconds).toBeLessThan(5)
})

test('reads more accounts than one request takes, in their order', async () => {
  const many = Array.from({ length: 150 }, (_, index) =>
    index === 140 ? owner.toBase58() : Keypair.generate().publicKey.toBase58(),
  )
  const { accounts } = await readAccounts(client, many, { commitment: 'confirmed' })
  expect(accounts).toHaveLength(150)
  expect(accounts.flatMap((account, index) => (account ? [index] : []))).toEqual([140])
})

test('a blockhash is valid until 150 blocks have passed', async () => {
  const finalized = { commitment: 'finalized' } as const
  const before = await readBlockHeight(client, finalized)
  const { blockhash, lastValidBlockHeight } = await readBlockhash(client, finalized)
  const after = await readBlockHeight(client, finalized)
  // It was created at a height between the two.
  expect(lastValidBlockHeight).toBeGreaterThanOrEqual(before + 150n)
  expect(lastValidBlockHeight).toBeLessThanOrEqual(after + 150n)
  expect(await isBlockhashValid(client, blockhash, finalized)).toMatchObject({ isValid: true })
  await solana.advanceSlots(160)
  expect(await isBlockhashValid(client, blockhash, finalized)).toMatchObject({ isValid: false })
})

test('finds what landed: its status, itself, and by address', async () => {
  const [signature = ''] = await solana.give(owner, [{ asset: 'sol', units: 5_000_000n }])
  const { statuses } = await readStatuses(client, [signature, '1'.repeat(64)])
  expect(statuses[0]).toMatchObject({ err: null })
  expect(statuses[1]).toBeUndefined()
  const landed = await readTransaction(client, signature, 'confirmed')
  expect(landed).toMatchObject({ slot: statuses[0]?.slot, err: null })
  const found = await readSignatures(client, owner.toBase58(), { commitment: 'confirmed' })
  const { slot } = landed ?? {}
  expect(found[0]).toEqual({ signature, slot, err: null })
})

test('refuses a provider of another cluster', async () => {
  const other = createSolanaClient(chainId, {
    rpcUrls: [solana.node.rpcUrl],
    genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  })
  const reading = readSlot(other, { commitment: 'confirmed' })
  await expect(reading).rejects.toThrow(ChainUnavailableError)
  await expect(reading).rejects.toThrow(`another cluster (genesis ${genesisHash})`)
})

test('passes over a provider that is down, and says so when all are', async () => {
  const dead = 'http://127.0.0.1:9'
  const both = createSolanaClient(chainId, { rpcUrls: [dead, solana.node.rpcUrl], genesisHash })
  expect(await readSlot(both, { commitment: 'confirmed' })).toBeGreaterThan(0n)
  const none = createSolanaClient(chainId, { rpcUrls: [dead], genesisHash })
  await expect(readSlot(none, { commitment: 'confirmed' })).rejects.toThrow(ChainUnavailableError)
})

test('a node that has not come to a slot yet counts as no answer', async () => {
  const minSlot = (await readSlot(client, { commitment: 'confirmed' })) + 1_000n
  const reading = readAccounts(client, [owner.toBase58()], { commitment: 'confirmed', minSlot })
  await expect(reading).rejects.toThrow(ChainUnavailableError)
})
