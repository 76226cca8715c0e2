import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { transferTopic } from '../assets/findTransfers.ts'
import type { BatchSimulation, TrialLog } from './simulateBatch.ts'

/** What nodes name as the contract of the native coin's own transfers in a simulation. */
export const coinLogAddress: EvmAddress = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** What an account gains (or loses, below zero) of a token or of the native coin. */
export type TokenMove = { token: EvmAddress; change: bigint }

/** What an account gains or loses of a collection (ERC-721). */
export type ItemMove = { collection: EvmAddress; id: bigint; isArrival: boolean }

/** Finds in events, in their order, what an account gains and loses. */
export function findMoves(
  logs: readonly TrialLog[],
  account: EvmAddress,
): { moves: readonly TokenMove[]; items: readonly ItemMove[] } {
  const moves: TokenMove[] = []
  const items: ItemMove[] = []
  for (const { address, topics, data } of logs) {
    const [topic, from, to, id] = topics
    const token = EvmAddress.safeParse(address)
    if (topic !== transferTopic || !from || !to || !token.success) continue
    const isPaid = isAccount(from, account)
    if (isPaid === isAccount(to, account)) continue
    if (id !== undefined) items.push({ collection: token.data, id: BigInt(id), isArrival: !isPaid })
    else if (/^0x[\da-f]{64}$/i.test(data))
      moves.push({ token: token.data, change: isPaid ? -BigInt(data) : BigInt(data) })
  }
  return { moves, items }
}

function isAccount(topic: string, account: EvmAddress): boolean {
  return isSameAddress(`0x${topic.slice(26)}`, account)
}

/** Sums up moves by token, in the order of their first one. */
export function sumMoves(moves: readonly TokenMove[]): readonly TokenMove[] {
  const sums: TokenMove[] = []
  for (const { token, change } of moves) {
    const at = sums.findIndex((sum) => isSameAddress(sum.token, token))
    const sum = sums[at]
    if (sum) sums[at] = { token, change: sum.change + change }
    else sums.push({ token, change })
  }
  return sums
}

/** Amounts of tokens and allowances that calls took, in the order of the trial; 0 for none. */
export type TrialNeeds = { tokens: readonly bigint[]; allowances: readonly bigint[] }

/**
 * Finds what calls take from their account: of each token the most that is out at a time, whatever
 * comes back later, and what is gone from each allowance.
 */
export function findNeeds(
  { calls, before, after, left }: BatchSimulation,
  of: {
    account: EvmAddress
    tokens: readonly EvmAddress[]
    allowances: readonly { amount: bigint }[]
  },
): TrialNeeds {
  const { moves } = findMoves(
    calls.flatMap(({ logs }) => logs),
    of.account,
  )
  return {
    tokens: of.tokens.map((token, at) => {
      const [from, to] = [before[at], after[at]]
      // Tokens that take a fee, or tell no transfer, show in the balance only.
      const gone = from === undefined || to === undefined ? 0n : from - to
      const out = findMostOut(moves.filter((move) => isSameAddress(move.token, token)))
      return gone > out ? gone : out
    }),
    allowances: of.allowances.map(({ amount }, at) => {
      const rest = left[at]
      return rest === undefined || rest >= amount ? 0n : amount - rest
    }),
  }
}

function findMostOut(moves: readonly TokenMove[]): bigint {
  let balance = 0n
  let lowest = 0n
  for (const { change } of moves) {
    balance += change
    if (balance < lowest) lowest = balance
  }
  return -lowest
}
