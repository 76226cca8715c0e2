import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { getKeyAddress, signEvmAttestation } from '#chains/evm/settlement/evmKeys.ts'
import { buildRefund } from '#chains/evm/orders/settlementAbi.ts'
import { buildReleaseCall } from '#chains/evm/orders/settlement.ts'
import type { TransactionCall } from '#chains/evm/rpc/transaction.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { mine, getRevertName } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { toEvmOrder } from '#protocol/orders/anyOrder.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { findAttestations } from '../../storage/executions/attestationRows.ts'
import { type Attestor, createAttestor } from './attestor.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { readPhase } from '#testing/harness/rows.ts'
import { transferAll } from '#testing/harness/inventory.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 900_000_000n]] })
const { accept, asset, balanceOf, createServices, getNode, requestQuote } = harness
let services: TestServices
const deployer = privateKeyToAccount(devnetKeys.deployer)

/** A quorum of two is required. */
const attestorKeys = [1, 2, 3].map(() => Hash.parse(generatePrivateKey()))

let attestors: readonly Attestor[]

beforeAll(() => installAttestors(getNode('Firth')))

beforeEach(async () => {
  services = createServices({
    onFailpoint(failpoint, about) {
      if (failpoint === 'before sign' && paused.has(about)) throw new Error(`${about} is held.`)
    },
  })
  attestors = attestorKeys.map((key) =>
    createAttestor({
      storage: harness.database.storage,
      network: harness.network,
      chains: services.chains,
      attestor: getKeyAddress(key),
      sign: (verdict, about) => signEvmAttestation(verdict, { ...about, key }),
    }),
  )
  await services.worker.start()
})
afterEach(async () => {
  await services.worker.stop()
  for (const attestor of attestors) await attestor.stop()
})

test('two of three attestors release a deposit while the third is silent', async () => {
  startAttestors([0, 2])
  const { quote, order } = await acceptSwap('50000000')
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await findAttestations(harness.database.storage, [order])).toHaveLength(2)
})

test('one attestor alone releases nothing until another says the same', async () => {
  startAttestors([1])
  const { quote, order } = await acceptSwap('40000000')
  await expect
    .poll(() => findAttestations(harness.database.storage, [order]))
    .toMatchObject([{ verdict: 'Filled', signature: expect.stringMatching(/^0x/) }])
  await expect.poll(() => readPhase(harness.database, quote)).toBe('releasing')
  expect(await escrowState(order)).toBe('held')
  startAttestors([0])
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
})

test('what an attestor signed before it was shut off is dropped and told of, and another one is asked', async () => {
  startAttestors([0, 1])
  paused.add('release')
  const { quote, order } = await acceptSwap('45000000')
  await expect.poll(() => readSignatures(order)).toHaveLength(2)
  await disable(1)
  const { leg, attestation } = await signedOrder(quote)
  const release = buildReleaseCall(toEvmOrder(leg), {
    escrow: devnetAddresses.originEscrow,
    attestation,
  })
  expect(await refusalOnFirth(release)).toBe('NotAttested')
  paused.clear()

  await expect.poll(() => readTold(quote)).toEqual([addressAt(1)])
  // Reported shortly after the event is stored.
  await expect
    .poll(() => services.errors.map(String).join())
    .toContain(`${addressAt(1)} is no attestor`)
  expect(await escrowState(order)).toBe('held')
  startAttestors([2])

  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await escrowState(order)).toBe('released')
})

test('with too few attestors left their word refunds nothing, and the clock does', async () => {
  startAttestors([0, 2])
  paused.add('refund')
  const before = await balanceOf(asset('Firth', 'USDC'))
  const { quote, order } = await acceptSwap('20000000', 'Delta')
  await emptyInventory('Delta')
  await expect.poll(() => readSignatures(order)).toHaveLength(2)
  await disable(2)
  const { leg, attestation } = await signedOrder(quote)
  const refund = buildRefund(toEvmOrder(leg), { escrow: devnetAddresses.originEscrow, attestation })
  expect(await refusalOnFirth(refund)).toBe('NotAttested')
  paused.clear()

  await expect.poll(() => readTold(quote)).toEqual([addressAt(2)])
  expect(await escrowState(order)).toBe('held')
  await getNode('Firth').client.increaseTime({ seconds: 1_000 })

  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'REFUNDED',
  })
  expect(await balanceOf(asset('Firth', 'USDC'))).toBe(before)
})

