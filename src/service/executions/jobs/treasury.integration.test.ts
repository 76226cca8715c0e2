import { encodeFunctionData, erc20Abi, maxUint256, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { signEvmAttestation } from '#chains/evm/settlement/evmKeys.ts'
import { buildReleaseCall } from '#chains/evm/orders/settlement.ts'
import type { TransactionCall } from '#chains/evm/rpc/transaction.ts'
import type { Action, BroadcastResult, SettlementChain } from '#chains/ports/settlementChain.ts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { mine, getRevertName } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { toEvmOrder } from '#protocol/orders/anyOrder.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { indexAssets } from '../../assetIndex.ts'
import { toUsd } from '../../prices/usd.ts'
import { type SettlementChains, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { reconcileNonces } from '../transactions/reconcileNonces.ts'
import { type CrashHarness, startCrashHarness } from '#testing/crash/crashHarness.ts'
import { holdBack } from '#testing/crash/crashFeeder.ts'
import { waitUntilTerminal, testKeys } from '#testing/harness/composeServices.ts'
import { pinBaseFee } from '#testing/harness/fees.ts'
import { createTreasury, type Treasury } from './treasury.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { readPhase } from '#testing/harness/rows.ts'

const harness = setUpHarness({
  funds: [['Firth', 'USDC', 5_000_000_000_000n]],
  services: { alterChain: refuseFills },
  // Shorter than the time of the blocks mined at once below.
  devnet: { keptMs: 5_000 },
})
const { accept, asset, createServices, getNode, requestQuote } = harness
const solver = privateKeyToAccount(devnetKeys.solver)

const million = 10n ** 14n
const names = ['Firth', 'Delta', 'Lagoon'] as const

let crashHarness: CrashHarness
const running: Treasury[] = []
/** Number of fills to refuse from now on, as if there were no allowance. */
const refusals = { left: 0 }

beforeAll(async () => {
  crashHarness = await startCrashHarness()
  // Before the service reads the key's nonce.
  await mine(getNode('Lagoon'), {
    from: solver,
    calls: [approval('usdc', 0n), approval('weth', maxUint256)],
  })
  await harness.services.start()
})

afterEach(async () => {
  for (const treasury of running.splice(0)) await treasury.stop()
})
afterAll(() => crashHarness.stop())

test('a sweep that was signed by a worker that was killed is sent by the next one, and only once', async () => {
  const before = await held('Delta', harness.network.roles.payee)
  const { chainId } = splitAssetType(asset('Delta', 'USDC'))
  const signal = await crashHarness.run({
    network: harness.network,
    databaseUrl: harness.database.databaseUrl,
    keys: testKeys,
    duty: { chainId, capUsd: (60n * million).toString(), at: 'sending' },
  })
  expect(signal).toBe('SIGKILL')
  expect(await moves()).toMatchObject([{ kind: 'sweep', active: true }])
  expect(await held('Delta', harness.network.roles.payee)).toEqual(before)
  const [signed] = await moves()
  // The node has no state left from the time of signing.
  await getNode('Delta').client.mine({ blocks: 40 })

  startTreasury({ capUsd: 60n * million, chains: only('Delta') })

  await expect.poll(() => worth('Delta', solver.address)).toBeLessThan(60n * million)
  await expect.poll(moves).toMatchObject([{ active: false }])
  const [done] = await moves()
  expect(done).toMatchObject({ hash: signed?.hash, kind: 'sweep' })
  const after = await held('Delta', harness.network.roles.payee)
  expect(getGain(before, after)).toEqual({ [done?.asset ?? '']: done?.amount })
})

test('what is promised to executions stays where it is delivered from', async () => {
  const quote = await quoteFromFirth('3000000000000', asset('Delta', 'USDT'))
  const promised = BigInt(quote.destinationToken.amount)
  const storage = holdBack(harness.database.storage, [quote.id])
  const patient = createServices({ storage })
  await accept(quote, patient)

  startTreasury({ capUsd: million, chains: only('Delta') })
  await expect.poll(() => worth('Delta', solver.address)).toBeLessThan(4n * million)
  const kept = (await held('Delta', solver.address))[asset('Delta', 'USDT').toLowerCase()]

  expect(kept).toBe(promised)
  await harness.database.storage.query('update executions set next_run_at = now()')
  expect(await waitUntilTerminal(harness.services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
})

test('the settler may take what is held and never more than the cap, and a delivery waits for that', async () => {
  const usdc = asset('Lagoon', 'USDC')
  const quote = await quoteFromFirth('70000000', usdc)
  await accept(quote)
  await expect.poll(() => readPhase(harness.database, quote)).toBe('filling')
  const { number } = await getSettlement(
    harness.services.chains,
    splitAssetType(usdc).chainId,
  ).readHead()
  await expect
    .poll(async () => (await getNode('Lagoon').client.getBlock()).number)
    .toBeGreaterThan(number + 3n)
  expect(await readPhase(harness.database, quote)).toBe('filling')

  startTreasury({ capUsd: 100n * million, chains: only('Lagoon') })

  expect(await waitUntilTerminal(harness.services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  await expect.poll(() => allowedUsd('Lagoon')).toBeLessThan(100n * million)
  const inventory = await inventoryOn('Lagoon')
  for (const { assetType, units, allowance } of inventory.holdings)
    expect(allowance ?? units, assetType).toBe(units)
})

test('a delivery that was refused just before its allowance came is made all the same', async () => {
  const quote = await quoteFromFirth('70000000', asset('Lagoon', 'USDT'))
  refusals.left = 1
  await accept(quote)
  expect(await waitUntilTerminal(harness.services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(refusals.left).toBe(0)
})

test('a sweep that nodes go on refusing gives its nonce up, counts for nothing and is made anew', async () => {
  const before = await held('Lagoon', harness.network.roles.payee)
  const capUsd = 50n * million
  const isRefused = { now: true }
  const [chain] = [...only('Lagoon').values()].map((lagoon) => ({
    ...lagoon,
    blockMs: 100,
    // All but what does nothing.
    broadcast: async (raw: Hex): Promise<BroadcastResult> => {
      const { data, value } = parseTransaction(raw)
      return isRefused.now && (data || value) ? 'refused' : lagoon.broadcast(raw)
    },
  }))
  if (!chain) throw new Error('There is no Lagoon.')
  const known = (await moves()).length
  startTreasury({ capUsd, chains: new Map([[chain.chainId, chain]]) })
  await expect.poll(moves).toHaveLength(known + 1)

  const memory = { broadcastErrors: new Map() }
  await expect
    .poll(async () => {
      await reconcileNonces(harness.database.storage, { chain, memory })
      return (await moves())[known]
    })
    .toMatchObject({ active: false, spentBlock: null })
  expect(await held('Lagoon', harness.network.roles.payee)).toEqual(before)

  isRefused.now = false
  await expect.poll(() => worth('Lagoon', solver.address)).toBeLessThan(capUsd)
})

test('a sweep whose gas would take a hundredth of it waits for cheaper blocks', async () => {
  const capUsd = 50n * million
  const known = await moves()
  const endDear = await pinBaseFee([getNode('Firth')], 10n ** 19n)
  const prepared: string[] = []
  const patient = [...only('Firth')].map(([chainId, firth]) => {
    async function prepare(action: Action) {
      prepared.push(action.kind)
      return firth.prepare(action)
    }
    return [chainId, { ...firth, prepare }] as const
  })
  startTreasury({ capUsd, chains: new Map(patient) })
  await expect.poll(() => prepared.length).toBeGreaterThan(2)
  expect(await moves()).toEqual(known)
  await endDear()
  await expect.poll(() => worth('Firth', solver.address)).toBeLessThan(capUsd)
  expect((await moves()).length).toBeGreaterThan(known.length)
})

test('an attacker with the solver key alone takes no more than the cap of each chain', async () => {
  const capUsd = million
  startTreasury({ capUsd })
  for (const name of names)
    await expect.poll(() => worth(name, solver.address)).toBeLessThan(capUsd)
  // A filled deposit that is not released: the best target for an attacker.
  await harness.services.attestor.stop()
  const quote = await quoteFromFirth('80000000', asset('Lagoon', 'USDC'))
  await accept(quote)
  await expect.poll(() => readPhase(harness.database, quote)).toBe('releasing')
  const { legs, destination } = parseExecutionPlan(quote, {
    network: harness.network,
    chains: harness.services.chains,
  })
  const [leg] = legs
  if (!leg?.order || !leg.orderHash || !destination) throw new Error('Nothing is deposited.')

  const attacker = privateKeyToAccount(`0x${'7e'.repeat(32)}`).address
  const forged = await signEvmAttestation('Filled', {
    key: devnetKeys.solver,
    chainNumber: getNode('Firth').number,
    escrow: devnetAddresses.originEscrow,
    orderHash: leg.orderHash,
    fillHash: destination.fillHash,
  })
  const release = buildReleaseCall(toEvmOrder(leg.order), {
    escrow: devnetAddresses.originEscrow,
    attestation: forged,
  })
  expect(await getRevertName(getNode('Firth'), { from: solver.address, ...release })).not.toBe(
    'taken',
  )
  for (const name of names) {
    await stealAll(getNode(name), attacker)
    const taken = await worth(name, attacker)
    expect(taken, name).toBeGreaterThan(capUsd / 2n)
    expect(taken, name).toBeLessThanOrEqual(capUsd)
  }
})

/** Sends everything that the solver's key can send. */
async function stealAll(chain: DevnetChain, attacker: EvmAddress): Promise<void> {
  const { holdings } = await inventoryOn(chain.name)
  const calls = holdings.flatMap(({ assetType, units, allowance }): TransactionCall[] => {
    if (allowance === undefined) return []
    const args = [attacker, units] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    return [{ to: EvmAddress.parse(splitAssetType(assetType).reference), data, value: 0n }]
  })
  await mine(chain, { from: solver, calls })
  const coins = await chain.client.getBalance({ address: solver.address })
  const value = coins - 2n * 10n ** 17n
  await mine(chain, { from: solver, calls: [{ to: attacker, data: '0x', value }] })
}

function refuseFills(chain: SettlementChain): SettlementChain {
  return {
    ...chain,
    async prepare(action) {
      if (action.kind !== 'fill' || refusals.left === 0) return chain.prepare(action)
      refusals.left -= 1
      return { refused: 'SOLVER_CAPACITY_EXCEEDED', revertData: '0xfb8f41b2' }
    },
  }
}

function startTreasury(options: { capUsd: bigint; chains?: SettlementChains }): Treasury {
  const treasury = createTreasury({
    storage: harness.database.storage,
    network: harness.network,
    chains: harness.services.chains,
    prices: harness.services.service.prices,
    onError: () => undefined,
    everyMs: 200,
    ...options,
  })
  treasury.start()
  running.push(treasury)
  return treasury
}

function only(name: string): SettlementChains {
  const { chainId } = splitAssetType(asset(name, 'USDC'))
  return new Map([[chainId, getSettlement(harness.services.chains, chainId)]])
}

async function moves() {
  return harness.database.storage.query<{
    hash: string
    kind: string
    asset: string
    amount: bigint
  }>(
    `select hash, kind, asset, amount, active, spent_block as "spentBlock"
     from inventory_moves order by created_at`,
  )
}

async function inventoryOn(name: string, holder?: EvmAddress) {
  const { chainId } = splitAssetType(asset(name, 'USDC'))
  const chain = getSettlement(harness.services.chains, chainId)
  const assets = indexAssets(harness.network).findOnChain(chainId)
  if (!holder) return chain.readInventory(assets.map(({ assetType }) => assetType))
  const holdings = await Promise.all(
    assets.map(async ({ assetType }) => {
      const { units } = await chain.readBalance(holder, assetType)
      return { assetType, units, allowance: undefined }
    }),
  )
  return { block: 0n, holdings }
}

/** A holder's balances on a chain by asset, from the node. */
async function held(name: string, holder: EvmAddress): Promise<Record<string, bigint>> {
  const { holdings } = await inventoryOn(name, holder)
  return Object.fromEntries(
    holdings.map(({ assetType, units }) => [assetType.toLowerCase(), units]),
  )
}

async function worth(name: string, holder: EvmAddress): Promise<bigint> {
  return valueOf((await inventoryOn(name, holder)).holdings, ({ units }) => units)
}

async function allowedUsd(name: string): Promise<bigint> {
  return valueOf((await inventoryOn(name)).holdings, ({ allowance }) => allowance ?? 0n)
}

async function valueOf<Holding extends { assetType: AssetType }>(
  holdings: readonly Holding[],
  unitsOf: (holding: Holding) => bigint,
): Promise<bigint> {
  const book = await harness.services.service.prices.read(
    harness.network.chains.map(({ chainId }) => chainId),
  )
  const assets = indexAssets(harness.network)
  return holdings.reduce((sum, holding) => {
    const found = assets.find(holding.assetType)
    const priceUsd = found && book.priceUsd(found)
    if (!found || priceUsd === undefined) throw new Error(`${holding.assetType} has no price.`)
    return sum + toUsd(unitsOf(holding), { decimals: found.decimals, priceUsd })
  }, 0n)
}

async function quoteFromFirth(amount: string, to: AssetType): Promise<Quote> {
  harness.services.service.balances.forget(solver.address)
  return requestQuote({ from: asset('Firth', 'USDC'), amount, to })
}

function getGain(before: Record<string, bigint>, after: Record<string, bigint>) {
  const all = Object.entries(after).map(
    ([key, units]) => [key, units - (before[key] ?? 0n)] as const,
  )
  return Object.fromEntries(all.filter(([, gain]) => gain !== 0n))
}

function approval(token: 'usdc' | 'weth', amount: bigint): TransactionCall {
  const args = [devnetAddresses.destinationSettler, amount] as const
  const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'approve', args })
  return { to: devnetAddresses[token], data, value: 0n }
}
