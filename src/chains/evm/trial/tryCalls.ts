import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Call, StateOverride } from '#protocol/quotes/callQuote.ts'
import { readTokens } from '../assets/readTokens.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type Read, readMany } from '../rpc/readMany.ts'
import { dropGreedyNeeds } from './dropGreedyNeeds.ts'
import { coinLogAddress, findMoves, findNeeds, sumMoves } from './findMoves.ts'
import {
  type BatchSimulation,
  simulateBatch,
  type SimulatedNeeds,
  type TrialResult,
} from './simulateBatch.ts'

/** Calls to run as their account, without signing or sending anything. */
export type SimulationRequest = {
  account: EvmAddress
  calls: readonly Call[]
  overrides: readonly StateOverride[]
  /** The chain's listed tokens, of which the solver lends. */
  tokens: readonly EvmAddress[]
  solver: EvmAddress
  /** Undefined to find out. */
  needs: SimulatedNeeds | undefined
}

/** What calls do to one balance of their account. */
export type SimulatedChange = {
  /** Undefined for the native coin. */
  token: EvmAddress | undefined
  /** What its contract reports; undefined for listed tokens and the coin. */
  reported: { symbol: string; decimals: number } | undefined
  before: bigint
  /** What comes from other chains for the calls. */
  brought: bigint
  after: bigint
}

/** An item of a collection that comes or goes. */
export type SimulatedItem = { symbol: string; id: bigint; isArrival: boolean }

/** What calls do. */
export type CallSimulation = {
  /** Undefined when they could not be found out, as a call reverts. */
  needs: SimulatedNeeds | undefined
  calls: readonly TrialResult[]
  /** Empty when a call reverts, as then nothing happens. */
  changes: readonly SimulatedChange[]
  items: readonly SimulatedItem[]
  gasUsed: bigint
}

/**
 * Runs calls on the latest block, lending and allowing what they need as an operation does; nothing
 * is signed or sent. What they need is found by a first run with all that the solver has, without what
 * they take only as it is there.
 *
 * @throws ChainUnavailableError if the chain does not answer; viem's RPC error if its node cannot
 *   simulate.
 */
export async function tryCalls(client: EvmClient, of: SimulationRequest): Promise<CallSimulation> {
  const { tokens, needs: given } = of
  const held = await readHeld(client, of)
  if (given)
    return describe(client, {
      of,
      held,
      needs: given,
      run: await run(client, { of, held, needs: given }),
    })
  // With all that the solver has, and allowances that nothing exhausts, it shows what is taken.
  const open = {
    tokens: tokens.map((token, at) => {
      return { token, amount: (held.own[at] ?? 0n) + (held.lendable[at] ?? 0n) }
    }),
    allowances: findSpenders(of).flatMap((spender) =>
      tokens.map((token) => ({ token, spender, amount: manyUnits })),
    ),
  }
  const first = await run(client, { of, held, needs: open })
  if (first.calls.some(({ isSuccess }) => !isSuccess))
    return describe(client, { of, held, needs: undefined, run: first })
  const found = findNeeds(first, { ...of, allowances: open.allowances })
  const taken = {
    tokens: tokens.flatMap((token, at) => {
      const amount = found.tokens[at] ?? 0n
      return amount > 0n ? [{ token, amount }] : []
    }),
    allowances: open.allowances.flatMap((one, at) => {
      const amount = found.allowances[at] ?? 0n
      return amount > 0n ? [{ ...one, amount }] : []
    }),
  }
  const needs = await dropGreedyNeeds(taken, {
    account: of.account,
    open: open.allowances,
    run: async (less) => run(client, { of, held, needs: less }),
  })
  return describe(client, { of, held, needs, run: await run(client, { of, held, needs }) })
}

/** More than any call takes, and not the value that tokens treat as endless. */
const manyUnits = 2n ** 127n

/** Most allowances that are tried out at once. */
const maxAllowances = 60

/** Contracts that are called and may take tokens: no token itself, and not the account. */
function findSpenders({ calls, tokens, account }: SimulationRequest): readonly EvmAddress[] {
  const spenders: EvmAddress[] = []
  for (const { to } of calls)
    if (![...tokens, ...spenders, account].some((one) => isSameAddress(one, to))) spenders.push(to)
  return spenders.slice(0, Math.floor(maxAllowances / Math.max(1, tokens.length)))
}

type Held = { coins: bigint; own: readonly bigint[]; lendable: readonly bigint[] }

async function readHeld(
  client: EvmClient,
  { account, tokens, solver }: SimulationRequest,
): Promise<Held> {
  const { values } = await readMany(client, [
    { kind: 'balance', of: account },
    ...tokens.map((token) => buildBalanceRead(token, account)),
    ...tokens.map((token) => buildBalanceRead(token, solver)),
  ])
  const [coins = 0n, ...units] = values.map((words) => words?.[0] ?? 0n)
  return { coins, own: units.slice(0, tokens.length), lendable: units.slice(tokens.length) }
}

