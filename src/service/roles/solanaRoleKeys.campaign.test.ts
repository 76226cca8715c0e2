import { Keypair, type PublicKey } from '@solana/web3.js'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { handOverProgram } from '#chains/solana/deploy/deployProgram.ts'
import { findSolanaRoleKeyErrors } from '#chains/solana/settlement/keys/findSolanaRoleKeyErrors.ts'
import { createProgramChain } from '#devnet/solana/deploy/installEscrow.ts'
import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { provisionSolana } from '#devnet/solana/startSolana.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { createRoleKeyVerifier } from './verifyRoleKeys.ts'
import { ConfigError } from '../config/config.ts'
import { createLog } from '../monitoring/log.ts'
import { createReadiness } from '../monitoring/readiness.ts'

const [reef] = getSolanaChains(devnetWithSolana)
const attestor = seedOf('attestor')
let solana: TestSolana

beforeEach(async () => {
  solana = await startTestSolana()
})
afterEach(() => solana.stop())

test('the program’s attestor may work, another key is refused by name', async () => {
  await provisionSolana(solana.connection)
  await getDuties({ attestor }).checkAll()
  await getDuties({ executor: seedOf('executor'), solver: seedOf('solver') }).checkAll()
  await expect(getDuties({ attestor: seedOf('solver') }).checkAll()).rejects.toThrow(
    new ConfigError(`${chain().chainId}: the attestor key is not the program's.`),
  )
})

test('no key works where the program is not deployed, or is that of another chain', async () => {
  const missing = `${chain().chainId}: the escrow program is not at ${chain().program}.`
  await expect(getDuties({ attestor }).checkAll()).rejects.toThrow(new ConfigError(missing))
  await expect(getDuties({ executor: seedOf('executor') }).checkAll()).rejects.toThrow(missing)
  await getDuties({}).checkAll()
  await provisionSolana(solana.connection)
  const other: SolanaNetworkChain = { ...chain(), chainId: 'solana:another' }
  await expect(getDuties({ attestor }, other).checkAll()).rejects.toThrow(
    `solana:another: the escrow program at ${other.program} has no signers for this chain.`,
  )
})

