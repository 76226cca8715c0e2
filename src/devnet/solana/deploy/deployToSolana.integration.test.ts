import { Keypair, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'
import { bytesToHex, hexToBytes } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { deployProgram } from '#chains/solana/deploy/deployProgram.ts'
import { buildSetAuthorityInstruction } from '#chains/solana/deploy/loaderInstructions.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { deployToSolana } from './deployToSolana.ts'
import { escrowCode, createProgramChain } from './installEscrow.ts'
import { sendSigned } from './sendConfirmed.ts'
import { reefPlan } from '../plan/solanaPlan.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

/** Of no known network. */
const genesisHash = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
let solana: TestSolana

beforeAll(async () => {
  solana = await startTestSolana({ genesisHash, hasTestMethods: false })
})
afterAll(() => solana.stop())

test('a program of its own comes to a cluster with its attestors, the second time without a transaction', async () => {
  const order = await newOrder()
  const first = await deployToSolana(order)
  const { sent, ...stands } = first
  expect(sent).toBeGreaterThan(10)
  expect(stands).toMatchObject({ genesisHash, chainId: `solana:${genesisHash.slice(0, 32)}` })
  expect(await deployToSolana(order)).toEqual({ ...stands, sent: 0 })
  const account = await solana.connection.getAccountInfo(new PublicKey(stands.program))
  expect(account?.executable).toBe(true)
})

test('the right to replace the program is handed over, or given up for good, when that is asked for', async () => {
  const order = await newOrder()
  const deployer = Keypair.fromSeed(hexToBytes(order.deployerKey)).publicKey.toBase58()
  const first = await deployToSolana(order)
  expect(first).toMatchObject({ upgradeAuthority: deployer, isAuthorityHot: true })

  const cold = newAddress()
  const handed = { upgradeAuthority: cold, isAuthorityHot: false }
  expect(await deployToSolana({ ...order, handOver: { to: cold } })).toMatchObject({
    ...handed,
    sent: 1,
  })
  for (const handOver of [undefined, { to: cold }])
    expect(await deployToSolana({ ...order, handOver })).toMatchObject({
      ...handed,
      sent: 0,
    })
  await expect(deployToSolana({ ...order, handOver: { to: undefined } })).rejects.toThrow(
    `The program ${first.program} obeys ${cold}: no other key may replace it or hand that over.`,
  )
})

test('a program made final is replaced by nobody, whose key ever deployed it', async () => {
  const order = await newOrder()
  const final = { ...order, handOver: { to: undefined } }
  const { program, upgradeAuthority } = await deployToSolana(final)
  expect(upgradeAuthority).toBeUndefined()
  expect((await deployToSolana(final)).sent).toBe(0)

  const [deployer, key] = [order.deployerKey, order.programKey].map((seed) =>
    Keypair.fromSeed(hexToBytes(seed)),
  )
  if (!deployer || !key) throw new Error('There are no keys.')
  const { connection } = solana
  const chain = createProgramChain(connection, (step) => sendSigned(connection, step))
  const other = Uint8Array.from(escrowCode)
  other[escrowCode.length - 1] = 1
  const keys = { payer: deployer, program: key, authority: deployer }
  await expect(deployProgram(chain, keys, other)).rejects.toThrow(
    `The program ${program} is final: nobody may replace it or hand that over.`,
  )
  // Nor does the loader accept the key that deployed it.
  const accounts = { program: key.publicKey, authority: deployer.publicKey }
  const taken = buildSetAuthorityInstruction(accounts, deployer.publicKey)
  await expect(
    sendSigned(connection, { signers: [deployer], instructions: [taken] }),
  ).rejects.toThrow('Program not upgradeable')
})

test('who attests already is not replaced without a word', async () => {
  const order = await newOrder()
  await deployToSolana(order)
  const attestors = { ...order.attestors, keys: [newAddress(), newAddress()] }
  await expect(deployToSolana({ ...order, attestors })).rejects.toThrow(
    `may replace the attestors ${order.attestors.keys.join(', ')}, 2 of whom sign, after 60 s.`,
  )
})

test('a deployment that broke off goes on with what it has written', async () => {
  // Enough for the buffer, not for the program made from it.
  const order = await newOrder(0.3 * LAMPORTS_PER_SOL)
  await expect(deployToSolana(order)).rejects.toThrow(/insufficient lamports/i)
  const deployer = Keypair.fromSeed(hexToBytes(order.deployerKey)).publicKey
  await solana.connection.requestAirdrop(deployer, 10 * LAMPORTS_PER_SOL)
  const { sent } = await deployToSolana(order)
  expect(sent).toBe(2)
})

test.each(['deployer', 'program', 'authority', 'attestor', 'upgrade authority'] as const)(
  'the published key of the %s is refused before anything is sent',
  async (role) => {
    const order = await newOrder(0)
    const published = reefPlan.keys[role === 'upgrade authority' ? 'payee' : role]
    const address = published.publicKey.toBase58()
    const change = {
      deployer: { deployerKey: seedHash(published) },
      program: { programKey: seedHash(published) },
      authority: { authority: address },
      attestor: { attestors: { keys: [address], threshold: 1 } },
      'upgrade authority': { handOver: { to: address } },
    }
    await expect(deployToSolana({ ...order, ...change[role] })).rejects.toThrow(
      `The key of the ${role} is published; solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 is no devnet.`,
    )
  },
)

async function newOrder(lamports: number = 10 * LAMPORTS_PER_SOL) {
  const [deployer, program] = [Keypair.generate(), Keypair.generate()]
  if (lamports > 0) await solana.connection.requestAirdrop(deployer.publicKey, lamports)
  return {
    rpcUrl: solana.node.rpcUrl,
    deployerKey: seedHash(deployer),
    programKey: seedHash(program),
    authority: newAddress(),
    delaySeconds: 60n,
    attestors: { keys: [newAddress(), newAddress()], threshold: 2 },
    microLamports: 1_000n,
    handOver: undefined,
  }
}

function newAddress(): string {
  return Keypair.generate().publicKey.toBase58()
}

function seedHash({ secretKey }: Keypair): Hash {
  return bytesToHex(secretKey.subarray(0, 32))
}
