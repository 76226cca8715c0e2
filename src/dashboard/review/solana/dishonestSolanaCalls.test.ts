import { describe, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { verifyCallQuote } from '../verifyCallQuote.ts'
import { type CallTampering, paidFromSolana } from '#testing/verifier/paidFromSolana.ts'
import type { SampleLeg } from '#testing/verifier/sampleCase.ts'
import { depositTampering, messageTampering, orderTampering } from '#testing/verifier/solanaLies.ts'

const { chainId, mints, roles } = devnetSolana

/** Payments for the 200 USDC that are lent to the recorded call. */
const payments = {
  USDC: { assetType: `${chainId}/token:${mints.usdc}`, amount: 200_000_000n, fee: 100_000n },
  SOL: { assetType: `${chainId}/slip44:501`, amount: 1_333_400_000n, fee: 700_000n },
} as const satisfies Record<string, SampleLeg>

/** Changes that only apply to the payment of a call. */
const callTampering: Record<string, CallTampering> = {
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

function isSignable(payment: SampleLeg, tampering: CallTampering = {}): boolean {
  return verifyCallQuote(paidFromSolana(payment, tampering)).signable
}

describe.each(Object.entries(payments))('a call paid with %s on Solana', (name, payment) => {
  test('is verified in every point as the service makes it', () => {
    const { findings, operations } = verifyCallQuote(paidFromSolana(payment))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(operations.map(({ kind, amount, fee }) => [kind, amount, fee])).toEqual([
      ['solana', payment.amount, payment.fee],
    ])
  })

  const tamperings: Record<string, CallTampering> = {
    ...orderTampering,
    ...callTampering,
    ...(name === 'USDC' ? { ...messageTampering, ...depositTampering } : {}),
  }
  // These changes only apply to tokens.
  if (name === 'SOL') {
    delete tamperings['deposits coins instead of tokens']
    delete tamperings['deposits another token']
  }

  test.each(Object.keys(tamperings))('is refused when the service %s', (what) => {
    expect(isSignable(payment, tamperings[what])).toBe(false)
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
