import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isTerminal } from '#protocol/status/status.ts'
import { everyNth, isCampaign, runsOf } from '#testing/campaign.ts'
import { initialState, phases, type State } from './step.ts'
import {
  goWell,
  happen,
  happenings,
  landAll,
  newWorld,
  show,
  violations,
  ways,
} from '#testing/model/stepModel.ts'
import { deadlines, everyDelivery, everyLeg, type World } from '#testing/model/stepWorld.ts'

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
      fc.array(happenings, { maxLength: 60 }),
      (kind, events) => {
        const world = newWorld(kind)
        let state = goWell(initialState, world, { rounds: kind.smoothRounds, seconds: 1n })
        for (const happening of events) state = happen(state, world, happening)
        state = goWell(state, world, { rounds: 60, seconds: kind.secondsPerRound })
        checkEnd(state, world)
      },
    ),
    runsOf({ test: 500, campaign: 5_000 }),
  )
})

test.each(['plain', 'arrival', 'call'] as const)(
  'where all goes well a delivery (%s) is made, and what should come before it came',
  (by) => {
    const world = newWorld({ legs: 2, way: by })
    const { status } = goWell(initialState, world, { rounds: 20, seconds: 1n })
    expect(status).toBe('COMPLETED')
    expect(world.arrivalStep?.state).toBe(by === 'arrival' ? 'mined' : undefined)
    expect(world.grantStep?.state).toBe(by === 'call' ? 'mined' : undefined)
  },
)

test('what is held back and lands after its execution ended does not exist', () => {
  fc.assert(
    fc.property(ways, fc.array(happenings, { maxLength: 60 }), (by, events) => {
      const world = newWorld({ legs: 2, way: by })
      let state = initialState
      for (const happening of events) {
        state = happen(state, world, happening)
        if (isTerminal(state.status) && state.status !== 'FAILED') landAll(world)
        expect(violations(state, state, world)).toEqual([])
      }
    }),
    runsOf({ test: 500, campaign: 5_000 }),
  )
})

/** It has ended, and as what it is: delivered, given back, or neither. */
function checkEnd(state: State, world: World): void {
  if (state.status === endOf(world)) return
  throw new Error(`Not ${endOf(world)}: ${show({ state, world })}`)
}

function endOf({ fill, legs }: World): State['status'] {
  const isOwed = legs.some(({ escrow }) => escrow === 'held' || escrow === 'released')
  return fill === 'filled' ? 'COMPLETED' : isOwed ? 'FAILED' : 'REFUNDED'
}

test.each(phases.filter((phase) => phase !== 'done'))(
  'from %s it ends, and ends true, whatever is known when it gets there',
  (phase) => {
    let worlds = 0
    for (const time of [0n, deadlines.fill + 1n])
      for (const [index, delivery] of [...everyDelivery()].entries())
        for (const leg of everyNth([...everyLeg()], 17, index)) {
          const world = { ...newWorld({ legs: 1, way: 'plain' }), ...delivery, time }
          world.legs = [{ ...leg }]
          const before: State = { phase, status: 'IN_PROGRESS', failReason: 'UNKNOWN' }
          const after = goWell(before, world, { rounds: 40, seconds: 100n })
          checkEnd(after, world)
          worlds += 1
        }
    expect(worlds).toBeGreaterThanOrEqual(2 * 72 * (isCampaign ? 585 : Math.floor(585 / 17)))
  },
)
