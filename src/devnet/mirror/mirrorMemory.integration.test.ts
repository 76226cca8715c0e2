import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { isCampaign } from '#testing/campaign.ts'
import { mirrorChains } from '#networks/mirror/mirrorChains.ts'
import { type Devnet, startDevnet } from '../startDevnet.ts'
import type { DevnetChain } from '../deploy/startChains.ts'

/** Memory is read from procfs, which only Linux has. */
const hasTable = existsSync('/proc/self/status')

const mega = 1_000_000
let dataDir: string
let mirror: Devnet

beforeAll(async () => {
  if (!hasTable) return
  dataDir = await mkdtemp(join(tmpdir(), 'estuary-memory-'))
  const numbers = mirrorChains.map(({ number }) => number)
  const ports = Object.fromEntries(numbers.map((number) => [number, 0]))
  mirror = await startDevnet({ name: 'mirror', dataDir, chains: numbers.join(','), ports })
})
afterAll(async () => {
  if (!hasTable) return
  await mirror.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test.skipIf(!hasTable)(
  'six chains hold less than 600 MB after ten minutes of blocks (needs /proc)',
  async () => {
    expect(mirror.chains).toHaveLength(6)
    await Promise.all(mirror.chains.map((chain) => mine(chain, isCampaign ? 600 : 100)))
    const held = mirror.chains.map(residentBytes)
    expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(600 * mega)
  },
)

test.skipIf(!hasTable)(
  'an hour of blocks in which nothing happens takes a node less than 22 MB (needs /proc)',
  async () => {
    const [chain] = mirror.chains
    if (!chain) throw new Error('The mirror has no chain.')
    const before = residentBytes(chain)
    await mine(chain, isCampaign ? 3_600 : 600)
    expect(residentBytes(chain) - before).toBeLessThan(22 * mega)
  },
)

/** Mines blocks a second apart, in chunks so that requests stay short. */
async function mine({ client }: DevnetChain, blocks: number): Promise<void> {
  for (let left = blocks; left > 0; left -= 100)
    await client.mine({ blocks: Math.min(left, 100), interval: 1 })
}

/** Resident memory of a node's process in bytes, shared pages included. */
function residentBytes({ node, name }: DevnetChain): number {
  const status = readFileSync(`/proc/${node.pid()}/status`, 'utf8')
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  if (kibibytes === undefined) throw new Error(`The node of ${name} holds nothing.`)
  return Number(kibibytes) * 1024
}
