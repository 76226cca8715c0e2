import { expect, test } from 'vitest'

import { createFormats } from '#dashboard/components/amounts/createFormats.ts'
import type { ExecutionView } from '../view/executionView.ts'
import { buildPicture } from './buildPicture.ts'

const recipient = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const chain = { chain: 'eip155:1', name: 'Firth', code: 'FI', slot: 1 } as const
const usdc = { units: 12_000_000n, decimals: 6, symbol: 'USDC', valueUsd: 12 }
const view: ExecutionView = {
  status: 'COMPLETED',
  type: 'SWAP',
  failReason: undefined,
  paid: usdc,
  legs: [
    {
      ...usdc,
      chain,
      chainId: 'eip155:1',
      state: 'done',
      word: 'settled',
      stateLabel: 'Settled',
      source: 'chain',
    },
  ],
  received: { ...usdc, symbol: 'ETH', chain, chainId: 'eip155:1', source: 'chain' },
  isSigned: true,
  mismatches: [],
  minimum: undefined,
  fees: undefined,
  rate: undefined,
  gain: undefined,
  destinationState: 'done',
  hasFailed: false,
  isDelivered: true,
  held: [],
  isCancelled: false,
  refunded: [],
  recipient,
  isToOther: true,
  startedAtMs: 0,
  endedAtMs: 3000,
  call: undefined,
}
const formats = createFormats({ locale: 'en-US' })

test('no address is on a picture unless it is asked for', () => {
  const plain = buildPicture(view, { formats, hasAmounts: true, hasRecipient: false })
  expect(JSON.stringify(plain)).not.toMatch(/0x[0-9a-f]{4}/i)
  expect(plain).toMatchObject({
    title: 'Swapped 12.00 USDC for ETH',
    footer: 'Took 3 seconds, on one balance',
  })
  const asked = buildPicture(view, { formats, hasAmounts: true, hasRecipient: true })
  expect(asked.footer).toContain(recipient)
})

test('a picture without amounts names the assets only', () => {
  const bare = buildPicture(view, { formats, hasAmounts: false, hasRecipient: false })
  expect(JSON.stringify([bare.title, bare.legs[0]?.text, bare.received.text])).toBe(
    '["Swapped USDC for ETH","USDC","ETH"]',
  )
})
