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
 * @param scenarios - The scenarios.
 * @param onChange - Called with the active names after each change, before `set` resolves.
 */
export function createScenarios(
  scenarios: readonly FaultScenario[],
  onChange: (active: readonly string[]) => void,
): Scenarios {
  const active = new Set<string>()
  const enqueue = createQueue()

  async function change(scenario: FaultScenario, wanted: boolean): Promise<void> {
    if (active.has(scenario.name) === wanted) return
    // Active from before its effect until after it is reverted, so that the keeper never undoes it.
    if (wanted) {
      active.add(scenario.name)
      onChange([...active])
      await scenario.inject()
    } else {
      await scenario.restore()
      active.delete(scenario.name)
      onChange([...active])
    }
  }

  return {
    list: () =>
      scenarios.map(({ name, description }) => ({ name, active: active.has(name), description })),
    isActive: (name) => active.has(name),
    async set(name, wanted) {
      const scenario = scenarios.find((candidate) => candidate.name === name)
      if (!scenario)
        throw new UnknownScenarioError(
          name,
          scenarios.map((known) => known.name),
        )
      await enqueue(() => change(scenario, wanted))
    },
  }
}
