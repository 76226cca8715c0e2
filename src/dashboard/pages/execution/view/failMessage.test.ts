import { expect, test } from 'vitest'

import { failReasons } from '#protocol/status/failReason.ts'
import { buildFailMessage } from '../FailBanner.tsx'

const facts = {
  type: 'SWAP',
  limit: '0.5%',
  minimum: '1 ETH',
  origin: 'USDC',
  destinationChain: 'Delta',
} as const

test('each of the 45 reasons has words, a next action and no empty place', () => {
  for (const reason of failReasons) {
    const { title, body, action } = buildFailMessage(reason, facts)
    expect(`${title} ${body}`, reason).not.toMatch(/[{}]/)
    expect(title.length > 8 && body.length > 8 && action.length > 0, reason).toBe(true)
  }
})

test('a call has no amount and no asset to change: the call itself is edited', () => {
  for (const reason of failReasons) {
    const { action } = buildFailMessage(reason, { type: 'CALL' })
    expect(['lowerAmount', 'raiseAmount', 'editAsset'], reason).not.toContain(action)
  }
  expect(buildFailMessage('SWAP_USES_TOO_MUCH_GAS', { type: 'CALL' }).action).toBe('editCall')
})

test('a reason that is not known is shown as it came', () => {
  expect(buildFailMessage('SOLAR_FLARE', facts)).toMatchObject({
    title: 'Something stopped this swap',
    body: 'The service gave a reason this app doesn’t recognize: SOLAR_FLARE.',
  })
})

test('facts that nobody knows are put in general words', () => {
  expect(
    buildFailMessage('SLIPPAGE', { ...facts, limit: undefined, minimum: undefined }),
  ).toMatchObject({
    title: 'The price moved past your slippage limit',
    body: 'It would have delivered less than your minimum or cost more than the quote covers, so it stopped.',
  })
})
