// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { decodeFunctionData, encodeFunctionResult, encodeAbiParameters, parseAbi } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { Network } from '#networks/network.ts'
import { type ChainId, toEvmChainId } from '#protocol/ids/caip.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { useNameLookup } from './useNameLookup.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const address = '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a'
const [firth] = devnet.chains
const delta = toEvmChainId(71_117_002)
const abi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
])

/** Its endpoints are those of the network file: a devnet's are asked of the service. */
const installed: Network = { ...devnet, isDevnet: false }

function Probe(props: { text: string; chainId: ChainId | undefined }) {
  return <output>{JSON.stringify(useNameLookup(props.text, props.chainId))}</output>
}

function show(text: string, options: { chainId?: ChainId; network?: Network } = {}): void {
  const { chainId, network = installed } = options
  showPage(createElement(Probe, { text, chainId }), { service: () => undefined, network })
}

function read(): unknown {
  return JSON.parse(screen.getByRole('status').textContent)
}

/** A node that knows an address for Delta only, or for Ethereum too. */
function answerFrom(coins: readonly bigint[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(url)
    const calls: { id: number; method: string; params: [{ data: `0x${string}` }] }[] = [
      JSON.parse(body),
    ].flat()
    const answers = calls.map(({ id, method, params: [call] }) => {
      if (method === 'eth_chainId')
        return { jsonrpc: '2.0', id, result: `0x${(71_117_001).toString(16)}` }
      const [, inner, gateways] = decodeFunctionData({ abi, data: call.data }).args
      expect(gateways).toEqual([])
      const value = coins.includes(BigInt(`0x${inner.slice(-64)}`)) ? address : '0x'
      const said = encodeAbiParameters([{ type: 'bytes' }], [value])
      return {
        jsonrpc: '2.0',
        id,
        result: encodeFunctionResult({
          abi,
          functionName: 'resolveWithGateways',
          result: [said, address],
        }),
      }
    })
    return Response.json(body.startsWith('[') ? answers : answers[0])
  })
  return asked
}

test('a name is found, and one that was set for a chain is entered with it', async () => {
  const asked = answerFrom([60n, 0x8000_0000n + 71_117_002n])
  show('Mira.eth')
  expect(read()).toMatchObject({ state: 'asking' })
  await waitFor(() =>
    expect(read()).toMatchObject({ state: 'found', name: 'mira.eth', entry: address }),
  )
  expect(new Set(asked)).toEqual(new Set([firth?.rpcUrl]))
  cleanup()
  show('mira.eth', { chainId: delta })
  await waitFor(() =>
    expect(read()).toMatchObject({
      state: 'found',
      address,
      entry: `${delta}:${address}`,
    }),
  )
})

test('what cannot be looked up says why, and the service is not asked in place of the chain', async () => {
  const asked = answerFrom([])
  show('mira.eth')
  await waitFor(() =>
    expect(read()).toEqual({ state: 'refused', text: 'mira.eth points to no address.' }),
  )
  cleanup()
  show('\u0430da.eth')
  await waitFor(() => expect(JSON.stringify(read())).toContain('is not a valid name'))
  cleanup()
  for (const text of ['mira.sol', 'mira', address]) {
    show(text)
    expect(read()).toEqual({ state: 'none' })
    cleanup()
  }
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    throw new Error('Nobody is there.')
  })
  show('ada.eth')
  await waitFor(() => expect(JSON.stringify(read())).toContain('Firth cannot be asked'))
  expect(new Set(asked)).toEqual(new Set([firth?.rpcUrl]))
})

test('a network without a resolver looks nothing up', () => {
  const chains = devnet.chains.filter(({ ensUniversalResolver }) => !ensUniversalResolver)
  show('mira.eth', { network: { ...installed, chains } })
  expect(read()).toEqual({ state: 'none' })
})
