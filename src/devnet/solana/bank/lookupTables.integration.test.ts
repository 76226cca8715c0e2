import {
  AddressLookupTableProgram,
  type Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  MessageV0,
  PublicKey,
  SystemProgram,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sendSigned } from '../deploy/sendConfirmed.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

const owner = Keypair.generate()
const [first, second, third] = [1, 2, 3].map(() => Keypair.generate().publicKey)
const known = [first, second, third].flatMap((key) => key ?? [])
let solana: TestSolana
let connection: Connection

beforeAll(async () => {
  solana = await startTestSolana()
  connection = solana.connection
  await connection.requestAirdrop(owner.publicKey, 20 * LAMPORTS_PER_SOL)
})
afterAll(() => solana.stop())

test('a table is found with what was added to it, at different times', async () => {
  const table = await usableTable(known.slice(0, 1))
  await send([extension(table, known.slice(1))])
  await sent(await spend({ table, writable: [0] }))
  await solana.advanceSlots(1)
  await sent(await spend({ table, writable: [1] }))
  const { value } = await connection.getAddressLookupTable(table)
  expect(value?.state.addresses).toEqual(known)
  expect(value?.isActive()).toBe(true)
})

test('what a transaction took from a table is told of it in its order, alone and in its block', async () => {
  const table = await usableTable(known)
  const transaction = await spend({ table, writable: [2], readonly: [1, 0] })
  const signature = await sent(transaction)
  await solana.advanceSlots(5)
  const loadedAddresses = { writable: [third], readonly: [second, first] }
  const landed = await connection.getTransaction(signature, {
    commitment: 'finalized',
    maxSupportedTransactionVersion: 0,
  })
  expect(landed?.meta?.loadedAddresses).toEqual(loadedAddresses)
  expect(landed?.transaction.message.addressTableLookups).toEqual([
    { accountKey: table, writableIndexes: [2], readonlyIndexes: [1, 0] },
  ])
  const keys = landed?.transaction.message.getAccountKeys({
    accountKeysFromLookups: landed.meta?.loadedAddresses ?? null,
  })
  expect(keys?.keySegments().flat()).toEqual([
    owner.publicKey,
    SystemProgram.programId,
    third,
    second,
    first,
  ])
  const gained = (landed?.meta?.postBalances ?? []).map(
    (after, index) => after - (landed?.meta?.preBalances[index] ?? 0),
  )
  expect(gained).toEqual([-lamportsOf(transaction) - 5_000, 0, lamportsOf(transaction), 0, 0])
  const block = await connection.getBlock(landed?.slot ?? 0, { maxSupportedTransactionVersion: 0 })
  expect(block?.transactions[0]?.meta?.loadedAddresses).toEqual(loadedAddresses)
  expect(await connection.getSignaturesForAddress(third ?? table)).toMatchObject([{ signature }])
})

