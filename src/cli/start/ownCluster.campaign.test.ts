import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Connection, Keypair, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'
import { afterEach, expect, test } from 'vitest'
import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { readBalances } from '#chains/evm/assets/readBalances.ts'
import { getAssociatedTokenAddress, programs } from '#chains/solana/program/addresses.ts'
import { createFaucet } from '#devnet/faucet/faucet.ts'
import { type LocalNetwork, openLocalNetwork } from '#devnet/plan/localNetwork.ts'
import { transferSolana } from '#devnet/solana/funds/transferSolana.ts'
import { closeWebSocket, startSolanaNode } from '#devnet/solana/node/startSolanaNode.ts'
import { getFirstAccounts, type SolanaPlan } from '#devnet/solana/plan/solanaPlan.ts'
import { startChains } from '#devnet/deploy/startChains.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Deployment } from '#protocol/service/deployment.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { startTestDatabase } from '#testing/harness/database.ts'
import { hangMs } from '#testing/hangMs.ts'
import {
  createEmptyAccount,
  createEmptyWallet,
  fetchSignedQuote,
  ask,
  type BenchService,
  waitUntilTerminal,
} from '../tools/bench/benchClient.ts'
import { findFreePort } from './settings/ports.ts'
import { bundleProgram } from '../build/programBundle.ts'
import { waitForEnd } from '#testing/harness/product.ts'

const root = path.join(import.meta.dirname, '../../..')
const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const usdcOnSolana = `${cluster}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`
const usdcOnEthereum = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hundred = 100_000_000n
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

test('a cluster of others serves executions both ways: deployed by command, told by the environment', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'estuary-own-cluster-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const local = openLocalNetwork('mirror', { dataDir, chains: '1,solana' })
  const issuer = local.plan.solana
  if (!issuer) throw new Error('The mirror has no Solana cluster.')
  const [ethereum, solana, database] = await Promise.all([
    startEthereum(local, path.join(dataDir, 'chains')),
    startCluster(issuer, path.join(dataDir, 'cluster')),
    startTestDatabase(),
  ])
  ends.push(() => database.stop())

  const roles = await fundedRoles(solana.connection, issuer)
  const program = Keypair.generate()
  const order = {
    RPC_URL_SOLANA: solana.rpcUrl,
    DEPLOYER_SOLANA_KEY: textOf(roles.deployer),
    PROGRAM_SOLANA_KEY: textOf(program),
    ATTESTORS_SOLANA: addressOf(roles.attestor),
  }
  const printed = await runDeploy(order)
  expect(printed).toContain(`Program ${addressOf(program)} 0x`)
  expect(printed).toMatch(/\d+ transactions\.\n$/)
  expect(await runDeploy(order)).toBe(
    printed.replace(/\d+ transactions\.\n$/, 'All of it stood already.\n'),
  )

  expect(printed).toContain(`Upgrade authority ${addressOf(roles.deployer)}\n`)
  expect(printed).toContain('UPGRADE_AUTHORITY_SOLANA=none to make the program final.')
  const cold = addressOf(Keypair.generate())
  const handed = await runDeploy({ ...order, UPGRADE_AUTHORITY_SOLANA: cold })
  expect(handed).toContain(`Upgrade authority ${cold}\n`)
  expect(handed).not.toContain('to hand that over')

  const [, chainId, genesisHash] = /^Cluster (\S+) (\S+)$/m.exec(printed) ?? []
  const { executor, solver, payee, feeReceiver } = roles
  const deployment = Deployment.parse({
    ...JSON.parse(local.environment.DEPLOYMENT),
    solana: [
      {
        chainId,
        genesisHash,
        program: addressOf(program),
        upgradeAuthority: cold,
        roles: {
          executor: addressOf(executor),
          solver: addressOf(solver),
          payee: addressOf(payee),
          feeReceiver: addressOf(feeReceiver),
        },
      },
    ],
  })
  const service = await startService({
    local,
    roles,
    environment: {
      NETWORK: 'mirror',
      DEPLOYMENT: JSON.stringify(deployment),
      DATABASE_URL: database.databaseUrl,
      RPC_URL_1: ethereum.rpcUrl,
      // Two providers, of whom both must agree.
      RPC_URL_SOLANA: `${solana.rpcUrl},${solana.rpcUrl.replace('127.0.0.1', 'localhost')}`,
      PUBLIC_RPC_URL_SOLANA: solana.rpcUrl,
    },
  })

  const [account, wallet] = [await createEmptyAccount(service), await createEmptyWallet(service)]
  const { accountAddress } = account.wire
  const owner = wallet.wire.accountAddress
  await ethereum.faucet.send(accountAddress, [{ assetType: usdcOnEthereum, amount: 10n * hundred }])
  const toSolana = {
    from: usdcOnEthereum,
    to: usdcOnSolana,
    amount: 5n * hundred,
    recipient: `${cluster}:${owner}`,
  }
  const arrived = await execute(service, { account, swap: toSolana })
  expect(await heldOnSolana(solana.connection, owner)).toBe(arrived)
  const spent = 10n * hundred - (await heldOnEthereum(ethereum.rpcUrl, accountAddress))
  expect(spent).toBe(5n * hundred)

  const back = {
    from: usdcOnSolana,
    to: usdcOnEthereum,
    amount: hundred,
    recipient: `eip155:1:${accountAddress}`,
  }
  const returned = await execute(service, { account: wallet, swap: back })
  expect(await heldOnSolana(solana.connection, owner)).toBe(arrived - hundred)
  expect(await heldOnEthereum(ethereum.rpcUrl, accountAddress)).toBe(5n * hundred + returned)
})

