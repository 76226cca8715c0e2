import { hexToBigInt, numberToHex } from 'viem/utils'

import type { ChainContracts } from '#networks/network.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import {
  findByQuorum,
  collectAnswers,
  describeSides,
  toAnswerKey,
  getRequiredAnswers,
  type Providers,
  getNthHighest,
  buildInsufficientAnswersError,
} from '../../rpc/providers.ts'
import type {
  Block,
  EvmEcosystem,
  SettlementState,
  StateQuery,
} from '../../ports/settlementChain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type ManyRead, type Read, readMany } from '../rpc/readMany.ts'
import { readSettlement } from '../orders/settlement.ts'
import { readHead } from '../orders/watch.ts'

/** Several providers of one chain. */
export type EvmQuorum = Providers<EvmClient>

/**
 * Reads the latest block that the required number of providers know, so that a single one cannot
 * make height or time run ahead, or give a known height a false time.
 *
 * @throws ChainUnavailableError if too few respond.
 */
export async function readQuorumHead({ clients }: EvmQuorum): Promise<Block> {
  const heads = await collectAnswers(clients, (client) => readHead(client))
  return {
    number: getNthHighest(
      heads.map(({ number }) => number),
      clients,
    ),
    time: getNthHighest(
      heads.map(({ time }) => time),
      clients,
    ),
  }
}

/**
 * Reads the count that the required number of providers have reached, so that a single one cannot
 * make it run ahead.
 *
 * @throws ChainUnavailableError if too few respond.
 */
export async function readQuorumCount(
  { clients }: EvmQuorum,
  count: (client: EvmClient) => Promise<bigint>,
): Promise<bigint> {
  return getNthHighest(await collectAnswers(clients, count), clients)
}

/**
 * Reads contract state at a block on which the required number of providers agree, with the same
 * block hash.
 *
 * @throws ChainUnavailableError if too few respond or agree.
 */
export async function readQuorumState(
  quorum: EvmQuorum,
  options: { contracts: ChainContracts; question: StateQuery<EvmEcosystem>; block: bigint },
): Promise<SettlementState<EvmEcosystem>> {
  const { block } = options
  return readQuorumAt(quorum, { block, ask: (client) => readSettlement(client, options) })
}

/**
 * Reads values at the latest block that the required number of providers know and agree on.
 *
 * @throws ChainUnavailableError if too few respond or agree.
 */
export async function readQuorumMany(quorum: EvmQuorum, reads: readonly Read[]): Promise<ManyRead> {
  const [only] = quorum.clients
  if (only && quorum.clients.length === 1) return readMany(only, reads)
  const { number: block } = await readQuorumHead(quorum)
  return readQuorumAt(quorum, { block, ask: (client) => readMany(client, reads, { block }) })
}

/** Finds something included in a block by quorum; see {@link findByQuorum}. */
export function findInBlockByQuorum<Found extends { block: bigint }>(
  quorum: EvmQuorum,
  find: (client: EvmClient) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return findByQuorum(quorum, {
    find,
    hasBlock: async (client, block) => (await readBlockHash(client, block)) !== undefined,
  })
}

async function readQuorumAt<Answer>(
  { clients, onDisagreement }: EvmQuorum,
  { block, ask }: { block: bigint; ask: (client: EvmClient) => Promise<Answer> },
): Promise<Answer> {
  const [only] = clients
  if (only && clients.length === 1) return ask(only)
  const answers = await collectAnswers(clients, async (client) => {
    const [answer, hash] = await Promise.all([ask(client), readBlockHash(client, block)])
    return { client, answer, key: toAnswerKey([answer, hash]) }
  })
  const needed = getRequiredAnswers(clients)
  if (answers.length < needed) throw buildInsufficientAnswersError(clients, answers.length)
  const keys = [...new Set(answers.map(({ key }) => key))]
  const agreed = keys.filter((one) => answers.filter(({ key }) => key === one).length >= needed)
  const chainId = only?.chainId ?? 'eip155:0'
  if (keys.length > 1)
    onDisagreement?.(
      `Providers of ${chainId} give ${keys.length} different answers about block ${block}: ${describeSides(clients, answers)}.`,
    )
  const said = agreed.length === 1 ? answers.find(({ key }) => key === agreed[0]) : undefined
  if (said) return said.answer
  throw new ChainUnavailableError(chainId, { reason: 'its providers disagree' })
}

/** @throws ChainUnavailableError if the block is not known there yet. */
async function readBlockHash(client: EvmClient, block: bigint): Promise<Hash> {
  const found = await client.rpc.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(block), false],
  })
  if (!found?.hash || hexToBigInt(found.number ?? '0x0') !== block)
    throw new ChainUnavailableError(client.chainId, { reason: `block ${block} is not known yet` })
  return found.hash
}
