import { beforeAll, describe, expect, test } from 'vitest'

import { getOrderAddress, getVaultAddress } from '#chains/solana/program/addresses.ts'
import {
  buildCloseOrderInstruction,
  buildOpenInstruction,
  buildRefundInstruction,
  buildReleaseInstruction,
} from '#chains/solana/program/orderInstructions.ts'
import { accountBytes } from '#chains/solana/program/state.ts'

import { createEscrowChain, deploy, type EscrowChain } from '#testing/contracts/escrow.ts'
import { createOrderHarness, startUnits, type TestAsset } from '#testing/contracts/order.ts'

let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

/**
 * Users who open their own order may name any key as its rent payer and turn it into a program
 * later. The runtime hides from programs what a call credits to an executable account.
 */
describe.each(['SPL tokens', 'Token-2022 tokens'] as const)(
  'an order of %s whose rent payer became a program',
  (asset) => {
    test('is released all the same', async () => {
      const { chain, order, place, units } = await openedByProgram(asset)
      const attestors = [chain.address('attestor')]
      chain.do([buildReleaseInstruction(order, { ...place, attestors })], ['attestor'])
      expect(units('payee') - startUnits).toBe(order.amount)
      expect(units('feeReceiver') - startUnits).toBe(order.fee)
      chain.pass(900)
      expect(chain.refuse([buildRefundInstruction(order, { ...place, attestors: [] })])).toBe(
        'ORDER_NOT_HELD',
      )
    })

    test('is refunded all the same, with the attestor and by the clock', async () => {
      for (const names of [['attestor'], []] as const) {
        const { chain, order, place, units } = await openedByProgram(asset)
        chain.pass(names.length > 0 ? 0 : 900)
        const attestors = names.map(chain.address)
        chain.do([buildRefundInstruction(order, { ...place, attestors })], names)
        expect(units('depositor')).toBe(startUnits)
      }
    })

    test('leaves the rent of its vault with the order, whose closing gives both to that program', async () => {
      const { chain, order, place } = await openedByProgram(asset)
      const { program, rentPayer } = place
      const address = getOrderAddress(order, program)
      const rents = [accountBytes.order, accountBytes.vault].map((bytes) =>
        chain.runtime.minimumBalance(bytes),
      )
      const both = rents.reduce((sum, rent) => sum + rent, 0n)
      const attestors = [chain.address('attestor')]
      chain.do([buildReleaseInstruction(order, { ...place, attestors })], ['attestor'])
      const vault = chain.lamports(getVaultAddress(address, program))
      expect([chain.lamports(address), vault]).toEqual([both, 0n])
      chain.pass(900)
      const before = chain.lamports(rentPayer)
      chain.do([buildCloseOrderInstruction({ program, order: address, rentPayer })])
      expect(chain.lamports(rentPayer) - before).toBe(both)
      expect(chain.lamports(address)).toBe(0n)
    })
  },
)

/** An order whose rent payer, another key of the depositor, has become a program. */
async function openedByProgram(asset: TestAsset) {
  const harness = createOrderHarness(base, asset)
  const { chain, order } = harness
  const place = { ...harness.place, rentPayer: chain.address('thirdAttestor') }
  const { program } = place
  const rents = [accountBytes.order, accountBytes.vault].map((bytes) =>
    chain.runtime.minimumBalance(bytes),
  )
  const address = getOrderAddress(order, program)
  for (const [index, place] of [address, getVaultAddress(address, program)].entries())
    chain.prefund(place, rents[index] ?? 0n)
  chain.do([buildOpenInstruction(order, place)], ['depositor', 'thirdAttestor'])
  await deploy(chain, { program: 'thirdAttestor' })
  chain.pass(1)
  return { ...harness, place }
}
