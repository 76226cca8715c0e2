import { execFileSync } from 'node:child_process'

import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'

import { isCampaign } from '#testing/campaign.ts'
import { deriveSolanaKey } from '../plan/solanaKeys.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

/** Requests per round; a tenth of them send transactions. */
const roundRequests = isCampaign ? 2_500 : 500
const batch = 100
const mebibyte = 1024 * 1024

test('thousands of requests leave the node about as large as the first of them made it', async () => {
  const solana = await startTestSolana({ keptTransactions: 200, stateSeconds: 1 })
  try {
    const first = await round(solana)
    const sizes = [first, await round(solana), await round(solana), await round(solana)]
    const growth = (sizes.at(-1) ?? 0) - first
    // Its heap may grow by some 40 MiB before it is collected, and stays there.
    expect(growth, `MiB after each round: ${sizes.map(inMebibytes).join(', ')}`).toBeLessThan(
      64 * mebibyte,
    )
    expect(sizes.at(-1)).toBeLessThan(400 * mebibyte)
    expect(await rememberedIn(solana)).toBe(200)
    expect(solana.warnings).toEqual([])
  } finally {
    await solana.stop()
  }
})

/** @returns Memory of the node's process afterwards, bytes. */
async function round(solana: TestSolana): Promise<number> {
  const someone = Keypair.generate().publicKey.toBase58()
  for (let sent = 0; sent < roundRequests; sent += batch) await ask(solana, someone)
  // Makes the transactions sent so far old enough to be dropped by the next one.
  await solana.advanceSlots(301)
  await solana.connection.requestAirdrop(Keypair.generate().publicKey, 1_000_000)
  return memoryOf(solana.node.pid())
}

async function ask({ node }: TestSolana, someone: string): Promise<void> {
  const requests = Array.from({ length: batch }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    ...(id % 10 === 0
      ? { method: 'requestAirdrop', params: [someone, 1_000_000] }
      : asked(id, someone)),
  }))
  const response = await fetch(node.rpcUrl, { method: 'POST', body: JSON.stringify(requests) })
  const answers: unknown[] = await response.json()
  expect(answers).toHaveLength(batch)
  expect(answers.filter((answer) => 'error' in Object(answer))).toEqual([])
}

function asked(id: number, someone: string) {
  const reads = [
    { method: 'getLatestBlockhash', params: [] },
    { method: 'getAccountInfo', params: [someone, { encoding: 'base64' }] },
    {
      method: 'getSignaturesForAddress',
      params: [someone, { limit: 20, commitment: 'confirmed' }],
    },
  ]
  return reads[id % reads.length]
}

/** Transactions that the node keeps: the faucet pays for all. */
async function rememberedIn({ connection }: TestSolana): Promise<number> {
  const faucet = deriveSolanaKey('faucet').publicKey
  return (await connection.getSignaturesForAddress(faucet)).length
}

function memoryOf(pid: number | undefined): number {
  const kibibytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kibibytes) * 1_024
}

function inMebibytes(bytes: number): number {
  return Math.round(bytes / mebibyte)
}
