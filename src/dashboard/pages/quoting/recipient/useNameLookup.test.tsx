import { cleanup, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { getSnsAccounts } from '#chains/solana/names/readSnsAddress.ts'
import { buildSnsAccount, devnetSnsNames } from '#devnet/solana/plan/solanaPlan.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { getEvmChains, getSolanaChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { type ChainId, toEvmChainId } from '#protocol/ids/caip.ts'
import { answerAsEns } from '#testing/dashboard/ensNode.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { useNameLookup } from './useNameLookup.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const address = '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a'
const [firth] = getEvmChains(devnetWithSolana)
const [reef] = getSolanaChains(devnetWithSolana)
const onReef = devnetSnsNames['ada.sol']
const delta = toEvmChainId(71_117_002)
/** Coin type of Ethereum. */
const ether = '60'

/** Its endpoints are those of the network file: a devnet's are asked of the service. */
const installed: Network = { ...devnetWithSolana, isDevnet: false }

function Probe(props: { text: string; chainIds: readonly ChainId[] }) {
  return <output>{JSON.stringify(useNameLookup(props.text, props.chainIds))}</output>
}

function show(
  text: string,
  options: { chainIds?: readonly ChainId[]; network?: Network } = {},
): void {
  const { chainIds = [], network = installed } = options
  showPage(createElement(Probe, { text, chainIds }), { service: () => undefined, network })
}

function read(): unknown {
  return JSON.parse(screen.getByRole('status').textContent)
}

/** No request is answered. @returns The addresses that were asked. */
function answerByNobody(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    throw new Error('Nobody is there.')
  })
  return asked
}

test('a name is found, and one that was set for a chain is entered with it', async () => {
  const asked = answerAsEns(
    { 'mira.eth': { [ether]: address, [String(0x8000_0000 + 71_117_002)]: address } },
    { chainNumber: 71_117_001 },
  )
  show('Mira.eth')
  expect(read()).toMatchObject({ state: 'asking' })
  await waitFor(() =>
    expect(read()).toMatchObject({
      state: 'found',
      name: 'mira.eth',
      entry: `${firth?.chainId}:${address}`,
      detail: 'Its Ethereum address, according to Firth',
    }),
  )
  expect(new Set(asked)).toEqual(new Set([firth?.rpcUrl]))
  cleanup()
  show('mira.eth', { chainIds: [devnetSolana.chainId, delta] })
  await waitFor(() =>
    expect(read()).toMatchObject({
      state: 'found',
      address,
      entry: `${delta}:${address}`,
      detail: 'Its address on ENS, according to Firth',
    }),
  )
})

test('what cannot be looked up says why, and the service is not asked in place of the chain', async () => {
  answerAsEns({}, { chainNumber: 71_117_001 })
  show('mira.eth')
  await waitFor(() =>
    expect(read()).toEqual({ state: 'refused', text: 'mira.eth has no address set.' }),
  )
  cleanup()
  show('\u0430da.eth')
  await waitFor(() => expect(JSON.stringify(read())).toContain('isn’t a valid name'))
  cleanup()
  for (const text of ['mira', address]) {
    show(text)
    expect(read()).toEqual({ state: 'none' })
    cleanup()
  }
  const asked = answerByNobody()
  show('ada.eth')
  await waitFor(() => expect(JSON.stringify(read())).toContain('Can’t look up'))
  expect(new Set(asked)).toEqual(new Set([firth?.rpcUrl]))
})

/** A node of the cluster on which one name has an account, held by the address or with a record besides. */
function answerFromReef({ hasRecord = false } = {}) {
  const asked: string[] = []
  const { domain, records } = getSnsAccounts('ada.sol', devnetSolana.snsProgram)
  const accounts = [buildSnsAccount(domain, onReef), buildSnsAccount(records[0], onReef)]
  const known = accounts.slice(0, hasRecord ? 2 : 1)
  function find(wanted: string) {
    const account = known.find((one) => one.address === wanted)
    const { owner, data } = account ?? { owner: domain.nameClass, data: new Uint8Array(40) }
    const base64 = Buffer.from(data).toString('base64')
    const isThere = account !== undefined || wanted.startsWith('Sysvar')
    return isThere ? { lamports: 1, owner, data: [base64, 'base64'] } : null
  }
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(url)
    const calls: { id: number; method: string; params: [string[]] }[] = [JSON.parse(body)].flat()
    const answers = calls.map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      result:
        method === 'getGenesisHash'
          ? devnetSolana.genesisHash
          : { context: { slot: 1 }, value: params[0].map(find) },
    }))
    return Response.json(body.startsWith('[') ? answers : answers[0])
  })
  return asked
}

test('a name of Solana is found on its cluster, and refused where it has a record', async () => {
  const asked = answerFromReef()
  show('Ada.sol')
  expect(read()).toMatchObject({ state: 'asking', text: 'Looking up Ada.sol on Reef.' })
  await waitFor(() =>
    expect(read()).toMatchObject({
      state: 'found',
      name: 'ada.sol',
      service: 'SNS',
      entry: `${devnetSolana.chainId}:${onReef}`,
      detail: 'Its address on SNS, according to Reef',
    }),
  )
  cleanup()
  show('nobody.sol')
  await waitFor(() =>
    expect(read()).toEqual({ state: 'refused', text: 'nobody.sol has no address set.' }),
  )
  cleanup()
  show('pay.ada.sol')
  await waitFor(() => expect(JSON.stringify(read())).toContain('can’t be looked up here'))
  cleanup()
  answerFromReef({ hasRecord: true })
  show('ada.sol')
  await waitFor(() => expect(JSON.stringify(read())).toContain('ada.sol uses a record or program'))
  expect(new Set(asked)).toEqual(new Set([reef?.rpcUrl]))
})

test('the service is not asked for a name in place of the cluster', async () => {
  const asked = answerByNobody()
  show('ada.sol')
  await waitFor(() => expect(JSON.stringify(read())).toContain('Can’t look up'))
  expect(new Set(asked)).toEqual(new Set([reef?.rpcUrl]))
  cleanup()
  asked.length = 0
  // No endpoint but the service's relay.
  const chains = installed.chains.map((chain) => ({ ...chain, rpcUrl: '' }))
  show('ada.sol', { network: { ...installed, chains } })
  await waitFor(() => expect(JSON.stringify(read())).toContain('Can’t look up'))
  expect(asked).toEqual([])
})

test('a network without the names of a service looks none of them up', () => {
  const chains = installed.chains.filter(({ chainId }) => chainId !== firth?.chainId)
  show('mira.eth', { network: { ...installed, chains } })
  expect(read()).toEqual({ state: 'none' })
  cleanup()
  show('ada.sol', { network: { ...installed, chains: getEvmChains(installed) } })
  expect(read()).toEqual({ state: 'none' })
})