/** Anvil under the id of Ethereum, with the contracts of the installation. */
async function startEthereum({ plan, network }: LocalNetwork, folder: string) {
  const chains = await startChains({
    folder,
    ports: { 1: 0 },
    plan,
    onWarning: (sentence) => console.error(sentence),
  })
  ends.push(() => Promise.all(chains.map(({ node }) => node.stop())))
  const [chain] = chains
  if (!chain) throw new Error('Ethereum did not start.')
  const faucet = createFaucet(network, { chains, minter: plan.keys.deployer })
  return { rpcUrl: chain.rpcUrl, faucet }
}

/** A node run by a third party: nothing of ours on it, its clock and transactions unchanged. */
async function startCluster(issuer: SolanaPlan, folder: string) {
  await mkdir(folder, { recursive: true })
  const node = await startSolanaNode({
    name: 'Solana',
    port: 0,
    stateFile: path.join(folder, 'state'),
    stateSeconds: 60,
    genesisHash: issuer.genesisHash,
    finalizedSlots: 4,
    keptTransactions: 20_000,
    hasTestMethods: false,
    accounts: getFirstAccounts(issuer),
    onWarning: (sentence) => console.error(sentence),
  })
  const connection = new Connection(node.rpcUrl, 'confirmed')
  ends.push(() => {
    closeWebSocket(connection)
    return node.stop()
  })
  return { rpcUrl: node.rpcUrl, connection }
}

/** Keys that no file of ours has, with coins, and the solver with tokens of the issuer. */
async function fundedRoles(connection: Connection, issuer: SolanaPlan) {
  const roles = {
    deployer: Keypair.generate(),
    executor: Keypair.generate(),
    solver: Keypair.generate(),
    attestor: Keypair.generate(),
    payee: Keypair.generate(),
    feeReceiver: Keypair.generate(),
  }
  for (const { publicKey } of [...Object.values(roles), issuer.keys.deployer])
    await connection.requestAirdrop(publicKey, 100 * LAMPORTS_PER_SOL)
  const transfers = [{ asset: 'usdc', units: 1_000n * hundred }] as const
  await transferSolana(connection, { to: roles.solver.publicKey, transfers }, issuer)
  return roles
}

/** What `npm run deploy` prints. */
async function runDeploy(environment: Record<string, string>): Promise<string> {
  const file = path.join(root, 'src/cli/deploy/deploy.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
  })
  return stdout
}

/** Service and attestor, each a process of its own that has its own keys and nothing else. */
async function startService({
  local,
  roles,
  environment,
}: {
  local: LocalNetwork
  roles: Awaited<ReturnType<typeof fundedRoles>>
  environment: Record<string, string>
}): Promise<BenchService> {
  const { keys, quoteKey, apiKey } = local.installation
  const port = await findFreePort('127.0.0.1')
  const { service } = await bundleProgram(root)
  const common = { ...environment, LOG_LEVEL: 'fatal', PATH: process.env['PATH'] ?? '' }
  startProcess(service, {
    ...common,
    ROLES: 'attestor',
    ATTESTOR_EVM_KEY: keys.attestor,
    ATTESTOR_SOLANA_KEY: textOf(roles.attestor),
  })
  startProcess(service, {
    ...common,
    ROLES: 'api,worker',
    PORT: String(port),
    API_KEY: apiKey,
    QUOTE_KEY: quoteKey,
    EXECUTOR_EVM_KEY: keys.executor,
    SOLVER_EVM_KEY: keys.solver,
    COSIGNER_KEY: keys.cosigner,
    PAYMASTER_KEY: keys.paymasterSigner,
    EXECUTOR_SOLANA_KEY: textOf(roles.executor),
    SOLVER_SOLANA_KEY: textOf(roles.solver),
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return { url, key: apiKey }
}

function startProcess(file: string, environment: Record<string, string>): void {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  ends.push(async () => {
    child.kill('SIGTERM')
    await waitForEnd(child)
  })
}

async function untilReady(url: string): Promise<void> {
  for (const endsAtMs = performance.now() + hangMs; performance.now() < endsAtMs;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await wait(50)
  }
  throw new Error('The service was not ready in time.')
}

/** Quotes, signs and executes. @returns What the quote promised and the execution delivered. */
async function execute(
  service: BenchService,
  asking: Parameters<typeof fetchSignedQuote>[1],
): Promise<bigint> {
  const { id, body } = await fetchSignedQuote(service, asking)
  const quote = endpoints.quote.response.parse(body)
  await ask(service, 'executeQuote', body)
  expect(await waitUntilTerminal(service, id)).toMatchObject({ status: 'COMPLETED' })
  return BigInt(quote.destinationToken.amount)
}

async function heldOnSolana(connection: Connection, owner: string): Promise<bigint> {
  const [, mint = ''] = usdcOnSolana.split('/token:')
  const account = getAssociatedTokenAddress(owner, { mint, tokenProgram: programs.token })
  const { value } = await connection.getTokenAccountBalance(new PublicKey(account))
  return BigInt(value.amount)
}

async function heldOnEthereum(rpcUrl: string, account: EvmAddress): Promise<bigint> {
  const client = createEvmClient('eip155:1', { rpcUrl })
  const { balances } = await readBalances(client, { account, assetTypes: [usdcOnEthereum] })
  return balances[0] ?? 0n
}

function addressOf({ publicKey }: Keypair): string {
  return publicKey.toBase58()
}

function textOf({ secretKey }: Keypair): string {
  return encodeBase58(secretKey)
}
