import { Keypair } from '@solana/web3.js'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createSolanaClient } from '#chains/solana/client.ts'
import { furnishSolana } from '#devnet/solana/startSolana.ts'
import { solanaKey } from '#devnet/solana/solanaKeys.ts'
import { startTestSolana, type TestSolana } from '#devnet/solana/startTestSolana.ts'
import { solanaChains } from '#networks/chainsOf.ts'
import { devnetWithSolana } from '#networks/devnetWithSolana.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import type { Hash } from '#protocol/hex.ts'
import { createDuties } from './checkDuties.ts'
import { ConfigError } from './config.ts'
import { createLog } from './log.ts'
import { createReadiness } from './readiness.ts'

const [reef] = solanaChains(devnetWithSolana)
const attestor = seedOf('attestor')
let solana: TestSolana

beforeEach(async () => {
  solana = await startTestSolana()
})
afterEach(() => solana.stop())

test('the program’s attestor may work, another key is refused by name', async () => {
  await furnishSolana(solana.connection)
  await dutiesOf({ attestor }).checkAll()
  await dutiesOf({ executor: seedOf('executor'), solver: seedOf('solver') }).checkAll()
  await expect(dutiesOf({ attestor: seedOf('solver') }).checkAll()).rejects.toThrow(
    new ConfigError(`${chain().chainId}: the attestor key is not the program's.`),
  )
})

test('no key works where the program is not deployed, or is that of another chain', async () => {
  const missing = `${chain().chainId}: the escrow program is not at ${chain().program}.`
  await expect(dutiesOf({ attestor }).checkAll()).rejects.toThrow(new ConfigError(missing))
  await expect(dutiesOf({ executor: seedOf('executor') }).checkAll()).rejects.toThrow(missing)
  await dutiesOf({}).checkAll()
  await furnishSolana(solana.connection)
  const other: SolanaNetworkChain = { ...chain(), chainId: 'solana:another' }
  await expect(dutiesOf({ attestor }, other).checkAll()).rejects.toThrow(
    `solana:another: the escrow program at ${other.program} has no signers for this chain.`,
  )
})

test('no key works while those who are paid hold too little to be paid', async () => {
  await furnishSolana(solana.connection)
  const [payee, feeReceiver] = [Keypair.generate(), Keypair.generate()]
  const [toPayee, toFeeReceiver] = [payee.publicKey.toBase58(), feeReceiver.publicKey.toBase58()]
  const roles = { ...chain().roles, payee: toPayee, feeReceiver: toFeeReceiver }
  const duties = dutiesOf({ executor: seedOf('executor') }, { ...chain(), roles })
  const { chainId } = chain()
  const lacking = 'holds less than 890880 lamports: send it some SOL.'
  await expect(duties.checkAll()).rejects.toThrow(
    new ConfigError(
      `${chainId}: the payee ${toPayee} ${lacking}\n${chainId}: the fee receiver ${toFeeReceiver} ${lacking}`,
    ),
  )
  await solana.give(payee.publicKey, [{ asset: 'sol', units: 890_880n }])
  await expect(duties.checkAll()).rejects.toThrow(
    new ConfigError(`${chainId}: the fee receiver ${toFeeReceiver} ${lacking}`),
  )
  await solana.give(feeReceiver.publicKey, [{ asset: 'sol', units: 890_880n }])
  await duties.checkAll()
})

test('a node that is down at the start is looked at again before anything is done', async () => {
  await furnishSolana(solana.connection)
  await solana.node.pause()
  const duties = dutiesOf({ attestor: seedOf('solver') })
  await duties.checkAll()
  expect(duties.lines.join('')).toContain('the keys are checked when there is one')
  await solana.node.resume()
  await expect(duties.allow(chain().chainId)).rejects.toThrow(ConfigError)
})

test('the service is ready once the program stands, and not while the node is down', async () => {
  const missing = [chain().chainId]
  expect(await readinessOf()()).toEqual({ missing })
  await furnishSolana(solana.connection)
  expect(await readinessOf()()).toEqual({ missing: [] })
  const another = { ...chain(), genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
  expect(await readinessOf(another)()).toEqual({ missing })
  await solana.node.pause()
  expect(await readinessOf()()).toEqual({ missing })
})

function readinessOf(of = chain()) {
  return createReadiness({ isDatabaseReady: () => Promise.resolve(true), links: linksOf(of) })
}

function dutiesOf(keys: { executor?: Hash; solver?: Hash; attestor?: Hash }, of = chain()) {
  const lines: string[] = []
  const log = createLog({
    role: 'test',
    level: 'warn',
    secrets: [],
    write: (line) => lines.push(line),
  })
  return { lines, ...createDuties({ keys: { solana: keys } }, { links: linksOf(of), log }) }
}

function linksOf(of: SolanaNetworkChain) {
  const { chainId, genesisHash } = of
  const client = createSolanaClient(chainId, { rpcUrls: [solana.node.rpcUrl], genesisHash })
  const solanaClients = [{ chain: of, client }]
  return { chains: new Map(), settlements: new Map(), clients: [], solanaClients }
}

function chain(): SolanaNetworkChain {
  if (!reef) throw new Error('The devnet has no Solana chain.')
  return reef
}

function seedOf(role: 'executor' | 'solver' | 'attestor'): Hash {
  return `0x${Buffer.from(solanaKey(role).secretKey.slice(0, 32)).toString('hex')}`
}
