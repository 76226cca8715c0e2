import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { PredictAddressAnswer } from '#protocol/accounts/account.ts'
import { ErrorBody } from '#protocol/status/errors.ts'
import { startTestService, type TestService } from '#testing/harness/service.ts'

const key = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const target = '0x00000000000000000000000000000000000a11ce'
const preparing = '/api/v3/quote/prepare-call-quote'

/** Code that never ends: it logs, or it does nothing, as long as there is gas. */
const logsWithoutEnd = '0x5b5f5fa05f56'
const runsWithoutEnd = '0x5b5f56'
/** Code that logs as often as the gas of a call allows, and ends well. */
const logsMuch = `0x${'5f5fa0'.repeat(7_000)}00`

let service: TestService
let account: { sessionAddress: string; adminAddress: string; accountAddress: string }

beforeAll(async () => {
  service = await startTestService()
  const keys = { sessionAddress: key, adminAddress: key }
  const answer = await service.ask('/api/account/predict-address', keys)
  const { predictedAddress } = PredictAddressAnswer.parse(await answer.json())
  account = { ...keys, accountAddress: predictedAddress }
  const { network, faucet } = service.devnet
  const assets = network.aggregates
    .flatMap(({ members }) => members)
    .filter(({ symbol }) => symbol === 'USDC' || symbol === 'ETH')
  await faucet.send(
    predictedAddress,
    assets.map(({ assetType, decimals }) => ({
      assetType,
      amount: 100n * 10n ** BigInt(decimals),
    })),
  )
})
afterAll(async () => {
  await service.stop()
})

const attacks = {
  '120 KB of zeros': { calls: [{ to: target, data: `0x${'00'.repeat(120_000)}` }] },
  'code that logs without end': pretending(logsWithoutEnd),
  'code that runs without end': pretending(runsWithoutEnd),
  'code that logs thousands of times and ends well': pretending(logsMuch),
}

describe("others' quotes take no longer beside", () => {
  test.each(Object.entries(attacks))('%s than beside honest calls', async (_, hostile) => {
    const ratios: number[] = []
    // 29 times before calls had bounds, gas and lanes of their own. Others who use the machine slow
    // one measurement down, hardly three.
    while (ratios.length < 3 && !ratios.some((ratio) => ratio < 12)) {
      const honest = await quotesBeside({ calls: [{ to: target, data: '0x12345678' }] })
      ratios.push((await quotesBeside(hostile)) / honest)
    }
    expect(Math.min(...ratios)).toBeLessThan(12)
  })
})

test('calls that take more gas than an operation may are refused, and told so', async () => {
  for (const hostile of [pretending(logsWithoutEnd), pretending(runsWithoutEnd)]) {
    const response = await prepare(hostile)
    expect(response.status).toBe(422)
    const { code, message } = ErrorBody.parse(await response.json())
    expect(code).toBe('SIMULATION_FAILED')
    expect(message).toMatch(/gas/)
  }
})

function pretending(code: string) {
  return { calls: [{ to: target, data: '0x' }], overrides: [{ address: target, code }] }
}

function prepare(fields: object): Promise<Response> {
  const [chain] = service.devnet.network.chains
  return service.ask(preparing, {
    accounts: [account],
    targetChain: chain?.chainId,
    tokensRequired: [],
    ...fields,
  })
}

/** The median time of quotes while one visitor prepares calls, three at a time. Milliseconds. */
async function quotesBeside(fields: object): Promise<number> {
  const state = { isOver: false }
  async function visit(): Promise<void> {
    while (!state.isOver) {
      await (await prepare(fields)).arrayBuffer()
      // All of them have one key, which allows 60 a second.
      await wait(100)
    }
  }
  const visits = [visit(), visit(), visit()]
  try {
    const times: number[] = []
    for (let quotes = 0; quotes < 9; quotes += 1) times.push(await timeOfQuote())
    return times.toSorted((a, b) => a - b)[4] ?? 0
  } finally {
    state.isOver = true
    await Promise.all(visits)
  }
}

async function timeOfQuote(): Promise<number> {
  const startedAt = performance.now()
  const response = await service.ask('/api/v3/quote', {
    from: { accounts: [account], asset: { assetId: 'agg:usdc' }, amount: '100000000' },
    to: { asset: { assetId: 'agg:eth' } },
  })
  await response.arrayBuffer()
  expect(response.status).toBe(200)
  return performance.now() - startedAt
}