test('each account is said to come from the table, with whether it may be written', async () => {
  const table = await usableTable(known)
  const signature = await sent(await spend({ table, writable: [0], readonly: [1] }))
  const parsed = await ask('getTransaction', [
    signature,
    { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ])
  expect(parsed.result.transaction.message.accountKeys.slice(2)).toEqual([
    { pubkey: String(first), signer: false, writable: true, source: 'lookupTable' },
    { pubkey: String(second), signer: false, writable: false, source: 'lookupTable' },
  ])
  expect(parsed.result.transaction.message.instructions[0].accounts).toEqual([
    owner.publicKey.toBase58(),
    String(first),
  ])
  // A cluster omits them here, as the parsed keys include them.
  expect(parsed.result.meta.loadedAddresses).toBeUndefined()
})

test('a simulation takes addresses from a table and says which', async () => {
  const table = await usableTable(known)
  const transaction = await spend({ table, writable: [1], readonly: [2] })
  const before = await connection.getBalance(second ?? table)
  const { result } = await ask('simulateTransaction', [
    encoded(transaction),
    {
      encoding: 'base64',
      commitment: 'processed',
      accounts: { encoding: 'base64', addresses: [String(second)] },
    },
  ])
  expect(result.value).toMatchObject({
    err: null,
    loadedAddresses: { writable: [String(second)], readonly: [String(third)] },
  })
  expect(result.value.accounts[0].lamports).toBe(before + lamportsOf(transaction))
  expect(await connection.getBalance(second ?? table)).toBe(before)
})

test.each([
  {
    what: 'a table that is not there',
    message: "Transaction loads an address table account that doesn't exist",
    inMessage: 'Attempted to lookup addresses from a table that does not exist',
    lookup: async () => ({ table: Keypair.generate().publicKey, writable: [0] }),
  },
  {
    what: 'an account that is no table',
    message: 'Transaction loads an address table account with an invalid owner',
    inMessage: 'Attempted to lookup addresses from an account owned by the wrong program',
    lookup: async () => ({ table: owner.publicKey, writable: [0] }),
  },
  {
    what: 'an address beyond the end of a table',
    message: 'Transaction address table lookup uses an invalid index',
    inMessage: 'Address lookup contains an invalid index',
    lookup: async () => ({ table: await usableTable(known), writable: [known.length] }),
  },
])(
  '$what is refused before anything runs, by whatever is asked, as on a cluster',
  async ({ message, inMessage, lookup }) => {
    const transaction = await spend(await lookup())
    const error = { code: -32602, message: `invalid transaction: ${message}` }
    const text = encoded(transaction)
    const options = { encoding: 'base64', commitment: 'processed' }
    const answers = await Promise.all([
      ask('sendTransaction', [text, { ...options, preflightCommitment: 'processed' }]),
      ask('sendTransaction', [text, { ...options, skipPreflight: true }]),
      ask('simulateTransaction', [text, options]),
      ask('simulateTransaction', [text, { ...options, replaceRecentBlockhash: true }]),
    ])
    expect(answers.map(({ error }) => error)).toEqual([error, error, error, error])
    const fee = await ask('getFeeForMessage', [
      Buffer.from(transaction.message.serialize()).toString('base64'),
      { commitment: 'processed' },
    ])
    expect(fee.error).toEqual({
      code: -32602,
      message: `invalid transaction message: ${inMessage}`,
    })
  },
)

test('an account that is named twice, once by a table, is refused as loaded twice', async () => {
  const table = await usableTable([owner.publicKey])
  await expect(sent(await spend({ table, writable: [0] }))).rejects.toThrow('Account loaded twice')
})

test('a frozen table takes no more addresses, and serves those it has', async () => {
  const table = await usableTable(known.slice(0, 1))
  const authority = owner.publicKey
  await send([AddressLookupTableProgram.freezeLookupTable({ lookupTable: table, authority })])
  await expect(send([extension(table, known.slice(1))])).rejects.toThrow('Lookup table is frozen')
  await sent(await spend({ table, writable: [0] }))
  const { value } = await connection.getAddressLookupTable(table)
  expect(value?.state.authority).toBeUndefined()
})

test('a deactivated table serves for 512 slots more, then nobody, and only then it can be closed', async () => {
  const table = await usableTable(known)
  const authority = owner.publicKey
  const close = AddressLookupTableProgram.closeLookupTable({
    lookupTable: table,
    authority,
    recipient: authority,
  })
  await expect(send([close])).rejects.toThrow('Lookup table is not deactivated')
  await send([AddressLookupTableProgram.deactivateLookupTable({ lookupTable: table, authority })])
  await solana.advanceSlots(480)
  await sent(await spend({ table, writable: [0] }))
  await expect(send([close])).rejects.toThrow('cannot be closed until')
  // As many slots as on a cluster, less those that passed meanwhile.
  await solana.advanceSlots(34)
  await expect(sent(await spend({ table, writable: [0] }))).rejects.toThrow(noTable)
  const rent = (await connection.getAccountInfo(table))?.lamports ?? 0
  const before = await connection.getBalance(authority)
  await send([close])
  expect(await connection.getBalance(authority)).toBe(before + rent - 5_000)
  expect((await connection.getAddressLookupTable(table)).value).toBeNull()
})

test('a table is shown in parts to whoever asks for that', async () => {
  const table = await usableTable(known)
  const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const { result } = await ask('getAccountInfo', [table.toBase58(), options])
  expect(result.value.data).toEqual({
    program: 'address-lookup-table',
    space: 56 + 32 * known.length,
    parsed: {
      type: 'lookupTable',
      info: {
        deactivationSlot: '18446744073709551615',
        lastExtendedSlot: expect.stringMatching(/^\d+$/),
        lastExtendedSlotStartIndex: 0,
        authority: owner.publicKey.toBase58(),
        addresses: known.map(String),
      },
    },
  })
})

test('after a restart a table serves as before, and what used it is told the same', async () => {
  const table = await usableTable(known)
  const signature = await sent(await spend({ table, writable: [1], readonly: [0] }))
  const history = await historyOf(signature)
  await solana.node.pause()
  await solana.node.resume()
  expect(await historyOf(signature)).toEqual(history)
  await sent(await spend({ table, writable: [0] }))
  expect((await connection.getAddressLookupTable(table)).value?.state.addresses).toEqual(known)
})

const noTable = "Transaction loads an address table account that doesn't exist"

function send(instructions: Parameters<typeof sendSigned>[1]['instructions']): Promise<string> {
  return sendSigned(connection, { signers: [owner], instructions })
}

function extension(lookupTable: PublicKey, addresses: PublicKey[]) {
  const { publicKey } = owner
  return AddressLookupTableProgram.extendLookupTable({
    lookupTable,
    authority: publicKey,
    payer: publicKey,
    addresses,
  })
}

/** Every table needs a slot of its own. */
async function makeTable(addresses: PublicKey[]): Promise<PublicKey> {
  await solana.advanceSlots(1)
  const { publicKey } = owner
  const recentSlot = (await connection.getSlot('processed')) - 1
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    authority: publicKey,
    payer: publicKey,
    recentSlot,
  })
  await send([create, extension(table, addresses)])
  return table
}

