import { encodeFunctionData, erc20Abi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { getKeyAddress } from '#chains/evm/settlement/getKeyAddress.ts'
import { signEvmAttestation } from '#chains/evm/settlement/signEvmAttestation.ts'
import { buildRefund } from '#chains/evm/orders/buildRefund.ts'
import { buildReleaseCall } from '#chains/evm/orders/settlement.ts'
import type { TransactionCall } from '#chains/evm/rpc/transaction.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { getDevnetChain, mine, getRevertName } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { toEvmOrder } from '#protocol/orders/anyOrder.ts'
import { toAddressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { findAttestations } from '../../storage/executions/attestationRows.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { type Attestor, createAttestor } from './attestor.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'

const owner = privateKeyToAccount(`0x${'b8'.repeat(32)}`)
const deployer = privateKeyToAccount(devnetKeys.deployer)
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
/** Two of these must say the same. */
const attestorKeys = [1, 2, 3].map(() => Hash.parse(generatePrivateKey()))

let devnet: TestDevnet
let database: TestDatabase
let account: RoleBasedAccount
let services: TestServices
let attestors: readonly Attestor[]

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  account = getAccount(owner.address, createServices().service.quotes)
  await devnet.faucet.send(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
  ])
  await installAttestors(getDevnetChain(devnet, 'Firth'))
})

afterAll(async () => {
  await database.stop()
  await devnet.stop()
})

beforeEach(async () => {
  services = createServices()
  attestors = attestorKeys.map((key) =>
    createAttestor({
      storage: database.storage,
      network: devnet.network,
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
  const { quote, order } = await execute('50000000')
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await findAttestations(database.storage, [order])).toHaveLength(2)
})

test('one attestor alone releases nothing until another says the same', async () => {
  startAttestors([1])
  const { quote, order } = await execute('40000000')
  await expect
    .poll(() => findAttestations(database.storage, [order]))
    .toMatchObject([{ verdict: 'Filled', signature: expect.stringMatching(/^0x/) }])
  await expect.poll(() => readPhase(quote)).toBe('releasing')
  expect(await escrowState(order)).toBe('held')
  startAttestors([0])
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
})

test('what an attestor signed before it was shut off is dropped and told of, and another one is asked', async () => {
  startAttestors([0, 1])
  paused.add('release')
  const { quote, order } = await execute('45000000')
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
  // It is told a moment after it is written down.
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

test('without enough attestors a deposit that was not delivered comes back by the clock', async () => {
  startAttestors([0])
  const before = await held()
  const { quote, order } = await execute('30000000')
  // Before the deposit is in a block.
  await emptyInventory(getDevnetChain(devnet, 'Lagoon'))
  await expect.poll(() => escrowState(order)).toBe('held')
  await expect.poll(() => readPhase(quote)).toBe('refunding')
  expect(await escrowState(order)).toBe('held')
  await getDevnetChain(devnet, 'Firth').client.increaseTime({ seconds: 1_000 })
  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'REFUNDED',
  })
  expect(await held()).toBe(before)
})

test('with too few attestors left their word refunds nothing, and the clock does', async () => {
  startAttestors([0, 2])
  paused.add('refund')
  const before = await held()
  const { quote, order } = await execute('20000000', 'Delta')
  await emptyInventory(getDevnetChain(devnet, 'Delta'))
  await expect.poll(() => readSignatures(order)).toHaveLength(2)
  await disable(2)
  const { leg, attestation } = await signedOrder(quote)
  const refund = buildRefund(toEvmOrder(leg), { escrow: devnetAddresses.originEscrow, attestation })
  expect(await refusalOnFirth(refund)).toBe('NotAttested')
  paused.clear()

  await expect.poll(() => readTold(quote)).toEqual([addressAt(2)])
  expect(await escrowState(order)).toBe('held')
  await getDevnetChain(devnet, 'Firth').client.increaseTime({ seconds: 1_000 })

  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'REFUNDED',
  })
  expect(await held()).toBe(before)
})

/** Actions that the worker is kept from signing: it tries again and again until it is let. */
const paused = new Set<string>()

function createServices(): TestServices {
  return composeServices(devnet.network, {
    storage: database.storage,
    keys,
    onFailpoint(failpoint, about) {
      if (failpoint === 'before sign' && paused.has(about)) throw new Error(`${about} is held.`)
    },
  })
}

