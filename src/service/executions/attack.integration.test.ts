import { privateKeyToAccount } from 'viem/accounts'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { devnetAddresses } from '#networks/devnetAddresses.ts'
import { addressKey } from '#protocol/account.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import { sponsorHeld, sponsorLosses } from '../storage/sponsorBudgets.ts'
import { composeDesk, untilTerminal } from './testDesk.ts'
import { holdBaseFee } from './testFees.ts'
import { signByOwners } from './testKinds.ts'
import { type FailureScene, startFailureScene } from './testFailures.ts'

const coin = 10n ** 18n
let scene: FailureScene
let eth: AssetType
beforeAll(async () => {
  scene = await startFailureScene()
  eth = scene.asset('Delta', 'ETH')
})
afterAll(() => scene.stop())

async function readPurse(on: AssetType): Promise<bigint> {
  const { client } = scene.nodeOf(on)
  const { executor, solver, feeReceiver } = scene.network.roles
  const deposit = await client.readContract({
    address: devnetAddresses.entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [devnetAddresses.paymaster],
  })
  const all = await Promise.all(
    [executor, solver, feeReceiver].map((address: EvmAddress) => client.getBalance({ address })),
  )
  return all.reduce((sum, one) => sum + one, deposit)
}

test('A: two processes, one quote, ten times each', async () => {
  const usdc = scene.asset('Lagoon', 'USDC')
  const from = scene.asset('Firth', 'USDC')
  const owner = await scene.owner('roleBased', [[from, 100_000_000n]])
  const other = composeDesk(scene.network, {
    storage: scene.database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
  await other.start()
  const quotes: Quote[] = []
  for (let n = 0; n < 5; n++) quotes.push(await scene.swap(owner, { from, amount: '9000001', to: usdc }))
  const answers = await Promise.all(
    quotes.flatMap((quote) =>
      Array.from({ length: 10 }, (_, n) => (n % 2 ? other : scene.desk()).executions
        .accept(quote, { receivedBody: quote }).then(() => 'ok', (e: Error) => e.message)),
    ),
  )
  console.log('A answers', [...new Set(answers)])
  for (const quote of quotes) {
    const record = await untilTerminal(scene.desk(), { quoteId: quote.id })
    expect(record.status).toBe('COMPLETED')
  }
  const held = await Promise.resolve(undefined)
  console.log('A held', held)
  await other.stop()
  const rows = await scene.database.storage.query(`select action, count(*)::int as n from steps where quote_id = any($1) group by 1`, [quotes.map(q => q.id)])
  console.log('A steps', rows, scene.desk().errors.length, other.errors.slice(0, 3))
})

test('F: one account named twice', async () => {
  const from = scene.asset('Firth', 'USDC')
  const usdc = scene.asset('Lagoon', 'USDC')
  const owner = await scene.owner('roleBased', [[from, 10_000_000n]])
  const a = owner.account
  const lower = { ...a, accountAddress: a.accountAddress.toLowerCase() as EvmAddress }
  for (const accounts of [[a, a], [a, lower], [lower, a]]) {
    const quote = await scene.desk().service.quotes.quoteV3({
      from: { accounts, asset: { assetId: from }, amount: '15000000' },
      to: { asset: { assetId: usdc } },
    }).then((q) => `QUOTE ${q.originChainsOperations.length}`, (e: Error) => e.message)
    console.log('F', quote)
  }
})

test('D: dust over ten legs', async () => {
  const usdcs = ['Firth', 'Delta', 'Lagoon'].map((c) => scene.asset(c, 'USDC'))
  const owners = []
  for (let n = 0; n < 8; n++) owners.push(await scene.owner('roleBased', usdcs.slice(0, 2).map((u) => [u, 60_000n] as const)))
  const to = scene.asset('Lagoon', 'USDT')
  const quote = await scene.desk().service.quotes.quoteV3({
    from: { accounts: owners.map(o => o.account), asset: { assetId: 'agg:usdc' }, amount: '900000' },
    to: { asset: { assetId: to } },
  }).catch((e: Error) => e)
  if (quote instanceof Error) return console.log('D refused', quote.message)
  console.log('D', quote.originChainsOperations.length, quote.fees, quote.destinationToken)
  const before = await Promise.all(usdcs.map(readPurse))
  const signed = await signByOwners(quote, { owners, network: scene.network })
  await scene.desk().executions.accept(signed, { receivedBody: signed })
  const record = await untilTerminal(scene.desk(), { quoteId: quote.id })
  const after = await Promise.all(usdcs.map(readPurse))
  console.log('D', record.status, 'gas borne usd', before.map((b, i) => Number(b - (after[i] ?? 0n)) / 1e18 * 3000), 'fees', quote.fees?.cumulativeUSD)
  console.log('D lost', await sponsorLosses(scene.database.storage, { account: addressKey(owners[0]!.account.accountAddress) }))
})

for (const gwei of [100n, 5_000n])
test(`I: base fee of the destination at ${gwei} gwei after accept`, async () => {
  const from = scene.asset('Firth', 'USDC')
  const to = scene.asset('Lagoon', 'USDC')
  const owner = await scene.owner('roleBased', [[from, 10_000_000n]])
  const quote = await scene.swap(owner, { from, amount: '5000000', to })
  const before = await readPurse(to)
  const beforeOrigin = await readPurse(from)
  let end: (() => Promise<void>) | undefined
  const { record, lost } = await scene.end({
    owner, quote, at: 'fill',
    strike: async () => { end = await holdBaseFee([scene.nodeOf(to)], gwei * 10n ** 9n) },
  }).finally(() => end?.())
  const after = await readPurse(to)
  const account = addressKey(owner.account.accountAddress)
  console.log('I', gwei, record.status, record.failReason, 'lost', lost, 'borne usd', Number(before - after) / 1e18 * 3000, Number(beforeOrigin - await readPurse(from)) / 1e18 * 3000, 'fee', quote.fees?.cumulativeUSD,
    await sponsorLosses(scene.database.storage, { account }))
})

test('B: refunds that are refused', async () => {
  const to = scene.asset('Lagoon', 'ETH')
  const recipient = '0x00000000000000000000000000000000000bad11'
  const owner = await scene.owner('eip7702', [[eth, 100n * coin]])
  const address = owner.account.accountAddress
  const quotes: Quote[] = []
  const refused: string[] = []
  const desk = scene.desk()
  await scene.nodeOf(to).client.setCode({ address: recipient, bytecode: '0x' })
  for (let n = 0; n < 60; n++) {
    const quote = await scene.swap(owner, { from: eth, amount: (coin / 1_000n).toString(), to, recipient })
    await desk.executions.accept(quote, { receivedBody: quote }).then(() => quotes.push(quote), (e: Error) => refused.push(e.message))
    if (n === 5) await scene.nodeOf(to).client.setCode({ address: recipient, bytecode: '0xfe' })
  }
  console.log('B accepted', quotes.length, refused.slice(0, 2))
  console.log('B held', await sponsorHeld(scene.database.storage, { account: addressKey(address) }))
  await scene.nodeOf(eth).client.setCode({ address, bytecode: '0xfe' })
  await new Promise((resolve) => setTimeout(resolve, 15_000))
  const rows = await scene.database.storage.query(`select phase, status, count(*)::int as n, max(attempts)::int as attempts from executions where quote_id = any($1) group by 1, 2`, [quotes.map(q => q.id)])
  console.log('B', rows)
  const s0 = await scene.database.storage.query<{ n: number }>(`select count(*)::int as n from steps where quote_id = any($1)`, [quotes.map(q => q.id)])
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  const s1 = await scene.database.storage.query<{ n: number }>(`select count(*)::int as n from steps where quote_id = any($1)`, [quotes.map(q => q.id)])
  console.log('B steps in 20 s', s0, s1)
  const from = scene.asset('Firth', 'USDC')
  const bystander = await scene.owner('roleBased', [[from, 10_000_000n]])
  const t = performance.now()
  const quote = await scene.swap(bystander, { from, amount: '5000000', to: scene.asset('Lagoon', 'USDC') })
  await desk.executions.accept(quote, { receivedBody: quote })
  const record = await untilTerminal(desk, { quoteId: quote.id })
  console.log('B bystander', record.status, performance.now() - t)
  console.log('B losses', await sponsorLosses(scene.database.storage, { account: addressKey(address) }), desk.errors.slice(-3).map(String))
}, 300_000)
