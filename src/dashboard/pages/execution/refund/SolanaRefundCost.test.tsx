// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { SolanaRefundCost } from './SolanaRefundCost.tsx'

afterEach(cleanup)

const { chainId, mints, roles } = devnetSolana
const hash = `0x${'d7'.repeat(32)}` as const
const cost = { fee: 5_060n, rent: 0n, needed: 895_940n, reserved: 890_880n, held: 10_000_000n }

function renderText(of: { token?: string; payer?: string; rent?: bigint }): string {
  const { token = mints.usdc, payer, rent = 0n } = of
  const order: SolanaOrder = {
    fillId: hash,
    depositor: roles.faucet,
    token,
    amount: 100n,
    fee: 1n,
    feeReceiver: roles.feeReceiver,
    payee: roles.payee,
    depositDeadline: 1n,
    refundAfter: 2n,
    fillHash: hash,
  }
  const chain = { chain: chainId, name: 'Reef', code: 'RE', slot: 1 } as const
  const amount = { units: 101n, decimals: 6, symbol: 'USDC', valueUsd: 0, chain, chainId }
  const owner =
    payer === undefined
      ? undefined
      : {
          address: payer,
          wallet: 'Phantom',
          icon: undefined,
          isLocal: false,
          isLocked: false,
          isReady: true,
        }
  const { container } = render(
    <SolanaRefundCost
      deposit={{ order, chainId, amount, chainTime: 3n }}
      refund={{ owner, cost: owner && { ...cost, rent } }}
    />,
  )
  return container.textContent
}

test('who takes a deposit back reads before where it goes, who pays and how much', () => {
  const own = renderText({ payer: roles.faucet })
  expect(own).toContain(roles.faucet)
  expect(own).toContain('into its own token account')
  expect(own).toContain('The same account pays the fee of about 0.00000506 SOL.')
})

test('a payer who is not the depositor is told apart, and rent is named where it is taken', () => {
  const other = renderText({ payer: roles.payee, rent: 2_039_280n })
  expect(other).toContain('Your account in Phantom, another one, pays the fee')
  expect(other).toContain('0.002039 SOL that keep the token account alive')
})

test('SOL goes to no token account, and without a wallet it is said who would pay', () => {
  const text = renderText({ token: nativeMint })
  expect(text).not.toContain('token account')
  expect(text).toContain('Whoever sends the transaction pays its fee in SOL.')
})
