import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { html } from './explorer/page.ts'

let devnet: TestDevnet
let hash: string
const receiver = '0x00000000000000000000000000000000000A11cE'

beforeAll(async () => {
  devnet = await startTestDevnet()
  const [usdc] = devnet.network.aggregates[0]?.members ?? []
  if (!usdc) throw new Error('There is no USDC.')
  const [funding] = await devnet.faucet.send(receiver, [
    { assetType: usdc.assetType, amount: 1_500_000n },
  ])
  const found = await devnet.chains[0]?.client.getTransactionReceipt({
    hash: Hash.parse(funding?.hash),
  })
  hash = found?.transactionHash ?? ''
})
afterAll(() => devnet.stop())

test('a transaction is shown with its status, its parties and its events by name', async () => {
  const { status, body, contentType } = await open('tx', hash)
  expect([status, contentType]).toEqual([200, 'text/html; charset=utf-8'])
  for (const text of [hash, 'succeeded', devnetAddresses.usdc, receiver, '1.5 USDC', '(USDC)'])
    expect(body).toContain(text)
  expect(body).toContain('<h2>Transfer</h2>')
})

test('an address is shown with what it holds', async () => {
  const { status, body } = await open('address', receiver)
  expect(status).toBe(200)
  expect(body).toMatch(/USDC<\/th>\s*<td>1.5 USDC<\/td>/)
})

test('a chain is shown by its escrow, and the chains in a list', async () => {
  const { body } = await openPage('/explorer/:chain')
  expect(body).toContain('<h1>Address on Firth</h1>')
  expect(body).toMatch(/\(\w*escrow\)/i)
  expect((await openPage('/explorer')).body).toContain('Lagoon')
})

test.each([
  ['tx', `0x${'00'.repeat(32)}`],
  ['tx', '<script>'],
  ['address', 'not-an-address'],
  ['block', '1'],
  ['tx', 'Call us at 555 to unlock your wallet'],
  ['<script>', '1'],
  ['Call us at 555', '1'],
])('%s answers 404 for %s, and says nothing in its words', async (kind, id) => {
  const { status, body } = await open(kind, id)
  expect(status).toBe(404)
  expect(body).not.toContain('Call us')
  expect(body).not.toContain('<script')
  expect(body.includes(id)).toBe(/^[0-9a-zA-Z]+$/.test(id))
})

test('an unknown chain is 404, one that is down is 503', async () => {
  expect((await openPage('/explorer/:chain', { chain: '1' })).status).toBe(404)
  await devnet.scenarios.set('chain-down-lagoon', true)
  expect((await openPage('/explorer/:chain', { chain: '71117003' })).status).toBe(503)
  await devnet.scenarios.set('chain-down-lagoon', false)
})

test('no page needs a script, a style of its own or another host', async () => {
  const pages = [openPage('/explorer'), openPage('/explorer/:chain'), open('tx', hash)]
  for (const { body } of await Promise.all(pages))
    expect(body).not.toMatch(/<script|<style|style=|https?:\/\//)
  expect((await openPage('/explorer/style.css')).contentType).toContain('text/css')
})

test('what stands in a template is escaped unless it is markup', () => {
  const text = `<img src="x" onerror='a&b'>`
  expect(html`<b>${text}</b>${html`<i></i>`}${[html`${1n}`]}`.markup).toBe(
    '<b>&#60;img src=&#34;x&#34; onerror=&#39;a&#38;b&#39;&#62;</b><i></i>1',
  )
})

function open(kind: string, id: string) {
  return openPage('/explorer/:chain/:kind/:id', { kind, id })
}

function openPage(path: string, params: Record<string, string> = {}) {
  const route = devnet.routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`There is no route ${path}.`)
  return route.handle({ body: undefined, params: { chain: '71117001', ...params }, query: {} })
}
