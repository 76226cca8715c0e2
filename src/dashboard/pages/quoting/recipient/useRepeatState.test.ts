import { expect, test } from 'vitest'

import { buildRepeatState } from './useRepeatState.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const recipient = `eip155:71117001:${friend}`

test('a recipient that the user knows is as good as entered when a payment is repeated', () => {
  expect(buildRepeatState(recipient, [friend])).toEqual({ entered: [recipient] })
})

test('one that only the service names, a look-alike or none stays to be confirmed', () => {
  const alike = '0x7099a970C51812dc3A010C7d01b50e0d17dc79C8' as const
  expect(buildRepeatState(recipient, [])).toBeUndefined()
  expect(buildRepeatState(recipient, [alike])).toBeUndefined()
  expect(buildRepeatState('nobody', [friend])).toBeUndefined()
  expect(buildRepeatState(undefined, [friend])).toBeUndefined()
})
