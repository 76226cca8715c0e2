import { hexToBigInt, numberToHex } from 'viem/utils'

import type { ChainContracts } from '#networks/network.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { ChainUnavailable } from '../../rpc/ChainUnavailable.ts'
import {
  agreedFind as agreedFindIn,
  answersOf,
  keyOfAnswer,
  neededOf,
  type Providers,
  reachedOf,
  tooFewOf,
} from '../../rpc/providers.ts'
import type {
  Block,
  EvmEcosystem,
  SettlementState,
  StateQuestion,
} from '../../ports/settlementChain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type ManyRead, type Read, readMany } from '../rpc/readMany.ts'
import { readSettlement } from '../orders/settlement.ts'
import { readHead } from '../orders/watch.ts'

/** Several providers of one chain. */
export type Quorum = Providers<EvmClient>

/**
 * The newest block that enough providers know: one alone cannot make time or height run ahead, nor
 * put a time of its own on a height that others know.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedHead({ clients }: Quorum): Promise<Block> {
  const heads = await answersOf(clients, (client) => readHead(client))
  return {
    number: reachedOf(
      heads.map(({ number }) => number),
      clients,
    ),
    time: reachedOf(
      heads.map(({ time }) => time),
      clients,
    ),
  }
}

/**
 * How far enough providers have counted: one alone cannot make a count run ahead.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedCount(
  { clients }: Quorum,
  count: (client: EvmClient) => Promise<bigint>,
): Promise<bigint> {
  return reachedOf(await answersOf(clients, count), clients)
}

/**
 * Contract state at a block, as enough providers give it with the same block hash.
 *
 * @throws ChainUnavailable when fewer answer, or when no such number of them agrees.
 */
export async function agreedState(
  quorum: Quorum,
  options: { contracts: ChainContracts; question: StateQuestion<EvmEcosystem>; block: bigint },
): Promise<SettlementState<EvmEcosystem>> {
  const { block } = options
  return agreedAt(quorum, { block, ask: (client) => readSettlement(client, options) })
}

/**
 * Values of the newest block that enough providers know, as they give them alike.
 *
 * @throws ChainUnavailable when fewer answer, or when no such number of them agrees.
 */
export async function agreedMany(quorum: Quorum, reads: readonly Read[]): Promise<ManyRead> {
  const [only] = quorum.clients
  if (only && quorum.clients.length === 1) return readMany(only, reads)
  const { number: block } = await agreedHead(quorum)
  return agreedAt(quorum, { block, ask: (client) => readMany(client, reads, { block }) })
}

/** Something that is in a block, as enough providers show it alike; see `agreedFind` of providers. */
export function agreedFind<Found extends { block: bigint }>(
  quorum: Quorum,
  find: (client: EvmClient) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return agreedFindIn(quorum, {
    find,
    hasBlock: async (client, block) => (await readBlockHash(client, block)) !== undefined,
  })
}

async function agreedAt<Answer>(
  { clients, onDisagreement }: Quorum,
  { block, ask }: { block: bigint; ask: (client: EvmClient) => Promise<Answer> },
): Promise<Answer> {
  const [only] = clients
  if (only && clients.length === 1) return ask(only)
  const answers = await answersOf(clients, async (client) => {
    const [answer, hash] = await Promise.all([ask(client), readBlockHash(client, block)])
    return { answer, key: keyOfAnswer([answer, hash]) }
  })
  const needed = neededOf(clients)
  if (answers.length < needed) throw tooFewOf(clients, answers.length)
  const keys = [...new Set(answers.map(({ key }) => key))]
  const agreed = keys.filter((one) => answers.filter(({ key }) => key === one).length >= needed)
  const chainId = only?.chainId ?? 'eip155:0'
  if (keys.length > 1)
    onDisagreement?.(
      `Providers of ${chainId} give ${keys.length} different answers about block ${block}.`,
    )
  const said = agreed.length === 1 ? answers.find(({ key }) => key === agreed[0]) : undefined
  if (said) return said.answer
  throw new ChainUnavailable(chainId, { reason: 'its providers disagree' })
}

/** @throws ChainUnavailable when the block is not known there yet. */
async function readBlockHash(client: EvmClient, block: bigint): Promise<Hash> {
  const found = await client.rpc.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(block), false],
  })
  if (!found?.hash || hexToBigInt(found.number ?? '0x0') !== block)
    throw new ChainUnavailable(client.chainId, { reason: `block ${block} is not known yet` })
  return found.hash
}
