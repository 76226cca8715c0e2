import { concat, encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { signCall } from '#testing/harness/calls.ts'
import { setUpCallHarness } from '#testing/harness/callHarness.ts'
import { getGains } from '#testing/harness/ledger.ts'

const harness = setUpCallHarness({ roles: 'all' })

/** What a contract can look at to tell whether it is only tried: EVM code that leaves 0 if it is. */
test.each<[string, Hex]>([
  ['gas costs nothing', '0x3a'],
  ['the block asks no base fee', '0x48'],
  ['its caller sent the transaction', '0x33321415'],
  ['more gas is left than operations have', '0x5a620f424011'],
  ['the EntryPoint is not there', concat(['0x73', devnetAddresses.entryPoint, '0x3b6103e810'])],
])(
  'a contract that takes rights without a word, but not where %s, takes none',
  async (_, isReal) => {
    const last = await harness.callTo(taker(isReal))
    const none = `0x${'0'.repeat(64)}` as const
    await harness.lagoon.client.setStorageAt({ address: last.to, index: 0, value: none })
    const before = await harness.holdings()
    // Nothing is amiss while it is only tried, so it is prepared, signed, paid for and lent to.
    const { quote } = await signCall(harness.transferRequest({ last }), harness.signing)
    await harness.accept(quote)

    const record = await harness.waitForEnd(quote)

    expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'EXECUTION_REVERTED' })
    expect(await harness.signedActions(quote)).toEqual(['cancel', 'deposit', 'grant', 'refund'])
    expect(await harness.lagoon.client.call({ to: last.to, data: question })).toEqual({
      data: none,
    })
    expect(getGains(before, await harness.holdings())).toEqual({})
  },
)

test('the same contract where it has to show itself is refused before anybody signs', async () => {
  const last = await harness.callTo(taker('0x6001'))
  await expect(signCall(harness.transferRequest({ last }), harness.signing)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    issues: [{ path: 'calls' }],
  })
})

/** Asks the contract whether somebody may act for somebody. */
const question = encodeFunctionData({
  abi: parseAbi(['function isOperator(address owner, address operator) view returns (bool)']),
  args: [devnetAddresses.usdc, devnetAddresses.usdc],
})

/**
 * Code that answers every question by what it has stored, and called without data stores 1, for a
 * right that it takes, where `isReal` leaves anything but 0.
 */
function taker(isReal: Hex): Hex {
  const end = (0x0e + (isReal.length - 2) / 2 + 8).toString(16).padStart(2, '0')
  const answer = '0x3615600d575f545f5260205ff35b'
  return concat([answer, isReal, `0x1560${end}57`, '0x60015f55', '0x5b00'])
}
