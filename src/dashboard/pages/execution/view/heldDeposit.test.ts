import { expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { refundCostOptions } from '#dashboard/api/chains/solanaRefund.ts'
import { getDepositKey } from './heldDeposit.ts'
import { buildHeldDeposit, heldOrder } from '#testing/dashboard/heldDeposit.ts'

const { mints, roles } = devnetSolana

test('deposits of two wallets, or of two tokens, for one delivery are told apart, and so is what taking each back costs', () => {
  const orders = [
    heldOrder,
    { ...heldOrder, depositor: roles.solver },
    { ...heldOrder, token: mints.usdt },
  ]
  const keys = orders.map((order) => getDepositKey(buildHeldDeposit(order)))
  expect(new Set(keys).size).toBe(3)
  const costs = orders.map((order) =>
    JSON.stringify(refundCostOptions(undefined, { order, payer: roles.payee }).queryKey),
  )
  expect(new Set(costs).size).toBe(3)
})