function addressAt(index: number): string {
  return toAddressKey(getKeyAddress(attestorKeys[index] ?? devnetKeys.attestor))
}

/** Has the owner shut an attestor off: at once, and for good. */
async function disable(index: number): Promise<void> {
  const args = [EvmAddress.parse(addressAt(index))] as const
  const data = encodeFunctionData({ abi: signersAbi, functionName: 'disable', args })
  const to = devnetAddresses.signers
  await mine(getDevnetChain(devnet, 'Firth'), { from: deployer, calls: [{ to, data, value: 0n }] })
}

async function readSignatures(order: Hash): Promise<readonly string[]> {
  const rows = await findAttestations(database.storage, [order])
  return rows.flatMap(({ signature }) => (signature === null ? [] : [signature]))
}

/** The order of a quote and all that attestors signed about it, as the escrow takes it. */
async function signedOrder(quote: Quote) {
  const [leg] = parseExecutionPlan(quote, { network: devnet.network, chains: services.chains }).legs
  if (!leg?.order || !leg.orderHash) throw new Error('The quote deposits nothing.')
  const signatures = await readSignatures(leg.orderHash)
  const attestation = Hex.parse(`0x${signatures.map((one) => one.slice(2)).join('')}`)
  return { leg: leg.order, attestation }
}

function refusalOnFirth(call: TransactionCall): Promise<string> {
  return getRevertName(getDevnetChain(devnet, 'Firth'), { from: deployer.address, ...call })
}

/** Attestors of which the worker said that their word is dropped. */
async function readTold({ id }: Quote): Promise<readonly string[]> {
  const rows = await database.storage.query<{ attestor: string }>(
    `select detail->>'attestor' as attestor from events
     where quote_id = $1 and kind = 'attestation dropped'`,
    [id],
  )
  return rows.map(({ attestor }) => attestor)
}

function startAttestors(indexes: readonly number[]): void {
  for (const index of indexes) attestors[index]?.start()
}

/** Has the owner replace the attestors, delay and all. */
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

/** Takes what the solver would deliver. */
async function emptyInventory(chain: DevnetChain): Promise<void> {
  const { usdc } = devnetAddresses
  const solver = privateKeyToAccount(devnetKeys.solver)
  const token = { address: usdc, abi: erc20Abi } as const
  const units = await chain.client.readContract({
    ...token,
    functionName: 'balanceOf',
    args: [solver.address],
  })
  const args = [devnet.network.roles.payee, units] as const
  const data = encodeFunctionData({ ...token, functionName: 'transfer', args })
  await mine(chain, { from: solver, calls: [{ to: usdc, data, value: 0n }] })
}

/** Has a swap from Firth accepted. */
async function execute(amount: string, to: 'Delta' | 'Lagoon' = 'Lagoon') {
  const { quotes, balances } = services.service
  balances.forget(account.accountAddress)
  const from = { accounts: [account], asset: { assetId: asset('Firth', 'USDC') }, amount }
  const asked = { from, to: { asset: { assetId: asset(to, 'USDC') } } }
  const quote = await signQuote(await quotes.quoteV3(asked), owner)
  const { legs } = parseExecutionPlan(quote, { network: devnet.network, chains: services.chains })
  const order = legs[0]?.orderHash
  if (!order) throw new Error('The quote deposits nothing.')
  await services.executions.accept(quote, { receivedBody: quote })
  return { quote, order }
}

async function escrowState(order: Hash) {
  const chain = getSettlement(services.chains, splitAssetType(asset('Firth', 'USDC')).chainId)
  const { number } = await chain.readHead()
  return (await chain.readState({ orders: [order], nonces: [], fills: [] }, number)).orders[0]
}

async function readPhase({ id }: Quote): Promise<string | undefined> {
  const sql = 'select phase from executions where quote_id = $1'
  return (await database.storage.query<{ phase: string }>(sql, [id]))[0]?.phase
}

async function held(): Promise<bigint> {
  const assetType = asset('Firth', 'USDC')
  const chain = getSettlement(services.chains, splitAssetType(assetType).chainId)
  return (await chain.readBalance(account.accountAddress, assetType)).units
}

function asset(chain: string, symbol: string): AssetType {
  return getAsset(devnet.network, { chain, symbol })
}