test('no key works while those who are paid hold too little to be paid', async () => {
  await provisionSolana(solana.connection)
  const [payee, feeReceiver] = [Keypair.generate(), Keypair.generate()]
  const [toPayee, toFeeReceiver] = [payee.publicKey.toBase58(), feeReceiver.publicKey.toBase58()]
  const roles = { ...chain().roles, payee: toPayee, feeReceiver: toFeeReceiver }
  const duties = getDuties({ executor: seedOf('executor') }, { ...chain(), roles })
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

test('no key works while somebody may replace the program whom the network does not name', async () => {
  await provisionSolana(solana.connection)
  const { upgradeAuthority: deployer = '', ...final } = chain()
  const { chainId, program } = final
  const remedy =
    'hand that over to a cold key or make the program final ("npm run deploy" with UPGRADE_AUTHORITY_SOLANA)'
  const byName = 'or name who holds that key as "upgradeAuthority" in DEPLOYMENT.'
  await getDuties({ attestor }).checkAll()
  await expect(getDuties({ attestor }, final).checkAll()).rejects.toThrow(
    new ConfigError(
      `${chainId}: ${deployer} may replace the program at ${program}, and the network names nobody for that: ${remedy}, ${byName}`,
    ),
  )
  const cold = Keypair.generate()
  const handed = { ...final, upgradeAuthority: cold.publicKey.toBase58() }
  const solver = { solver: seedOf('solver') }
  await expect(getDuties(solver, handed).checkAll()).rejects.toThrow(
    `${deployer} may replace the program at ${program}, and the network names ${handed.upgradeAuthority} for that`,
  )

  await handOver(cold.publicKey)
  await getDuties(solver, handed).checkAll()
  await expect(getDuties(solver).checkAll()).rejects.toThrow('may replace the program')
})

test('a program that nobody may replace serves whomever the network names', async () => {
  await provisionSolana(solana.connection)
  await handOver(undefined)
  const { upgradeAuthority: _named, ...final } = chain()
  for (const network of [chain(), final])
    await expect(getDuties({ attestor }, network).checkAll()).resolves.toBeUndefined()
})

test('the attestor’s key and a published one are no cold keys', async () => {
  await provisionSolana(solana.connection)
  const elsewhere = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  const client = getLinks(chain()).solanaClients[0]?.client
  if (!client) throw new Error('There is no client.')
  const published = { ...chain(), genesisHash: elsewhere }
  expect(await findSolanaRoleKeyErrors(client, { chain: published })).toEqual([
    expect.stringContaining('which may replace the program, is published'),
  ])
  const key = deriveSolanaKey('attestor').publicKey
  await handOver(key)
  const held = { ...chain(), upgradeAuthority: key.toBase58() }
  await expect(getDuties({ attestor }, held).checkAll()).rejects.toThrow(
    'the attestor key may replace the program',
  )
})

test('a node that is down at the start is looked at again before anything is done', async () => {
  await provisionSolana(solana.connection)
  await solana.node.pause()
  const duties = getDuties({ attestor: seedOf('solver') })
  await duties.checkAll()
  expect(duties.lines.join('')).toContain('"event":"chain_silent"')
  await solana.node.resume()
  await expect(duties.allow(chain().chainId)).rejects.toThrow(ConfigError)
})

test('the service is ready once the program stands, and not while the node is down', async () => {
  const { chainId } = chain()
  expect(await getReadiness()()).toMatchObject(missing(/no program at/))
  await provisionSolana(solana.connection)
  expect(await getReadiness()()).toEqual({ missing: [], reasons: {} })
  const another = { ...chain(), genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
  expect(await getReadiness(another)()).toMatchObject(missing(/provider 1 of \S+ answers for/))
  await solana.node.pause()
  expect(await getReadiness()()).toMatchObject(missing(/provider 1 of \S+ isn't responding/))

  function missing(reason: RegExp) {
    return { missing: [chainId], reasons: { [chainId]: expect.stringMatching(reason) } }
  }
})

/** Transfers authority as `npm run deploy` does if configured. */
function handOver(next: PublicKey | undefined): Promise<void> {
  const { connection } = solana
  const authority = deriveSolanaKey('deployer')
  const keys = { payer: authority, program: deriveSolanaKey('program'), authority }
  const chain = createProgramChain(connection, (step) => sendSigned(connection, step))
  return handOverProgram(chain, keys, next)
}

function getReadiness(of = chain()) {
  return createReadiness({ isDatabaseReady: () => Promise.resolve(true), links: getLinks(of) })
}

function getDuties(keys: { executor?: Hash; solver?: Hash; attestor?: Hash }, of = chain()) {
  const lines: string[] = []
  const log = createLog({
    role: 'test',
    level: 'warn',
    secrets: [],
    write: (line) => lines.push(line),
  })
  return {
    lines,
    ...createRoleKeyVerifier(
      { keys: { solana: keys }, network: devnetWithSolana },
      { links: getLinks(of), log },
    ),
  }
}

function getLinks(of: SolanaNetworkChain) {
  const { chainId, genesisHash } = of
  const client = createSolanaClient(chainId, { rpcUrls: [solana.node.rpcUrl], genesisHash })
  const solanaClients = [{ chain: of, client, visitors: client, providers: [client] }]
  return { chains: new Map(), settlements: new Map(), clients: [], solanaClients }
}

function chain(): SolanaNetworkChain {
  if (!reef) throw new Error('The devnet has no Solana chain.')
  return reef
}

function seedOf(role: 'executor' | 'solver' | 'attestor'): Hash {
  return `0x${Buffer.from(deriveSolanaKey(role).secretKey.slice(0, 32)).toString('hex')}`
}
