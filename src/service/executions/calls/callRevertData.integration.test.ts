import { decodeErrorResult } from 'viem'
import { beforeAll, expect, test } from 'vitest'

import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { signCall } from '#testing/harness/calls.ts'
import { setUpCallHarness } from '#testing/harness/callHarness.ts'

const harness = setUpCallHarness()

beforeAll(async () => {
  const { account, devnet, usdc } = harness
  await devnet.faucet.send(account.address, [{ assetType: usdc.lagoon, amount: 900_000_000n }])
})

/** Reverts with `TooLate(7)` if its balance is 0; see {@link tooLate}. */
const code = '0x4760175763691e568260e01b5f52600760045260245ffd5b00'
const tooLate = [
  { type: 'error', name: 'TooLate', inputs: [{ name: 'by', type: 'uint256' }] },
] as const

test('a call that has come to revert is refused with the data of its own error', async () => {
  const last = await harness.callTo(code)
  const plain = harness.transferRequest()
  const request: PrepareCallQuoteRequest = {
    ...plain,
    calls: [...plain.calls.slice(0, 1), last],
    overrides: [{ address: last.to, balance: '0x1' }],
  }
  const { quote } = await signCall(request, harness.signing)
  expect(quote.originChainsOperations).toHaveLength(1)
  const refused = await harness.accept(quote).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'SIMULATION_FAILED' })
  const data = refused instanceof Error && 'revertData' in refused ? refused.revertData : undefined
  expect(decodeErrorResult({ abi: tooLate, data: Hex.parse(data) })).toMatchObject({
    errorName: 'TooLate',
    args: [7n],
  })
})
