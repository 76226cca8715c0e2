import { describe, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { verifyCallQuote } from '../verifyCallQuote.ts'
import {
  type CallDishonesty,
  paidFromSolana,
  type Payment,
} from '#testing/verifier/paidFromSolana.ts'
import { depositLies, messageLies, orderLies } from '#testing/verifier/solanaLies.ts'

const { chainId, mints, roles } = devnetSolana

/** Both pay for the 200 USDC that are lent to the recorded call. */
const payments = {
  USDC: { assetType: `${chainId}/token:${mints.usdc}`, amount: 200_000_000n, fee: 100_000n },
  SOL: { assetType: `${chainId}/slip44:501`, amount: 1_333_400_000n, fee: 700_000n },
} as const satisfies Record<string, Payment>

/** Lies that only the payment of a call can hold. */
const callLies: Record<string, CallDishonesty> = {
  'pays for a smaller loan': {
    loan: (loan) => ({ ...loan, amounts: loan.amounts.map((amount) => amount - 1n) }),
  },
  'lends to somebody else': {
    loan: (loan) => ({ ...loan, account: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }),
  },
  'lends for another operation': {
    loan: (loan) => ({ ...loan, prepareId: `0x${'ee'.repeat(32)}` }),
  },
  'lends whenever it likes': { loan: (loan) => ({ ...loan, deadline: 4_000_000_000n }) },
  'shows the program as who is paid': {
    quote: (quote) => ({
      ...quote,
      destinationToken: {
        ...quote.destinationToken,
        recipientAccount: `${chainId}:${roles.payee}`,
      },
    }),
  },
  'deposits twice for one loan': {
    quote: (quote) => ({
      ...quote,
      originChainsOperations: [...quote.originChainsOperations, ...quote.originChainsOperations],
    }),
  },
  'asks for no deposit': { quote: (quote) => ({ ...quote, originChainsOperations: [] }) },
}

function isSignable(payment: Payment, dishonesty: CallDishonesty = {}): boolean {
  return verifyCallQuote(paidFromSolana(payment, dishonesty)).signable
}

describe.each(Object.entries(payments))('a call paid with %s on Solana', (name, payment) => {
  test('is verified in every point as the service makes it', () => {
    const { findings, operations } = verifyCallQuote(paidFromSolana(payment))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(operations.map(({ kind, amount, fee }) => [kind, amount, fee])).toEqual([
      ['solana', payment.amount, payment.fee],
    ])
  })

  const lies: Record<string, CallDishonesty> = {
    ...orderLies,
    ...callLies,
    ...(name === 'USDC' ? { ...messageLies, ...depositLies } : {}),
  }
  // What is a lie of tokens is none of coins.
  if (name === 'SOL') {
    delete lies['deposits coins instead of tokens']
    delete lies['deposits another token']
  }

  test.each(Object.keys(lies))('is refused when the service %s', (lie) => {
    expect(isSignable(payment, lies[lie])).toBe(false)
  })

  test('is refused when more is drawn than is lent, whatever the quote says consistently', () => {
    expect(isSignable({ ...payment, amount: (payment.amount * 11n) / 10n })).toBe(false)
  })

  test('is refused when the fee takes more than is lent', () => {
    expect(isSignable({ ...payment, fee: payment.amount * 2n })).toBe(false)
  })

  test('is not verified without what reads Solana', () => {
    const { solana: _, ...evidence } = paidFromSolana(payment)
    expect(verifyCallQuote(evidence).signable).toBe(false)
  })
})