async function usableTable(addresses: PublicKey[]): Promise<PublicKey> {
  const table = await makeTable(addresses)
  await solana.advanceSlots(1)
  return table
}

type Lookup = { table: PublicKey; writable: number[]; readonly?: number[] }

let spent = 1_000_000

/** A transfer of lamports from the owner to the first address loaded from a table. */
async function spend({ table, writable, readonly = [] }: Lookup): Promise<VersionedTransaction> {
  const { blockhash } = await connection.getLatestBlockhash('processed')
  spent += 1
  const { publicKey } = owner
  const { data } = SystemProgram.transfer({
    fromPubkey: publicKey,
    toPubkey: publicKey,
    lamports: spent,
  })
  const message = new MessageV0({
    header: {
      numRequiredSignatures: 1,
      numReadonlySignedAccounts: 0,
      numReadonlyUnsignedAccounts: 1,
    },
    staticAccountKeys: [publicKey, SystemProgram.programId],
    recentBlockhash: blockhash,
    compiledInstructions: [{ programIdIndex: 1, accountKeyIndexes: [0, 2], data }],
    addressTableLookups: [
      { accountKey: table, writableIndexes: writable, readonlyIndexes: readonly },
    ],
  })
  const transaction = new VersionedTransaction(message)
  transaction.sign([owner])
  return transaction
}

function lamportsOf({ message }: VersionedTransaction): number {
  const data = Buffer.from(message.compiledInstructions[0]?.data ?? [])
  return Number(data.readBigUInt64LE(4))
}

function sent(transaction: VersionedTransaction): Promise<string> {
  return connection.sendTransaction(transaction, { preflightCommitment: 'processed' })
}

function encoded(transaction: VersionedTransaction): string {
  return Buffer.from(transaction.serialize()).toString('base64')
}

function historyOf(signature: string): Promise<unknown> {
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' }
  return ask('getTransaction', [signature, options])
}

async function ask(method: string, params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(solana.node.rpcUrl, { method: 'POST', body })
  return response.json()
}
