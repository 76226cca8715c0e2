import { describe, expect, test } from 'vitest'

import {
  buildApproveCall,
  buildGuardCall,
  nativeToken,
  buildTransferCall,
} from '#chains/evm/operation/accountCalls.ts'
import type { BatchCall } from '#chains/evm/operation/batch.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import {
  type Tampering,
  evmPlaced,
  sampleAccount,
  sampleRoots,
} from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { getEvmRootChains } from './cases/roots.ts'
import { samples } from '#testing/verifier/samples.ts'
import { verifyQuote } from './verifyQuote.ts'

/**
 * Changes by a dishonest service with the right key: hashes, typed data and quote signature all
 * match. Only the bundled roots and the user's request reveal them.
 */
const attacker: EvmAddress = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const [chain] = getEvmRootChains(sampleRoots)
if (!chain) throw new Error('The devnet has no chain.')
const { contracts } = chain
const usdc = evmPlaced(samples['a swap in a pool'].legs[0]?.assetType ?? 'eip155:0/slip44:60').asset
const far = 4_000_000_000n

const deposits: Record<string, Tampering> = {
  'pays the release to itself': { order: (order) => ({ ...order, payee: attacker }) },
  'takes the fee to itself': { order: (order) => ({ ...order, feeReceiver: attacker }) },
  'takes a larger fee than shown': {
    order: (order) => ({ ...order, amount: order.amount - 1000n, fee: order.fee + 1000n }),
  },
  'takes more than was asked': { order: (order) => ({ ...order, amount: order.amount + 1n }) },
  'lets somebody else have the refund': { order: (order) => ({ ...order, depositor: attacker }) },
  'deposits another token': { order: (order) => ({ ...order, token: contracts.wrappedNative }) },
  'deposits for another quote': {
    order: (order) => ({ ...order, fillId: `0x${'ee'.repeat(32)}` }),
  },
  'freezes the deposit': { order: (order) => ({ ...order, refundAfter: far }) },
  'leaves no time to deliver': {
    order: (order) => ({ ...order, refundAfter: order.depositDeadline + 1n }),
  },
  'lets the deposit be late': { order: (order) => ({ ...order, depositDeadline: far }) },
  'commits to nothing': { order: (order) => ({ ...order, fillHash: `0x${'ab'.repeat(32)}` }) },
  'delivers to somebody else': { fill: (fill) => ({ ...fill, recipient: attacker }) },
  'delivers less': { fill: (fill) => ({ ...fill, minimumAmount: fill.minimumAmount - 1n }) },
  'delivers another token': { fill: (fill) => ({ ...fill, token: attacker }) },
  'delivers whenever it likes': { fill: (fill) => ({ ...fill, fillDeadline: far }) },
  'delivers for other legs': { fill: (fill) => ({ ...fill, ordersHash: fill.fillId }) },
  'delivers by another solver': { delivery: { solver: attacker } },
  'delivers by another settler': { delivery: { settler: attacker } },
  'delivers on another chain': { delivery: { chainNumber: 1 } },
  'deposits into an escrow of its own': {
    calls: (calls) =>
      calls.map((call) => (call.to === contracts.originEscrow ? { ...call, to: attacker } : call)),
  },
  'deposits twice': { calls: (calls) => [...calls, ...calls.slice(-1)] },
}

const batches: Record<string, Tampering> = {
  'adds a transfer at the end': {
    calls: (calls) => [
      ...calls,
      buildTransferCall(usdc.token, { recipient: attacker, amount: 1n }),
    ],
  },
  'adds an allowance': {
    calls: (calls) => [
      ...calls,
      buildApproveCall(usdc.token, { spender: attacker, amount: 2n ** 256n - 1n }),
    ],
  },
  'adds an allowance before the rest': {
    calls: ([guard, ...calls]) => [
      ...(guard ? [guard] : []),
      buildApproveCall(usdc.token, { spender: contracts.originEscrow, amount: far }),
      ...calls,
    ],
  },
  'sends the native coin away': {
    calls: (calls) => [...calls, { to: attacker, value: 1n, data: '0x' }],
  },
  'changes the account itself': {
    calls: (calls) => [
      ...calls,
      { to: sampleAccount.accountAddress, value: 0n, data: '0x8da5cb5b' },
    ],
  },
  'calls something unknown': {
    calls: (calls) => [...calls, { to: attacker, value: 0n, data: '0xdeadbeef' }],
  },
  'sends a call value along': { calls: (calls) => calls.map((call) => ({ ...call, value: 1n })) },
  'leaves out the guard': { calls: (calls) => calls.slice(1) },
  'guards last': { calls: (calls) => [...calls.slice(1), ...calls.slice(0, 1)] },
  'guards with a contract of its own': {
    calls: ([guard, ...calls]) => (guard ? [{ ...guard, to: attacker }, ...calls] : calls),
  },
  'never lets the signature end': { calls: (calls) => withWindow(calls, 0n, far) },
  'lets the signature begin later': {
    calls: (calls) => withWindow(calls, 1_800_003_600n, 1_800_000_120n),
  },
  'allows more than it needs': {
    calls: (calls) =>
      calls.map((call) =>
        call.data.startsWith('0x095ea7b3')
          ? buildApproveCall(call.to, { spender: spenderOf(call), amount: far * 10n ** 12n })
          : call,
      ),
  },
}

