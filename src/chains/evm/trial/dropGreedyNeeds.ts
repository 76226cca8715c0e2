import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { findNeeds } from './findMoves.ts'
import type { BatchSimulation, SimulatedNeeds, TrialAllowance } from './simulateBatch.ts'

/** More allowances than that are not inferred: each is tried once more. */
const maxTried = 6

/**
 * Leaves out of inferred needs what is no need: what a contract takes only as it is there to take. It
 * takes less where less is lent or allowed, and does not fail. A page that wrote such needs into its
 * form would offer a contract all that an account and the solver have.
 *
 * @param needs - What calls took in a trial with all that there is.
 * @param of.open - The allowances of that trial, which nothing exhausts.
 * @param of.run - Runs the calls with other needs.
 * Source: ours (security rule 14).
 */
export async function dropGreedyNeeds(
  needs: SimulatedNeeds,
  of: {
    account: EvmAddress
    open: readonly TrialAllowance[]
    run: (needs: SimulatedNeeds) => Promise<BatchSimulation>
  },
): Promise<SimulatedNeeds> {
  const { account, open, run } = of
  const { allowances } = needs
  if (needs.tokens.length + allowances.length === 0) return needs
  if (allowances.length > maxTried) return { tokens: [], allowances: [] }
  const tokens = needs.tokens.map(({ token }) => token)
  const [unlent, ...halved] = await Promise.all([
    run({ tokens: [], allowances: open }),
    ...allowances.map(async (one) => run({ ...needs, allowances: halve(allowances, one) })),
  ])
  const taken = findNeeds(unlent, { account, tokens, allowances: [] }).tokens
  const isGreedyFor = needs.tokens.filter(
    ({ amount }, at) => isWhole(unlent) && (taken[at] ?? 0n) < amount,
  )
  const greedy = allowances.filter(
    ({ token }, at) =>
      isNamed(isGreedyFor, token) || (halved[at] !== undefined && isWhole(halved[at])),
  )
  return {
    tokens: needs.tokens.flatMap(({ token, amount }) => {
      if (isNamed(isGreedyFor, token)) return []
      const rest = greedy
        .filter((one) => isSameAddress(one.token, token))
        .reduce((left, one) => left - one.amount, amount)
      return rest > 0n ? [{ token, amount: rest }] : []
    }),
    allowances: allowances.filter((one) => !greedy.includes(one)),
  }
}

function halve(
  allowances: readonly TrialAllowance[],
  half: TrialAllowance,
): readonly TrialAllowance[] {
  return allowances.map((one) => (one === half ? { ...one, amount: one.amount / 2n } : one))
}

function isWhole({ calls }: BatchSimulation): boolean {
  return calls.every(({ isSuccess }) => isSuccess)
}

function isNamed(list: readonly { token: EvmAddress }[], token: EvmAddress): boolean {
  return list.some((one) => isSameAddress(one.token, token))
}
