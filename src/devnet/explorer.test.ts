import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { html } from './explorer/html.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'

let devnet: TestDevnet
let hash: string
let blockNumber: bigint
const receiver = '0x00000000000000000000000000000000000A11cE'

beforeAll(async () => {
  devnet = await startTestDevnet()
  const [usdc] = devnet.network.aggregates[0]?.members ?? []
  if (!usdc) throw new Error('There is no USDC.')
  const [funding] = await devnet.faucet.send(receiver, [
    { assetType: usdc.assetType, amount: 1_500_000n },
  ])
  hash = funding?.hash ?? ''
  blockNumber = (await devnet.chains[0]?.client.getBlockNumber()) ?? 0n
})
afterAll(() => devnet.stop())

test('a transaction is shown with its status, its parties and what moved', async () => {
  const { status, body, contentType } = await open('/explorer/:chain/tx/:id', hash)
  expect([status, contentType]).toEqual([200, 'text/html; charset=utf-8'])
  for (const text of [hash, 'succeeded', devnetAddresses.usdc, receiver, '1500000', '(usdc)'])
    expect(body).toContain(text)
})

test('an address is shown with what it holds', async () => {
  const { status, body } = await open('/explorer/:chain/address/:id', receiver)
  expect(status).toBe(200)
  expect(body).toMatch(/USDC<\/th>\s*<td>1.5<\/td>/)
})

test('a block, a chain and the list of chains are shown', async () => {
  expect(await open('/explorer/:chain/block/:id', String(blockNumber))).toMatchObject({
    status: 200,
  })
  expect((await open('/explorer/:chain', '')).body).toContain('Firth (eip155:71117001)')
  expect((await open('/explorer', '')).body).toContain('Lagoon')
})

test.each([
  ['/explorer/:chain/tx/:id', `0x${'00'.repeat(32)}`],
  ['/explorer/:chain/tx/:id', '<script>'],
  ['/explorer/:chain/address/:id', 'not-an-address'],
  ['/explorer/:chain/block/:id', '999999999'],
  ['/explorer/:chain/block/:id', '-1'],
  ['/explorer/:chain/tx/:id', 'Call us at 555 to unlock your wallet'],
])('%s answers 404 for %s, and says nothing in its words', async (path, id) => {
  const { status, body } = await open(path, id)
  expect(status).toBe(404)
  expect(body).not.toContain('<script')
  expect(body.includes(id)).toBe(/^[0-9a-zA-Z]+$/.test(id))
})

test('an unknown chain is 404, one that is down is 503', async () => {
  expect((await open('/explorer/:chain', '', '1')).status).toBe(404)
  await devnet.scenarios.set('chain-down-lagoon', true)
  expect((await open('/explorer/:chain', '', '71117003')).status).toBe(503)
  await devnet.scenarios.set('chain-down-lagoon', false)
})

test('no page needs a script, a style of its own or another host', async () => {
  const pages = await Promise.all([
    open('/explorer', ''),
    open('/explorer/:chain', ''),
    open('/explorer/:chain/tx/:id', hash),
  ])
  for (const { body } of pages) expect(body).not.toMatch(/<script|<style|style=|https?:\/\//)
  expect((await open('/explorer/style.css', '')).contentType).toContain('text/css')
})

test('what stands in a template is escaped unless it is markup', () => {
  const text = `<img src="x" onerror='a&b'>`
  expect(html`<b>${text}</b>${html`<i></i>`}${[html`${1n}`]}`.markup).toBe(
    '<b>&lt;img src=&quot;x&quot; onerror=&#39;a&amp;b&#39;&gt;</b><i></i>1',
  )
})

function open(path: string, id: string, chain = '71117001') {
  const route = devnet.routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`There is no route ${path}.`)
  return route.handle({ body: undefined, params: { chain, id }, query: {} })
}
