import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { placeCoinRejecter, coinRejecter } from '#testing/devnet/coinRejecter.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { isTerminal } from '#protocol/status/status.ts'
import { getAsset, signQuote } from '#testing/harness/composeServices.ts'
import { startService } from './service.ts'
import { insertExecution } from '../storage/executions/executionRows.ts'
import { freePort, startTestService, type TestService } from '#testing/harness/service.ts'

const owner = privateKeyToAccount(`0x${'c5'.repeat(32)}`)
const events = {
  deposit: getTopic(
    'Deposited(bytes32,bytes32,(bytes32,address,address,uint256,uint256,address,address,uint64,uint64,bytes32))',
  ),
  release: getTopic('Released(bytes32,bytes32)'),
  refund: getTopic('Refunded(bytes32,bytes32,bool)'),
  fill: getTopic('Filled(bytes32,address,bytes32,uint256)'),
  cancel: getTopic('FillCancelled(bytes32,address)'),
}
let service: TestService
let account: RoleBasedAccount

beforeAll(async () => {
  service = await startTestService()
  const keys = { sessionAddress: owner.address, adminAddress: owner.address }
  const predicted = await ask('/api/account/predict-address', keys)
  const { predictedAddress } = endpoints.predictAddress.response.parse(predicted)
  account = { ...keys, accountAddress: predictedAddress }
  await service.devnet.faucet.send(predictedAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 90_000_000n },
  ])
})
afterAll(() => service.stop())

function getTopic(signature: string) {
  return keccak256(toHex(signature))
}

function asset(chain: string, symbol: string): AssetType {
  return getAsset(service.devnet.network, { chain, symbol })
}

async function ask(path: string, body?: unknown): Promise<unknown> {
  return (await service.ask(path, body)).json()
}

/** Swaps over two chains and waits for the end. */
async function swap(to: AssetType, recipient?: string): Promise<string> {
  const answer = await ask('/api/v3/quote', {
    from: { accounts: [account], asset: { assetId: asset('Firth', 'USDC') }, amount: '8000000' },
    to: { asset: { assetId: to }, ...(recipient !== undefined && { account: recipient }) },
  })
  const quote = await signQuote(endpoints.quote.response.parse(answer), owner)
  expect(await ask('/api/v3/quote/execute-quote', quote)).toMatchObject({ success: true })
  let status = 'PENDING'
  await expect
    .poll(async () => {
      const path = `/api/v3/status/get-execution-status?quoteId=${quote.id}`
      const record = endpoints.status.response.parse(await ask(path))
      if ('status' in record) status = record.status
      return 'status' in record && isTerminal(record.status)
    })
    .toBe(true)
  return status
}

/** How often each event stands in the logs of all chains, by chain and action. */
async function chainTotals(): Promise<Record<string, number>> {
  const counted = await Promise.all(
    service.devnet.chains.map(async ({ chainId, client }) => {
      const { contracts } = networkChain(chainId)
      const address = [contracts.originEscrow, contracts.destinationSettler]
      const logs = await client.getLogs({ address, fromBlock: 0n })
      return Object.entries(events).map(([action, topic]) => {
        const count = logs.filter(({ topics: [first] }: { topics: string[] }) => first === topic)
        return [`chain="${chainId}",action="${action}"`, count.length] as const
      })
    }),
  )
  return Object.fromEntries(counted.flat().filter(([, count]) => count > 0))
}

function networkChain(chainId: string) {
  const chain = service.devnet.network.chains.find((one) => one.chainId === chainId)
  if (!chain) throw new Error(`${chainId} is not of the network.`)
  return chain
}

test('the metrics count what stands on the chains, a delivery and a refund', async () => {
  expect(await swap(asset('Delta', 'USDC'))).toBe('COMPLETED')
  const native = asset('Delta', 'ETH')
  const { chainId } = splitAssetType(native)
  const node = service.devnet.chains.find((chain) => chain.chainId === chainId)
  if (!node) throw new Error(`${chainId} has no node.`)
  await placeCoinRejecter(node)
  expect(await swap(native, `${chainId}:${coinRejecter}`)).toBe('REFUNDED')
  const lines = (await (await service.ask('/metrics')).text()).split('\n')
  const mined = lines.flatMap((line) => {
    const [, name, count] = /^estuary_steps\{(.+),state="mined"\} (\d+)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, Number(count)] as const]
  })
  expect(Object.fromEntries(mined)).toEqual(await chainTotals())
  expect(lines).toContain('estuary_executions{status="COMPLETED"} 1')
  expect(lines).toContain('estuary_executions{status="REFUNDED"} 1')
  expect(lines).toContain('estuary_executions_overdue 0')
  expect(lines).toContain('estuary_executions_stuck 0')
  for (const level of [
    /^estuary_coins\{.*of="paymaster"\} [\d.]+$/,
    /^estuary_inventory_usd\{.*of="USDC"/,
  ])
    expect(lines.filter((line) => level.test(line))).toHaveLength(service.devnet.chains.length)
  expect(lines.filter((line) => /^estuary_feed_age_seconds\{.*\} \d+$/.test(line))).not.toEqual([])
  const gas = lines.filter((line) => /^estuary_gas_wei\{.*\} [1-9]\d*/.test(line))
  expect(gas.length).toBe(new Set(mined.map(([name]) => name)).size)
})

test('the metrics count an execution that fails again and again', async () => {
  const quoteId = `0x${'5c'.repeat(32)}`
  await insertExecution(service.storage, {
    quoteId,
    phase: 'depositing',
    type: 'SWAP',
    recipient: `${networkChain(service.devnet.chains[0]?.chainId ?? '').chainId}/${owner.address}`,
    quote: {},
    fromBlocks: {},
    signers: [account.accountAddress],
  })
  await service.storage.query(
    `update executions set attempts = 8, next_run_at = now() + interval '1 hour' where quote_id = $1`,
    [quoteId],
  )
  await expect
    .poll(async () => (await service.ask('/metrics')).text())
    .toContain('\nestuary_executions_stuck 1\n')
})

test.each([
  ['api', ['estuary_http_request_seconds_bucket']],
  ['worker', ['estuary_loop_age_seconds{loop="worker"}']],
  ['attestor', ['estuary_loop_age_seconds{loop="attestor"}']],
])('a process of the role %s has metrics and health on a port of its own', async (role, own) => {
  const port = await freePort('127.0.0.1')
  const config = service.getConfig({ ROLES: role, METRICS_PORT: '0', PORT: String(port) })
  const one = await startService(config)
  try {
    if (one.url !== undefined) await fetch(`${one.url}/healthz`)
    const [metrics, health, ready] = await Promise.all(
      ['/metrics', '/healthz', '/readyz'].map((path) => fetch(`${one.monitoringUrl}${path}`)),
    )
    expect([metrics?.status, health?.status, ready?.status]).toEqual([200, 200, 200])
    const text = (await metrics?.text()) ?? ''
    for (const name of [
      ...own,
      'estuary_ready 1',
      'estuary_alarms_total',
      'process_resident_memory_bytes',
    ])
      expect(text).toContain(name)
    expect(text).toContain('estuary_executions{status="COMPLETED"} 1')
  } finally {
    await one.stop()
  }
})
