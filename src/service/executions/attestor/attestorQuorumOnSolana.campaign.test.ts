import { Keypair } from '@solana/web3.js'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { getKeyAddress, signEvmAttestation } from '#chains/evm/settlement/evmKeys.ts'
import { signAttestation } from '#chains/solana/settlement/keys/solanaAttestation.ts'
import {
  type SignersChange,
  buildSignersInstruction,
} from '#chains/solana/program/signersInstructions.ts'
import { toWebInstruction } from '#chains/solana/program/instruction.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { signersDelaySeconds } from '#devnet/plan/localPlan.ts'
import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { EvmAddress, type SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { bindAttestation, findAttestations } from '../../storage/executions/attestationRows.ts'
import { type Attestor, createAttestor } from './attestor.ts'
import { type PlanLeg, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { getSeed } from '#testing/harness/solana.ts'
import {
  requestQuote,
  findSignedTransaction,
  readTokens,
  setUpSolanaHarness,
} from '#testing/harness/solanaHarness.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41eb')
const { program, authority } = devnetSolana
/** A quorum of two must sign the same transaction. */
const keys = [1, 2, 3].map(() => Keypair.generate())
const addresses = keys.map(({ publicKey }) => publicKey.toBase58())

const harness = setUpSolanaHarness()
const { asset, createServices } = harness
let attestors: readonly Attestor[]

beforeAll(async () => {
  await change({ name: 'propose', attestors: { keys: addresses, threshold: 2 } })
  await harness.devnet.solana.increaseTime(Number(signersDelaySeconds))
  await change({ name: 'accept' })
})
/** Actions that the worker must not sign yet. */
const paused = new Set<string>()

beforeEach(async () => {
  const { devnet, database } = harness
  const { storage } = database
  const { network } = devnet
  harness.services = createServices({
    onFailpoint(failpoint, about) {
      if (failpoint === 'before sign' && paused.has(about)) throw new Error(`${about} is held.`)
    },
  })
  attestors = keys.map((key, index) =>
    createAttestor({
      storage,
      network,
      chains: harness.services.chains,
      attestor: getKeyAddress(devnetKeys.attestor),
      sign: (verdict, about) => signEvmAttestation(verdict, { ...about, key: devnetKeys.attestor }),
      transactions: {
        attestor: addressAt(index),
        sign: (message) => Promise.resolve(signAttestation(message, getSeed(key))),
      },
    }),
  )
  await harness.services.worker.start()
})

afterEach(async () => {
  paused.clear()
  await harness.services.worker.stop()
  for (const attestor of attestors) await attestor.stop()
})

test('the signature of one attestor of three pays nothing out, those of two do, each of its own', async () => {
  const { quote, leg } = await deliver('21000000')
  const [one, other] = [addressAt(0), addressAt(1)]
  expect(await readRefusal(leg, [one])).toBe('INVALID_SIGNATURE')
  // Signed by a third party instead of the second attestor, and by all three: neither is the quorum.
  const stranger = Keypair.generate()
  expect(await readRefusal(leg, [one, stranger.publicKey.toBase58()], [...keys, stranger])).toBe(
    'INVALID_SIGNATURE',
  )
  expect(await readRefusal(leg, addresses)).toBe('INVALID_SIGNATURE')
  expect(await readRefusal(leg, [one, other])).toBeUndefined()
  expect(await readState(leg)).toBe('held')
  startAll()
  await expectPaid(quote, leg)
  // Its fee payer's and theirs.
  expect(await readSigners(quote)).toBe(3)
})

test('one attestor alone pays nothing out until another signs the same transaction', async () => {
  const { quote, leg } = await deliver('22000000')
  const [named] = await untilNamed(leg)
  attestors[addresses.indexOf(named ?? '')]?.start()
  await expect.poll(() => readSignatures(leg)).toEqual([named])
  await untilAdvanced(quote)
  expect(await readState(leg)).toBe('held')
  startAll()
  await expectPaid(quote, leg)
})

test('while two attestors say different things nothing moves, and the third decides', async () => {
  const { quote, leg } = await deliver('23000000')
  const { storage } = harness.database
  // The second attested a cancel on a fork that was rolled back.
  const bound = { orderHash: leg.orderHash, attestor: addressAt(1), verdict: 'Cancelled' } as const
  await bindAttestation(storage, { ...bound, fillHash: leg.fillHash })
  attestors[0]?.start()
  attestors[1]?.start()
  await expect.poll(() => readSignatures(leg)).toEqual([addressAt(0)])
  await untilAdvanced(quote)
  expect(await readState(leg)).toBe('held')
  expect(await readRefusal(leg, [addressAt(0), addressAt(1)], [keys[0], keys[2]])).toBeDefined()
  attestors[2]?.start()
  await expectPaid(quote, leg)
  expect(await readSignatures(leg)).toEqual([addressAt(0), addressAt(2)].toSorted())
})

test('what an attestor signed before it was shut off is worth nothing, and is told of', async () => {
  paused.add('release')
  const { quote, leg } = await deliver('24000000')
  startAll()
  await expect.poll(() => readSignatures(leg)).toHaveLength(2)
  const [off = '', left = ''] = await readSignatures(leg)
  expect(await readRefusal(leg, [off, left])).toBeUndefined()
  await change({ name: 'disable', key: off })
  expect(await readRefusal(leg, [off, left])).toBe('INVALID_SIGNATURE')
  await expect.poll(() => readTold(quote)).toEqual([off])
  expect(await readState(leg)).toBe('held')
  paused.clear()
  await expectPaid(quote, leg)
})

type Delivered = { quote: Quote; leg: PlanLeg & { orderHash: Hash; fillHash: Hash } }

/** Executes a swap until it is filled and only the attestations are missing. */
async function deliver(amount: string): Promise<Delivered> {
  const { services, onSolana, devnet } = harness
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount,
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  await services.executions.accept(quote, { receivedBody: quote })
  await expect
    .poll(() => services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  const { legs, destination } = parseExecutionPlan(quote, {
    network: devnet.network,
    chains: services.chains,
  })
  const [leg] = legs
  if (!leg?.orderHash || !destination) throw new Error('Nothing was deposited.')
  return { quote, leg: { ...leg, orderHash: leg.orderHash, fillHash: destination.fillHash } }
}

/** Why a release that these attestors are named in, and these keys sign, would be refused. */
async function readRefusal(
  { order }: PlanLeg,
  named: readonly SolanaAddress[],
  signers: readonly (Keypair | undefined)[] = keys,
): Promise<string | undefined> {
  const chain = getSettlement(harness.services.chains, harness.solanaId)
  const { attested } = chain
  if (!attested || !order) throw new Error('Nothing is attested here.')
  const message = await attested.draft({ kind: 'release', order, attestors: named.toSorted() })
  const signed = signers.flatMap((key) => (key ? [signAttestation(message, getSeed(key))] : []))
  const attestation = attested.join(signed)
  if (!attestation) return 'not signed by all that it names'
  const prepared = await chain.prepare({ kind: 'release', order, attestation })
  return 'refused' in prepared ? prepared.refused : undefined
}

async function expectPaid(quote: Quote, leg: Delivered['leg']): Promise<void> {
  const { payee } = harness.roles
  const ended = waitUntilTerminal(harness.services, { quoteId: quote.id })
  expect(await ended).toMatchObject({ status: 'COMPLETED' })
  expect(await readState(leg)).toBe('released')
  paid += leg.order?.amount ?? 0n
  expect(await readTokens(harness, { wallet: payee, token: 'usdc' })).toBe(paid)
}

/** What went to the payee, all in all. */
let paid = 0n

async function readState({ orderHash }: { orderHash: Hash }): Promise<unknown> {
  const chain = getSettlement(harness.services.chains, harness.solanaId)
  const { number } = await chain.readHead()
  return (await chain.readState({ orders: [orderHash], nonces: [], fills: [] }, number)).orders[0]
}

/** How many signed what paid out. */
async function readSigners({ id }: Quote): Promise<number | undefined> {
  const release = (await findSignedTransaction(harness, { quoteId: id, action: 'release' })).at(-1)
  const landed = await harness.devnet.solana.connection.getTransaction(release?.hash ?? '', {
    maxSupportedTransactionVersion: 0,
  })
  return landed?.transaction.signatures.length
}

/** Whose signatures are there, ascending. */
async function readSignatures({ orderHash }: { orderHash: Hash }): Promise<readonly string[]> {
  const rows = await findAttestations(harness.database.storage, [orderHash])
  return rows.flatMap(({ attestor, signature }) => (signature === null ? [] : [attestor]))
}

/** Whom the worker asks to sign now. */
async function untilNamed({ orderHash }: { orderHash: Hash }): Promise<readonly string[]> {
  async function named(): Promise<string[]> {
    const rows = await harness.database.storage.query<{ attestors: string[] }>(
      `select request->'signing'->'attestors' as attestors from attestation_requests
       where order_hash = $1`,
      [orderHash],
    )
    return rows[0]?.attestors ?? []
  }
  await expect.poll(named).toHaveLength(2)
  return named()
}

/** Waits for a few more ticks of an execution; each tick increments the version twice. */
async function untilAdvanced({ id }: Quote): Promise<void> {
  async function version(): Promise<number> {
    const query = 'select version::int from executions where quote_id = $1'
    const [row] = await harness.database.storage.query<{ version: number }>(query, [id])
    return row?.version ?? 0
  }
  const before = await version()
  await expect.poll(version).toBeGreaterThan(before + 4)
}

/** Attestors whose attestation the worker dropped, according to events. */
async function readTold({ id }: Quote): Promise<readonly string[]> {
  const rows = await harness.database.storage.query<{ attestor: string }>(
    `select detail->>'attestor' as attestor from events
     where quote_id = $1 and kind = 'attestation dropped'`,
    [id],
  )
  return rows.map(({ attestor }) => attestor)
}

/** Changes the attestors through the authority. */
function change(what: SignersChange): Promise<string> {
  const instruction = buildSignersInstruction(what, { program, caller: authority })
  return sendSigned(harness.devnet.solana.connection, {
    signers: [deriveSolanaKey('deployer'), deriveSolanaKey('authority')],
    instructions: [toWebInstruction(instruction)],
  })
}

function startAll(): void {
  for (const attestor of attestors) attestor.start()
}

function addressAt(index: number): SolanaAddress {
  return addresses[index] ?? ''
}