function buildBalanceRead(to: EvmAddress, holder: EvmAddress): Read {
  const word = holder.slice(2).toLowerCase().padStart(64, '0')
  return { kind: 'call', to, data: `0x70a08231${word}`, words: 1 }
}

type Run = { of: SimulationRequest; held: Held; needs: SimulatedNeeds }

function run(client: EvmClient, { of, held, needs }: Run): Promise<BatchSimulation> {
  const { account, calls, overrides, tokens, solver: lender } = of
  const coins = getValue(of)
  return simulateBatch(client, {
    account,
    calls: calls.map(({ to, data, value }) => ({ to, data, value: BigInt(value) })),
    loans: getLoans({ of, held, needs }).flatMap((amount, at) => {
      const token = tokens[at]
      return token && amount > 0n ? [{ token, lender, amount }] : []
    }),
    allowances: needs.allowances,
    coins: coins > held.coins ? coins : undefined,
    overrides,
    tokens,
  })
}

/** What the account lacks of each listed token, as far as the solver has it. */
function getLoans({ of, held, needs }: Run): readonly bigint[] {
  return of.tokens.map((token, at) => {
    const needed = needs.tokens
      .filter((one) => isSameAddress(one.token, token))
      .reduce((sum, { amount }) => sum + amount, 0n)
    const missing = needed - (held.own[at] ?? 0n)
    const most = held.lendable[at] ?? 0n
    return missing <= 0n ? 0n : missing < most ? missing : most
  })
}

function getValue({ calls }: SimulationRequest): bigint {
  return calls.reduce((sum, { value }) => sum + BigInt(value), 0n)
}

async function describe(
  client: EvmClient,
  found: {
    of: SimulationRequest
    held: Held
    needs: SimulatedNeeds | undefined
    run: BatchSimulation
  },
): Promise<CallSimulation> {
  const { of, held, needs, run: ran } = found
  const isGood = needs !== undefined && ran.calls.every(({ isSuccess }) => isSuccess)
  const logs = ran.calls.flatMap((call) => call.logs)
  const { moves, items } = isGood ? findMoves(logs, of.account) : { moves: [], items: [] }
  const sums = sumMoves(moves)
  return {
    needs,
    calls: ran.calls,
    changes: isGood
      ? [
          ...findCoinChange(sums, { of, held }),
          ...findListedChanges(ran, { of, held, needs }),
          ...(await findUnlistedChanges(client, { sums, of })),
        ]
      : [],
    items: await nameItems(client, items),
    gasUsed: ran.calls.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
  }
}

type Sums = ReturnType<typeof sumMoves>

function findCoinChange(
  sums: Sums,
  { of, held: { coins } }: { of: SimulationRequest; held: Held },
): readonly SimulatedChange[] {
  const moved = sums.find(({ token }) => isSameAddress(token, coinLogAddress))
  if (!moved) return []
  const missing = getValue(of) - coins
  const brought = missing > 0n ? missing : 0n
  const after = coins + brought + moved.change
  return [{ token: undefined, reported: undefined, before: coins, brought, after }]
}

function findListedChanges(ran: BatchSimulation, trial: Run): readonly SimulatedChange[] {
  const loans = getLoans(trial)
  return trial.of.tokens.flatMap((token, at): readonly SimulatedChange[] => {
    const [before, after] = [trial.held.own[at], ran.after[at]]
    const brought = loans[at] ?? 0n
    if (before === undefined || after === undefined) return []
    if (before === after && brought === 0n) return []
    return [{ token, reported: undefined, before, brought, after }]
  })
}

async function findUnlistedChanges(
  client: EvmClient,
  { sums, of }: { sums: Sums; of: SimulationRequest },
): Promise<readonly SimulatedChange[]> {
  const { account, tokens } = of
  const others = sums.filter(
    ({ token, change }) =>
      change !== 0n && ![...tokens, coinLogAddress].some((one) => isSameAddress(one, token)),
  )
  if (others.length === 0) return []
  const [facts, { values }] = await Promise.all([
    readTokens(
      client,
      others.map(({ token }) => token),
    ),
    readMany(
      client,
      others.map(({ token }) => buildBalanceRead(token, account)),
    ),
  ])
  return others.map(({ token, change }, at) => {
    const { symbol = '?', decimals = 0 } = facts[at] ?? {}
    const before = values[at]?.[0] ?? 0n
    const reported = { symbol, decimals: decimals > 77 ? 0 : decimals }
    return { token, reported, before, brought: 0n, after: before + change }
  })
}

async function nameItems(
  client: EvmClient,
  items: ReturnType<typeof findMoves>['items'],
): Promise<readonly SimulatedItem[]> {
  if (items.length === 0) return []
  const facts = await readTokens(
    client,
    items.map(({ collection }) => collection),
  )
  return items.map(({ id, isArrival }, at) => {
    return { symbol: facts[at]?.symbol ?? '?', id, isArrival }
  })
}
