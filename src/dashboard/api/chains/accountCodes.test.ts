import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { numberToHex } from 'viem'

import { getEvmChains } from '#networks/getChain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { EvmAddress, getEvmChainNumber } from '#protocol/ids/caip.ts'
import { accountCodesOptions } from './accountCodes.ts'

const [firth] = getEvmChains(devnet)

afterEach(() => vi.unstubAllGlobals())

test('a chain that did not answer is asked again until it does', async () => {
  if (!firth) throw new Error('The devnet has an EVM chain.')
  const answers = {
    eth_chainId: numberToHex(getEvmChainNumber(firth.chainId) ?? 0),
    eth_getCode: '0x',
    eth_getTransactionCount: '0x0',
  }
  let isUp = false
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (!isUp) throw new Error('Nobody is there.')
    const asked: { id: number; method: keyof typeof answers }[] = JSON.parse(body)
    return Response.json(
      asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: answers[method] })),
    )
  })
  const options = accountCodesOptions(
    { ...devnet, chains: [firth] },
    {
      address: EvmAddress.parse(`0x${'11'.repeat(20)}`),
      rpcUrls: new Map([[firth.chainId, firth.rpcUrl]]),
    },
  )
  const queries = new QueryClient()
  const observer = new QueryObserver(queries, options)
  function getDelayMs(): unknown {
    const { refetchInterval } = options
    const query = queries.getQueryCache().find({ queryKey: options.queryKey })
    if (typeof refetchInterval !== 'function' || !query) throw new Error('Expected a query.')
    return Reflect.apply(refetchInterval, undefined, [query])
  }
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().data).toEqual(new Map())
  expect(getDelayMs()).toBe(15_000)

  isUp = true
  await observer.refetch()
  expect(observer.getCurrentResult().data).toEqual(new Map([[firth.chainId, 'none']]))
  expect(getDelayMs()).toBe(false)
  stop()
})