const quotes: Record<string, Tampering> = {
  'is sponsored by somebody else': {
    operation: (operation) => ({
      ...operation,
      userOp: { ...operation.userOp, paymaster: attacker },
    }),
  },
  'makes the account by another factory': {
    operation: (operation) => ({
      ...operation,
      userOp: { ...operation.userOp, factory: attacker },
    }),
  },
  'asks for a delegation': {
    operation: (operation) => ({
      ...operation,
      delegation: { contractAddress: attacker, nonce: 0 },
    }),
  },
  'lives for a day': {
    quote: (quote) => ({
      ...quote,
      expirationTimestamp: String(Number(quote.expirationTimestamp) + 86_400),
    }),
  },
  'adds an account': {
    quote: (quote) => ({
      ...quote,
      accounts: [...quote.accounts, { ...sampleAccount, accountAddress: attacker }],
    }),
  },
  'carries another operation': {
    quote: (quote) => ({
      ...quote,
      originChainsOperations: [
        ...quote.originChainsOperations,
        ...quote.originChainsOperations.slice(0, 1),
      ],
    }),
  },
  'shows a smaller fee': {
    quote: (quote) => ({
      ...quote,
      fees: {
        assets: Object.fromEntries(
          Object.entries(quote.fees?.assets ?? {}).map(([assetType]) => [assetType, '1']),
        ),
        cumulativeUSD: '0.00',
      },
    }),
  },
  'gives half of what it is worth': {
    quote: ({ destinationToken: token, ...quote }) => ({
      ...quote,
      destinationToken: { ...token, ...halved(token) },
    }),
  },
}

describe.each(Object.entries(deposits))('a service that %s', (_what, tampering) => {
  test.each(['two chains into one', 'a transfer of a token with other decimals'] as const)(
    'gets no signature: %s',
    (name) => {
      const { signable } = verifyQuote(
        sampleEvidence(samples[name], sampleQuote(samples[name], tampering)),
      )
      expect(signable).toBe(false)
    },
  )
})

describe.each(Object.entries({ ...batches, ...quotes }))('a service that %s', (what, tampering) => {
  test.each(Object.entries(samples))('gets no signature: %s', (_name, sample) => {
    const honest = JSON.stringify(sampleQuote(sample))
    const quote = sampleQuote(sample, tampering)
    // Not every change applies to every quote: without an allowance none can be raised.
    if (JSON.stringify(quote) === honest) return
    expect(what !== '' && verifyQuote(sampleEvidence(sample, quote)).signable).toBe(false)
  })
})

test('a service of another network gets no signature, whatever its contracts', () => {
  const sample = samples['two chains into one']
  const evidence = sampleEvidence(sample, sampleQuote(sample))
  const roots = { ...evidence.roots, network: 'mirror' }
  expect(verifyQuote({ ...evidence, roots }).signable).toBe(false)
})

function withWindow(
  calls: readonly BatchCall[],
  validAfter: bigint,
  validUntil: bigint,
): readonly BatchCall[] {
  return [buildGuardCall(contracts.validityGuard, { validAfter, validUntil }), ...calls.slice(1)]
}

function spenderOf(call: BatchCall): EvmAddress {
  return call.data.toLowerCase().includes(contracts.originEscrow.slice(2).toLowerCase())
    ? contracts.originEscrow
    : (devnet.chains[0]?.contracts.swapRouter ?? nativeToken)
}

function halved(token: { amount: string; minimumAmount: string }) {
  return {
    amount: String(BigInt(token.amount) / 3n),
    minimumAmount: String(BigInt(token.minimumAmount) / 3n),
  }
}
