import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { getExplorers, buildTransactionHref } from './explorers.ts'

const [first, second] = devnet.chains
const origin = 'https://estuary.test'

test('the chains of a devnet are shown at the own origin, others by the network file, or nowhere', () => {
  if (!first || !second) throw new Error('Expected two chains.')
  const explorerUrl = 'https://scan.test'
  const chains = [{ ...first, explorerUrl }, second]
  const local = getExplorers({ ...devnet, chains }, origin)
  const hash = `0x${'ab'.repeat(32)}`
  expect(buildTransactionHref(local, { chainId: first.chainId, hash })).toBe(
    `${explorerUrl}/tx/${hash}`,
  )
  expect(buildTransactionHref(local, { chainId: second.chainId, hash })).toBe(
    `${origin}/explorer/71117002/tx/${hash}`,
  )
  const afar = getExplorers({ ...devnet, chains, isDevnet: false }, origin)
  expect(buildTransactionHref(afar, { chainId: second.chainId, hash })).toBeUndefined()
})

test('a service that shows no blocks of a devnet is not linked to', () => {
  const discovery = {
    chains: devnet.chains.map(({ chainId }) => ({ chain: chainId })),
  }
  expect(getExplorers(devnet, origin, discovery).size).toBe(0)
})

test('a hash that is none leads to no other page', () => {
  const href = buildTransactionHref(getExplorers(devnet, origin), {
    chainId: 'eip155:71117001',
    hash: '../../../steal?x#y',
  })
  expect(href).toBe(`${origin}/explorer/71117001/tx/..%2F..%2F..%2Fsteal%3Fx%23y`)
})
