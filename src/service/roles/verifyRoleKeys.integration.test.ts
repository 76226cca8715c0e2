import { afterAll, beforeAll, expect, test } from 'vitest'

import { getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { createEvmSettlement } from '#chains/evm/settlement/evmSettlement.ts'
import type { SettlementKeys } from '#chains/evm/settlement/prepareTransaction.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import type { EvmNetwork } from '#networks/network.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { createRoleKeyVerifier } from './verifyRoleKeys.ts'
import { ConfigError } from '../config/config.ts'
import { createLog } from '../monitoring/log.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'

const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }

let devnet: TestDevnet
let proxy: TestProxy
beforeAll(async () => {
  devnet = await startTestDevnet()
  proxy = await startTestProxy(devnet.chains[0]?.rpcUrl ?? '')
})
afterAll(async () => {
  proxy.stop()
  await devnet.stop()
})

/** The check of these keys, where the first chain is reached through the proxy. */
function getDuties(
  held: SettlementKeys & { moreExecutors?: readonly Hash[] },
  network: EvmNetwork = devnet.network,
  secondUrl?: string,
) {
  const clients = network.chains.map((chain, index) => ({
    chain,
    client: createEvmClient(chain.chainId, { rpcUrl: index === 0 ? proxy.url : chain.rpcUrl }),
  }))
  const { roles } = devnet.network
  const settlements = new Map(
    clients.map(({ chain, client }) => [
      chain.chainId,
      createEvmSettlement(chain, { client, roles, tokens: [], keys: held }),
    ]),
  )
  const lines: string[] = []
  const log = createLog({
    role: 'test',
    level: 'warn',
    secrets: [],
    write: (line) => lines.push(line),
  })
  const links = {
    chains: new Map(),
    clients: clients.map((one, index) => ({
      ...one,
      reads: one.client,
      visitors: one.client,
      providers: [
        one.chain.rpcUrl,
        ...(index === 0 && secondUrl !== undefined ? [secondUrl] : []),
      ].map((rpcUrl) => createEvmClient(one.chain.chainId, { rpcUrl, isChecked: true })),
    })),
    solanaClients: [],
    settlements,
  }
  return { lines, ...createRoleKeyVerifier({ keys: held, network }, { links, log }) }
}

function firth({ settlements }: ReturnType<typeof getDuties>) {
  const [chain] = settlements.values()
  if (!chain) throw new Error('There is no chain.')
  return chain
}

test('a chain that was down at the start is acted on once its contracts know the keys', async () => {
  const duties = getDuties(keys)
  proxy.setDown(true)
  await duties.checkAll()
  expect(duties.lines.join()).toMatch('"event":"chain_silent"')
  await expect(signGap(duties)).rejects.toSatisfy(
    (error) => findChainUnavailableError(error) !== undefined,
  )
  proxy.setDown(false)
  await expect.poll(() => canSign(duties)).toBe(true)
})

test('with keys that its contracts do not know, nothing is signed for a chain that came back', async () => {
  const duties = getDuties({ ...keys, cosigner: devnetKeys.keeper })
  proxy.setDown(true)
  await expect(duties.checkAll()).rejects.toThrow('71117002: the cosigner key')
  proxy.setDown(false)
  await expect
    .poll(() => signGap(duties).catch(String))
    .toMatch('71117001: the cosigner key is not the contracts')
  await expect(firth(duties).broadcast('0x')).rejects.toBeInstanceOf(ConfigError)
  // Reading is open: nothing that is under way is forgotten.
  expect(await firth(duties).readHead()).toHaveProperty('number')
})

test.each([
  ['that the paymaster does not know', 'keeper', 'not the contracts'],
  ['that runs code', 'executorB', 'runs code'],
] as const)('an executor %s is named, the others pass', async (_, name, sentence) => {
  const address = getKeyAddress(devnetKeys[name])
  const code = `0xef0100${'d1'.repeat(20)}` as const
  const [firthNode] = devnet.chains
  if (name === 'executorB') await firthNode?.client.setCode({ address, bytecode: code })
  const duties = getDuties({ ...keys, moreExecutors: [devnetKeys.executorB, devnetKeys[name]] })
  const refused = String(await duties.checkAll().catch(String))
  expect(refused).toContain(sentence)
  expect(refused).toContain(address)
  expect(refused).not.toContain(getKeyAddress(devnetKeys.executor))
  await firthNode?.client.setCode({ address, bytecode: '0x' })
})

test('an exchange and a feed without code are named at the start, each with its address', async () => {
  const { network } = devnet
  const nowhere = EvmAddress.parse(`0x${'de'.repeat(20)}`)
  const empty = EvmAddress.parse(`0x${'ef'.repeat(20)}`)
  const [first, ...others] = network.chains
  if (!first) throw new Error('There is no chain.')
  const wrong = {
    ...network,
    chains: [{ ...first, contracts: { ...first.contracts, quoter: nowhere } }, ...others],
    aggregates: network.aggregates.map((aggregate) => ({
      ...aggregate,
      members: aggregate.members.map((member) =>
        member.symbol === 'USDC' ? { ...member, secondFeed: empty } : member,
      ),
    })),
  }
  const duties = getDuties(keys, wrong)
  const refused = String(await duties.checkAll().catch(String))
  expect(refused).toContain(`71117001: quoter has no code at ${nowhere}`)
  expect(refused).toContain(`71117002: second feed of USDC has no code at ${empty}`)
  expect(refused.split('\n')).toHaveLength(1 + network.chains.length)
  expect(duties.lines.join()).toMatch('"event":"contracts_missing"')
})

test('a provider of another chain is named by its position and by what it answers for', async () => {
  const other = devnet.chains[1]?.rpcUrl ?? ''
  const duties = getDuties(keys, devnet.network, other)
  const refused = String(await duties.checkAll().catch(String))
  expect(refused).toBe('ConfigError: provider 2 of RPC_URL_71117001 answers for 71117002.')
  expect(duties.lines.join()).not.toContain(new URL(other).host)
})

async function canSign(duties: ReturnType<typeof getDuties>): Promise<boolean> {
  return signGap(duties).then(
    () => true,
    () => false,
  )
}

async function signGap(duties: ReturnType<typeof getDuties>) {
  return firth(duties).nonces?.signGap('solver', 0n)
}
