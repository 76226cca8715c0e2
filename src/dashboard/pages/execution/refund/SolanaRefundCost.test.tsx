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
  expect(own).toContain('into its token account')
  expect(own).toContain('The same account pays the network fee of about 0.00000506 SOL.')
})

test('a payer who is not the depositor is told apart, and rent is named where it is taken', () => {
  const other = renderText({ payer: roles.payee, rent: 2_039_280n })
  expect(other).toContain('A different account, yours in Phantom, pays the network fee')
  expect(other).toContain('0.002039 SOL in rent to recreate the token account')
})

test('SOL goes to no token account, and without a wallet it is said who would pay', () => {
  const text = renderText({ token: nativeMint })
  expect(text).not.toContain('token account')
  expect(text).toContain('The sender pays the network fee in SOL.')
})
