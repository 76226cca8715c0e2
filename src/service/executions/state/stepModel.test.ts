import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isTerminal } from '#protocol/status/status.ts'
import { pickEveryNth, isCampaign, getRuns } from '#testing/campaign.ts'
import { initialState, phases, type State } from './step.ts'
import {
  runToSuccess,
  applyEvent,
  events,
  applyAllLandings,
  createModelState,
  describeState,
  findViolations,
  ways,
} from '#testing/model/stepModel.ts'
import {
  deadlines,
  generateDeliveries,
  generateLegs,
  type ModelState,
} from '#testing/model/modelState.ts'

test('whatever lands, fails or is forgotten in whatever order, value is safe and it ends', () => {
  fc.assert(
    fc.property(
      fc.record({
        legs: fc.integer({ min: 1, max: 3 }),
        way: ways,
        // Rounds in which all goes well before anything may happen.
        smoothRounds: fc.nat(4),
        secondsPerRound: fc.constantFrom(30n, 400n),
      }),
      fc.array(events, { maxLength: 60 }),
      (kind, events) => {
        const world = createModelState(kind)
        let state = runToSuccess(initialState, world, { rounds: kind.smoothRounds, seconds: 1n })
        for (const happening of events) state = applyEvent(state, world, happening)
        state = runToSuccess(state, world, { rounds: 60, seconds: kind.secondsPerRound })
        checkEnd(state, world)
      },
    ),
    getRuns({ test: 500, campaign: 5_000 }),
  )
})

test.each(['plain', 'arrival', 'call'] as const)(
  'where all goes well a delivery (%s) is made, and what should come before it came',
  (by) => {
    const world = createModelState({ legs: 2, way: by })
    const { status } = runToSuccess(initialState, world, { rounds: 20, seconds: 1n })
    expect(status).toBe('COMPLETED')
    expect(world.deploymentStep?.state).toBe(by === 'arrival' ? 'mined' : undefined)
    expect(world.grantStep?.state).toBe(by === 'call' ? 'mined' : undefined)
  },
)

test('what is held back and lands after its execution ended does not exist', () => {
  fc.assert(
    fc.property(ways, fc.array(events, { maxLength: 60 }), (by, events) => {
      const world = createModelState({ legs: 2, way: by })
      let state = initialState
      for (const happening of events) {
        state = applyEvent(state, world, happening)
        if (isTerminal(state.status) && state.status !== 'FAILED') applyAllLandings(world)
        expect(findViolations(state, state, world)).toEqual([])
      }
    }),
    getRuns({ test: 500, campaign: 5_000 }),
  )
})

/** It has ended, and as what it is: delivered, given back, or neither. */
function checkEnd(state: State, world: ModelState): void {
  if (state.status === getEnd(world)) return
  throw new Error(`Not ${getEnd(world)}: ${describeState({ state, world })}`)
}

function getEnd({ fill, legs }: ModelState): State['status'] {
  const isOwed = legs.some(({ escrow }) => escrow === 'held' || escrow === 'released')
  return fill === 'filled' ? 'COMPLETED' : isOwed ? 'FAILED' : 'REFUNDED'
}

test.each(phases.filter((phase) => phase !== 'done'))(
  'from %s it ends, and ends true, whatever is known when it gets there',
  (phase) => {
    let worlds = 0
    for (const time of [0n, deadlines.fill + 1n])
      for (const [index, delivery] of [...generateDeliveries()].entries())
        for (const leg of pickEveryNth([...generateLegs()], 17, index)) {
          const world = { ...createModelState({ legs: 1, way: 'plain' }), ...delivery, time }
          world.legs = [{ ...leg }]
          const before: State = { phase, status: 'IN_PROGRESS', failReason: 'UNKNOWN' }
          const after = runToSuccess(before, world, { rounds: 40, seconds: 100n })
          checkEnd(after, world)
          worlds += 1
        }
    expect(worlds).toBeGreaterThanOrEqual(2 * 72 * (isCampaign ? 585 : Math.floor(585 / 17)))
  },
)