/** Actions that the worker is kept from signing: it tries again and again until it is let. */
const paused = new Set<string>()

function addressAt(index: number): string {
  return toAddressKey(getKeyAddress(attestorKeys[index] ?? devnetKeys.attestor))
}

/** Disables an attestor through the owner: at once and permanently. */
async function disable(index: number): Promise<void> {
  const args = [EvmAddress.parse(addressAt(index))] as const
  const data = encodeFunctionData({ abi: signersAbi, functionName: 'disable', args })
  const to = devnetAddresses.signers
  await mine(getNode('Firth'), { from: deployer, calls: [{ to, data, value: 0n }] })
}

async function readSignatures(order: Hash): Promise<readonly string[]> {
  const rows = await findAttestations(harness.database.storage, [order])
  return rows.flatMap(({ signature }) => (signature === null ? [] : [signature]))
}

/** The order of a quote and the concatenated attestations, as the escrow expects them. */
async function signedOrder(quote: Quote) {
  const [leg] = parseExecutionPlan(quote, {
    network: harness.network,
    chains: services.chains,
  }).legs
  if (!leg?.order || !leg.orderHash) throw new Error('The quote deposits nothing.')
  const signatures = await readSignatures(leg.orderHash)
  const attestation = Hex.parse(`0x${signatures.map((one) => one.slice(2)).join('')}`)
  return { leg: leg.order, attestation }
}

function refusalOnFirth(call: TransactionCall): Promise<string> {
  return getRevertName(getNode('Firth'), { from: deployer.address, ...call })
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

function startAttestors(indexes: readonly number[]): void {
  for (const index of indexes) attestors[index]?.start()
}

/** Replaces the attestors through the owner, after the delay. */
async function installAttestors(chain: DevnetChain): Promise<void> {
  const { signers } = devnetAddresses
  const role = 2
  const propose = encodeFunctionData({
    abi: signersAbi,
    functionName: 'propose',
    args: [role, attestorKeys.map((key) => getKeyAddress(key)), 2],
  })
  const accept = encodeFunctionData({ abi: signersAbi, functionName: 'accept', args: [role] })
  await mine(chain, { from: deployer, calls: [{ to: signers, data: propose, value: 0n }] })
  const delay = await chain.client.readContract({
    address: signers,
    abi: signersAbi,
    functionName: 'DELAY',
  })
  await chain.client.increaseTime({ seconds: Number(delay) })
  await mine(chain, { from: deployer, calls: [{ to: signers, data: accept, value: 0n }] })
}

/** Transfers the solver's inventory away. */
async function emptyInventory(chain: string): Promise<void> {
  await transferAll(getNode(chain), {
    assetType: asset(chain, 'USDC'),
    key: devnetKeys.solver,
    to: harness.network.roles.payee,
  })
}

/** Accepts a swap from Firth. */
async function acceptSwap(amount: string, to: 'Delta' | 'Lagoon' = 'Lagoon') {
  const [from, destination] = [asset('Firth', 'USDC'), asset(to, 'USDC')]
  const quote = await requestQuote({ from, amount, to: destination }, services)
  const { legs } = parseExecutionPlan(quote, { network: harness.network, chains: services.chains })
  const order = legs[0]?.orderHash
  if (!order) throw new Error('The quote deposits nothing.')
  await accept(quote, services)
  return { quote, order }
}

async function escrowState(order: Hash) {
  const chain = getSettlement(services.chains, splitAssetType(asset('Firth', 'USDC')).chainId)
  const { number } = await chain.readHead()
  return (await chain.readState({ orders: [order], nonces: [], fills: [] }, number)).orders[0]
}
