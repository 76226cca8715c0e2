import type { Scenario } from '#protocol/service/devnet.ts'
import { createQueue } from '../node/queue.ts'
import type { Trick } from './tricks.ts'

/** Causes that the next executions can be made to meet. */
export type Scenarios = {
  list(): Scenario[]
  /** Whether a scenario is on. */
  isActive(name: string): boolean
  /**
   * Switches a scenario; resolves once its effect can be seen on the chains. Switching it to what
   * it is does nothing.
   *
   * @throws UnknownScenario when there is none of that name.
   */
  set(name: string, active: boolean): Promise<void>
}

/** There is no scenario of that name. */
export class UnknownScenario extends Error {
  override name = 'UnknownScenario'
  constructor(name: string, known: readonly string[]) {
    super(`There is no scenario "${name}". Known: ${known.join(', ')}.`)
  }
}

/**
 * Makes the switches of some tricks.
 *
 * @param tricks - What each scenario does and undoes.
 * @param onChange - Told the names of all active scenarios after each change, before it is answered.
 */
export function createScenarios(
  tricks: readonly Trick[],
  onChange: (active: readonly string[]) => void,
): Scenarios {
  const active = new Set<string>()
  const enqueue = createQueue()

  async function change(trick: Trick, wanted: boolean): Promise<void> {
    if (active.has(trick.name) === wanted) return
    // On counts before the effect and off after it, so that the keeper never undoes it in between.
    if (wanted) {
      active.add(trick.name)
      onChange([...active])
      await trick.play()
    } else {
      await trick.undo()
      active.delete(trick.name)
      onChange([...active])
    }
  }

  return {
    list: () =>
      tricks.map(({ name, description }) => ({ name, active: active.has(name), description })),
    isActive: (name) => active.has(name),
    async set(name, wanted) {
      const trick = tricks.find((candidate) => candidate.name === name)
      if (!trick)
        throw new UnknownScenario(
          name,
          tricks.map((known) => known.name),
        )
      await enqueue(() => change(trick, wanted))
    },
  }
}
