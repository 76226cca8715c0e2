import { expect, test } from 'vitest'

import { getChainUrls } from './chainUrls.ts'

const firth = 'eip155:71117001'
const own = 'http://127.0.0.1:8080'

test.each([
  ['http://127.0.0.1:19545', own, ['http://127.0.0.1:19545', `${own}/rpc/${firth}`]],
  ['http://127.0.0.1:19545', 'https://swap.example', [`https://swap.example/rpc/${firth}`]],
  [
    'https://rpc.example/key',
    'https://swap.example',
    ['https://rpc.example/key', `https://swap.example/rpc/${firth}`],
  ],
  [`${own}/rpc/${firth}`, own, [`${own}/rpc/${firth}`]],
  ['', own, [`${own}/rpc/${firth}`]],
])('reaches a chain at %s from %s', (rpcUrl, origin, urls) => {
  expect(getChainUrls(firth, rpcUrl, origin)).toEqual(urls)
})
