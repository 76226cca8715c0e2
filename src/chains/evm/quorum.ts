import { hexToBigInt, numberToHex } from 'viem/utils'

import type { ChainContracts } from '#networks/network.ts'
import type { Hash } from '#protocol/hex.ts'
import { ChainUnavailable } from '../ChainUnavailable.ts'
import type { Block, SettlementState, StateQuestion } from '../settlementChain.ts'
import type { EvmClient } from './client.ts'
import { readSettlement } from './settlement.ts'
import { readHead } from './watch.ts'

/** Several providers of one chain, independent of each other: none is believed alone. */
export type Quorum = {
  /** At least one; with one there is nobody to compare with. */
  clients: readonly EvmClient[]
  /** Hears when providers give different answers: somebody lies, or is on another fork. */
  onDisagreement?: ((sentence: string) => void) | undefined
}

/** How many must give the same answer. Source: security rule 9. */
const enough = 2

/**
 * The newest block that enough providers know: one alone cannot make time or height run ahead.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedHead({ clients }: Quorum): Promise<Block> {
  const heads = await answersOf(clients, (client) => readHead(client))
  const ordered = heads.toSorted((a, b) => (a.number > b.number ? -1 : 1))
  const head = ordered[needed(clients) - 1]
  if (!head) throw tooFew(clients, heads.length)
  return head
}

/**
 * Contract state at a block, as enough providers give it with the same block hash.
 *
 * @throws ChainUnavailable when fewer answer, or when no such number of them agrees.
 */
export async function agreedState(
  { clients, onDisagreement }: Quorum,
  options: { contracts: ChainContracts; question: StateQuestion; block: bigint },
): Promise<SettlementState> {
  const [only] = clients
  if (only && clients.length === 1) return readSettlement(only, options)
  const answers = await answersOf(clients, async (client) => {
    const [state, hash] = await Promise.all([
      readSettlement(client, options),
      readBlockHash(client, options.block),
    ])
    return { state, key: keyOf(state, hash) }
  })
  if (answers.length < enough) throw tooFew(clients, answers.length)
  const keys = [...new Set(answers.map(({ key }) => key))]
  const agreed = keys.filter((one) => answers.filter(({ key }) => key === one).length >= enough)
  const chainId = only?.chainId ?? 'eip155:0'
  if (keys.length > 1)
    onDisagreement?.(
      `Providers of ${chainId} give ${keys.length} different answers about block ${options.block}.`,
    )
  const said = agreed.length === 1 ? answers.find(({ key }) => key === agreed[0]) : undefined
  if (said) return said.state
  throw new ChainUnavailable(chainId, { reason: 'its providers disagree' })
}

/** What those who answered said. One provider that is down is nobody's alarm. */
async function answersOf<Answer>(
  clients: readonly EvmClient[],
  ask: (client: EvmClient) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const results = await Promise.allSettled(clients.map((client) => ask(client)))
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed && answers.length < needed(clients)) throw failed.reason
  return answers
}

function needed(clients: readonly EvmClient[]): number {
  return Math.min(enough, clients.length)
}

function tooFew([first, ...others]: readonly EvmClient[], answers: number): ChainUnavailable {
  return new ChainUnavailable(first?.chainId ?? 'eip155:0', {
    reason: `${answers} of ${others.length + 1} providers answer`,
  })
}

async function readBlockHash(client: EvmClient, block: bigint): Promise<Hash> {
  const found = await client.rpc.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(block), false],
  })
  if (!found?.hash || hexToBigInt(found.number ?? '0x0') !== block)
    throw new ChainUnavailable(client.chainId, { reason: `block ${block} is not known yet` })
  return found.hash
}

function keyOf(state: SettlementState, hash: Hash): string {
  const { block, orders, nonces, fills, threshold } = state
  return JSON.stringify([
    hash,
    block.number.toString(),
    block.time.toString(),
    orders,
    nonces,
    fills,
    threshold,
  ])
}
