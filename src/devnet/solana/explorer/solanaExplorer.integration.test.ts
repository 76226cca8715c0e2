import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { createSolanaExplorerRoutes } from './solanaExplorer.ts'
import { solanaTokens } from '../plan/solanaTokens.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

const home = '/explorer/3w66d784TGJgHWm4wczXAAG2JjP87oJX'
const owner = Keypair.generate().publicKey
let solana: TestSolana
let signature: string

beforeAll(async () => {
  solana = await startTestSolana()
  const gifts = [{ asset: 'usdc', units: 1_500_000n } as const]
  signature = (await solana.give(owner, gifts))[0] ?? ''
  await solana.give(owner, [{ asset: 'sol', units: 2_500_000_000n }])
  await solana.advanceSlots(1)
})
afterAll(() => solana.stop())

test('a transaction is shown with its status, who signed, what moved and its log', async () => {
  const { status, body, contentType } = await open('/tx/:id', signature)
  expect([status, contentType]).toEqual([200, 'text/html; charset=utf-8'])
  for (const text of [
    signature,
    'succeeded',
    '0.000005 SOL',
    `${devnetSolana.roles.deployer}</a> (deployer)`,
    '+1500000 smallest units',
    '<th scope="row">usdc</th>',
    'Program log: Initialize the associated token account',
  ])
    expect(body).toContain(text)
})

test('an address is shown with what it holds and its transactions', async () => {
  const { status, body } = await open('/address/:id', owner.toBase58())
  expect(status).toBe(200)
  for (const text of [
    '2.5 SOL',
    `1.5 in <a href="${home}/address/${getAssociatedTokenAddress(owner.toBase58(), solanaTokens.usdc)}">`,
    `<a href="${home}/tx/${signature}">`,
  ])
    expect(body).toContain(text)
})

test('a mint is shown with its supply, a program as one', async () => {
  expect((await open('/address/:id', solanaTokens.usdc.mint)).body).toMatch(
    /Supply<\/th>\s*<td>1.5<\/td>/,
  )
  expect((await open('/address/:id', solanaTokens.usdc.tokenProgram)).body).toContain('a program')
})

test('the chain lists its blocks, and a block its transactions', async () => {
  const landed = await solana.connection.getSignatureStatus(signature)
  const slot = String(landed.value?.slot)
  const block = await open('/block/:id', slot)
  expect([block.status, block.body.includes(signature)]).toEqual([200, true])
  expect((await open('', '')).body).toContain(`<a href="${home}/block/${slot}">`)
})

test.each([
  ['/tx/:id', '1111111111111111111111111111111111111111111111111111111111111111'],
  ['/tx/:id', 'x'],
  ['/address/:id', '<script>'],
  ['/address/:id', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['/block/:id', '5'],
  ['/block/:id', '999999999999'],
])('%s of %s is not found, and said so without markup of others', async (path, id) => {
  const { status, body } = await open(path, id)
  expect(status).toBe(404)
  expect(body).not.toContain('<script>')
})

test('a chain that is down says so', async () => {
  const routes = createSolanaExplorerRoutes({ ...shown(), isUp: () => false })
  const answers = await Promise.all(
    routes.map(({ handle }) => handle({ body: undefined, params: {}, query: {} })),
  )
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
})

function shown() {
  return {
    name: devnetSolana.name,
    chainId: devnetSolana.chainId,
    isUp: () => true,
    connection: solana.connection,
    names: new Map(
      Object.entries({ ...devnetSolana.roles, ...devnetSolana.mints }).map(([name, address]) => {
        return [address, name] as const
      }),
    ),
  }
}

async function open(path: string, id: string) {
  const route = createSolanaExplorerRoutes(shown()).find((one) => one.path === `${home}${path}`)
  if (!route) throw new Error(`There is no route ${path}.`)
  return route.handle({ body: undefined, params: { id }, query: {} })
}
