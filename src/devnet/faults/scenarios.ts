import type { Scenario } from '#protocol/service/devnet.ts'
import { createQueue } from '../node/queue.ts'
import type { FaultScenario } from './faultScenarios.ts'

/** Fault scenarios that can be switched on and off. */
export type Scenarios = {
  list(): Scenario[]
  /** Whether a scenario is on. */
  isActive(name: string): boolean
  /**
   * Switches a scenario; resolves once its effect is visible on the chains. Does nothing when it is
   * already in that state.
   *
   * @throws UnknownScenarioError when there is none of that name.
   */
  set(name: string, active: boolean): Promise<void>
}

/** There is no scenario of that name. */
export class UnknownScenarioError extends Error {
  override name = 'UnknownScenario'
  constructor(name: string, known: readonly string[]) {
    super(`There is no scenario "${name}". Known: ${known.join(', ')}.`)
  }
}

/**
 * Creates the switches of some fault scenarios.
 *
 * @param faults - The scenarios.
 * @param onChange - Called with the active names after each change, before `set` resolves.
 */
export function createScenarios(
  faults: readonly FaultScenario[],
  onChange: (active: readonly string[]) => void,
): Scenarios {
  const active = new Set<string>()
  const enqueue = createQueue()

  async function change(trick: FaultScenario, wanted: boolean): Promise<void> {
    if (active.has(trick.name) === wanted) return
    // Active from before its effect until after it is reverted, so that the keeper never undoes it.
    if (wanted) {
      active.add(trick.name)
      onChange([...active])
      await trick.inject()
    } else {
      await trick.restore()
      active.delete(trick.name)
      onChange([...active])
    }
  }

  return {
    list: () =>
      faults.map(({ name, description }) => ({ name, active: active.has(name), description })),
    isActive: (name) => active.has(name),
    async set(name, wanted) {
      const trick = faults.find((candidate) => candidate.name === name)
      if (!trick)
        throw new UnknownScenarioError(
          name,
          faults.map((known) => known.name),
        )
      await enqueue(() => change(trick, wanted))
    },
  }
}
