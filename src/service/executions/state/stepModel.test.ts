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
        // Rounds in which everything works before the events.
        smoothRounds: fc.nat(4),
        secondsPerRound: fc.constantFrom(30n, 400n),
      }),
      fc.array(events, { maxLength: 60 }),
      (kind, events) => {
        const model = createModelState(kind)
        let state = runToSuccess(initialState, model, { rounds: kind.smoothRounds, seconds: 1n })
        for (const happening of events) state = applyEvent(state, model, happening)
        state = runToSuccess(state, model, { rounds: 60, seconds: kind.secondsPerRound })
        checkEnd(state, model)
      },
    ),
    getRuns({ test: 500, campaign: 5_000 }),
  )
})

test.each(['plain', 'arrival', 'call'] as const)(
  'where all goes well a delivery (%s) is made, and what should come before it came',
  (by) => {
    const model = createModelState({ legs: 2, way: by })
    const { status } = runToSuccess(initialState, model, { rounds: 20, seconds: 1n })
    expect(status).toBe('COMPLETED')
    expect(model.deploymentStep?.state).toBe(by === 'arrival' ? 'mined' : undefined)
    expect(model.grantStep?.state).toBe(by === 'call' ? 'mined' : undefined)
  },
)

test('what is held back and lands after its execution ended does not exist', () => {
  fc.assert(
    fc.property(ways, fc.array(events, { maxLength: 60 }), (by, events) => {
      const model = createModelState({ legs: 2, way: by })
      let state = initialState
      for (const happening of events) {
        state = applyEvent(state, model, happening)
        if (isTerminal(state.status) && state.status !== 'FAILED') applyAllLandings(model)
        expect(findViolations(state, state, model)).toEqual([])
      }
    }),
    getRuns({ test: 500, campaign: 5_000 }),
  )
})

/** Expects the end that the model implies: delivered, refunded, or neither. */
function checkEnd(state: State, model: ModelState): void {
  if (state.status === getEnd(model)) return
  throw new Error(`Not ${getEnd(model)}: ${describeState({ state, model })}`)
}

function getEnd({ fill, legs }: ModelState): State['status'] {
  const isOwed = legs.some(({ escrow }) => escrow === 'held' || escrow === 'released')
  return fill === 'filled' ? 'COMPLETED' : isOwed ? 'FAILED' : 'REFUNDED'
}

test.each(phases.filter((phase) => phase !== 'done'))(
  'from %s it ends, and ends true, whatever is known when it gets there',
  (phase) => {
    let count = 0
    for (const time of [0n, deadlines.fill + 1n])
      for (const [index, delivery] of [...generateDeliveries()].entries())
        for (const leg of pickEveryNth([...generateLegs()], 17, index)) {
          const model = { ...createModelState({ legs: 1, way: 'plain' }), ...delivery, time }
          model.legs = [{ ...leg }]
          const before: State = { phase, status: 'IN_PROGRESS', failReason: 'UNKNOWN' }
          const after = runToSuccess(before, model, { rounds: 40, seconds: 100n })
          checkEnd(after, model)
          count += 1
        }
    expect(count).toBeGreaterThanOrEqual(2 * 72 * (isCampaign ? 585 : Math.floor(585 / 17)))
  },
)
