import { describe, expect, test } from 'vitest'

import {
  buildApproveCall,
  buildGuardCall,
  buildPullCall,
  buildTransferCall,
} from '#chains/evm/operation/accountCalls.ts'
import type { BatchCall } from '#chains/evm/operation/batch.ts'
import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { FindingId } from './claims/claims.ts'
import {
  preparedEvidence,
  recordedCalls,
  type RecordedCall,
  withCallSignature,
  withCalls,
} from '#testing/verifier/recordedCalls.ts'
import { sampleRoots } from '#testing/verifier/sampleCase.ts'
import { verifyPrepared } from './verifyPrepared.ts'

const attacker: EvmAddress = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const lent = recorded('a vault deposit paid from another chain')
const own = recorded('calls that the account pays for itself')
const delegated = recorded('an own address that becomes an account')
const { solver, feeReceiver } = sampleRoots.roles

function recorded(name: string): RecordedCall {
  const found = recordedCalls.get(name)
  if (!found) throw new Error(`${name} is not recorded.`)
  return found
}

function mismatches(of: RecordedCall, document: unknown, more: object = {}): readonly FindingId[] {
  const review = verifyPrepared({ ...preparedEvidence(of, document), ...more })
  const found = review.findings.filter(({ state }) => state === 'mismatch').map(({ id }) => id)
  // Both or neither.
  expect(review.signable).toBe(found.length === 0)
  return found
}

type Change = (calls: readonly BatchCall[]) => readonly BatchCall[]

function at(index: number, change: (call: BatchCall) => BatchCall): Change {
  return (calls) => calls.map((call, place) => (place === index ? change(call) : call))
}

function pullOf({ prepared }: RecordedCall) {
  const pull = decodeOperation(prepared.chainOperation.userOp.callData)?.[1]
  if (pull?.kind !== 'pull') throw new Error('Nothing is lent.')
  return pull
}

const { settler, ...pull } = pullOf(lent)
const [token] = pull.tokens
if (!token) throw new Error('Nothing is lent.')
const [vaultCall] = lent.request.calls
if (!vaultCall) throw new Error('Nothing is called.')

/** The batch of `lent`: guard, pull, approval, call, approval reset. */
const tamperings: readonly { what: string; change: Change; found: FindingId }[] = [
  { what: 'leaves the guard out', change: (calls) => calls.slice(1), found: 'deadlines' },
  {
    what: 'takes a guard of its own',
    change: at(0, (call) => ({ ...call, to: attacker })),
    found: 'deadlines',
  },
  {
    what: 'makes the operation good for a year',
    change: at(0, ({ to }) => buildGuardCall(to, { validAfter: 0n, validUntil: 1_900_000_000n })),
    found: 'deadlines',
  },
  {
    what: 'lends more than the call needs',
    change: at(1, () => buildPullCall(settler, { ...pull, amounts: [300_000_001n] })),
    found: 'lent',
  },
  {
    what: 'lends the same twice',
    change: at(1, () =>
      buildPullCall(settler, { ...pull, tokens: [token, token], amounts: [1n, 1n] }),
    ),
    found: 'lent',
  },
  {
    what: 'lends a token that nobody needs',
    change: at(1, () => buildPullCall(settler, { ...pull, tokens: [attacker] })),
    found: 'lent',
  },
  {
    what: 'lends from somebody else',
    change: at(1, () => buildPullCall(settler, { ...pull, solver: attacker })),
    found: 'escrow',
  },
  {
    what: 'draws the loan of another prepared call',
    change: at(1, () => buildPullCall(settler, { ...pull, prepareId: `0x${'11'.repeat(32)}` })),
    found: 'nonce',
  },
  {
    what: 'draws from a settler of its own',
    change: at(1, () => buildPullCall(attacker, pull)),
    found: 'calls',
  },
  {
    what: 'approves more than was asked',
    change: at(2, ({ to }) =>
      buildApproveCall(to, { spender: vaultCall.to, amount: 300_000_001n }),
    ),
    found: 'approval',
  },
  {
    what: 'approves somebody else',
    change: at(2, ({ to }) => buildApproveCall(to, { spender: attacker, amount: 300_000_000n })),
    found: 'approval',
  },
  {
    what: 'leaves the approval standing',
    change: (calls) => calls.slice(0, -1),
    found: 'approval',
  },
  {
    what: 'takes back another approval than it gave',
    change: at(4, ({ to }) => buildApproveCall(to, { spender: attacker, amount: 0n })),
    found: 'approval',
  },
  {
    what: 'calls another contract',
    change: at(3, (call) => ({ ...call, to: attacker })),
    found: 'calls',
  },
  {
    what: 'sends coins along',
    change: at(3, (call) => ({ ...call, value: 1n })),
    found: 'calls',
  },
  {
    what: 'changes the last byte of the call',
    change: at(3, (call) => ({ ...call, data: `0x${call.data.slice(2, -2)}ff` })),
    found: 'calls',
  },
  {
    what: 'adds a call of its own',
    change: (calls) => [...calls, { to: attacker, value: 1n, data: '0x' }],
    found: 'calls',
  },
  {
    what: 'takes a fee although the deposits pay it',
    change: (calls) => [...calls, buildTransferCall(token, { recipient: feeReceiver, amount: 1n })],
    found: 'calls',
  },
  { what: 'does nothing at all', change: () => [], found: 'calls' },
]

test.each(tamperings)('a service that $what is refused', ({ change, found }) => {
  expect(mismatches(lent, withCalls(lent.prepared, change))).toContain(found)
})

describe('a fee inside the operation', () => {
  test('that goes to somebody else is refused', () => {
    expect(fee(({ to }) => buildTransferCall(to, { recipient: attacker, amount: 1n }))).toContain(
      'fees',
    )
  })

  test('in a token that this app does not know is refused', () => {
    expect(
      fee(() => buildTransferCall(attacker, { recipient: feeReceiver, amount: 1n })),
    ).toContain('fees')
  })

  test('of up to 50 dollars is shown, and above that refused where the feeds are read', () => {
    const changes = [50_000_000n, 50_000_001n].map((amount) =>
      fee(({ to }) => buildTransferCall(to, { recipient: feeReceiver, amount })),
    )
    expect(changes).toEqual([[], ['price']])
  })

  test('without any price read is not called verified', () => {
    const { prices: _, ...evidence } = preparedEvidence(own, own.prepared)
    const review = verifyPrepared(evidence)
    expect(review.findings.find(({ id }) => id === 'price')?.state).toBe('unchecked')
    expect(review.facts?.fee?.asset.symbol).toBe('USDC')
  })
})

describe('what was asked for', () => {
  const cases: readonly { what: string; change: Partial<RecordedCall['request']> }[] = [
    { what: 'another chain', change: { targetChain: 'eip155:71117001' } },
    { what: 'other calls', change: { calls: [{ ...vaultCall, value: '0x1' }] } },
    { what: 'one call more', change: { calls: [vaultCall, vaultCall] } },
    { what: 'no approval', change: { allowanceRequirements: [] } },
    { what: 'less of the token', change: { tokensRequired: [] } },
    { what: 'another beginning', change: { validAfter: '1700000000' } },
    { what: 'another end', change: { validUntil: '1900000000' } },
    { what: 'another account', change: { accounts: delegated.request.accounts } },
    {
      what: 'another account beside it',
      change: { accounts: [...lent.request.accounts, ...delegated.request.accounts] },
    },
  ]

  test.each(cases)('$what: the answer is refused', ({ change }) => {
    const request = { ...lent.request, ...change }
    expect(mismatches(lent, lent.prepared, { request })).not.toEqual([])
  })

  test('a call to what guards the account is refused, whoever asks for it', () => {
    const { chainOperation } = lent.prepared
    const account = chainOperation.userOp.sender
    for (const to of [solver, settler, account, `0x${'00'.repeat(20)}`] as const) {
      const calls = [{ ...vaultCall, to }]
      const document = withCalls(
        lent.prepared,
        at(3, (call) => ({ ...call, to })),
      )
      const isOurs = to !== solver
      const found = mismatches(lent, document, { request: { ...lent.request, calls } })
      expect(found).toEqual(isOurs ? ['calls'] : [])
    }
  })

  test('an approval among the calls is refused with its name', () => {
    const hidden = buildApproveCall(token, { spender: attacker, amount: 1n })
    const calls = [{ to: hidden.to, data: hidden.data, value: '0x0' as const }]
    const request = { ...lent.request, calls }
    const document = withCalls(
      lent.prepared,
      at(3, () => hidden),
    )
    const review = verifyPrepared({ ...preparedEvidence(lent, document), request })
    const approval = review.findings.find(({ id }) => id === 'approval')
    expect(approval?.evidence).toContain('approve(address,uint256)')
    expect(review.signable).toBe(false)
  })
})

describe('an authorization', () => {
  test('of another contract than the pinned delegate is refused', () => {
    expect(mismatches(delegated, withDelegation(delegated, attacker))).toEqual(['deployment'])
  })

  test('is refused for an account that is no EIP-7702 one, even of the pinned delegate', () => {
    const delegate = delegated.prepared.chainOperation.delegation?.contractAddress ?? attacker
    expect(mismatches(lent, withDelegation(lent, delegate))).toEqual(['deployment'])
  })
})

test('state overrides in the simulation warn, and do not block', () => {
  const overrides = [{ address: attacker, balance: '0x1' as const }]
  const review = verifyPrepared({
    ...preparedEvidence(lent, lent.prepared),
    request: { ...lent.request, overrides },
  })
  expect(review.findings.find(({ id }) => id === 'simulation')?.state).toBe('unchecked')
  expect(review.signable).toBe(true)
})

test('an operation that is over cannot be signed', () => {
  const { validUntil } = verifyPrepared(preparedEvidence(lent, lent.prepared)).facts ?? {}
  const nowSeconds = Number(validUntil)
  expect(mismatches(lent, lent.prepared, { nowSeconds: nowSeconds - 1 })).toEqual([])
  expect(mismatches(lent, lent.prepared, { nowSeconds })).toEqual(['expiry'])
})

test('anything at all in place of a prepared call is refused and never throws', () => {
  for (const received of [undefined, null, 0, '', 'call', [], {}, [{}], { accounts: [] }])
    expect(verifyPrepared(preparedEvidence(lent, received)).signable).toBe(false)
})

test('the facts say in plain values what is lent, approved, called and paid', () => {
  const { facts } = verifyPrepared(preparedEvidence(lent, lent.prepared))
  expect(facts?.lent.map(({ asset, amount }) => [asset.symbol, amount])).toEqual([
    ['USDC', 200_000_000n],
  ])
  expect(
    facts?.approvals.map(({ asset, spender, amount }) => [asset?.symbol, spender, amount]),
  ).toEqual([['USDC', vaultCall.to, 300_000_000n]])
  const effect = { kind: 'deposit', amount: 300_000_000n, asset: { symbol: 'USDC' } }
  expect(facts?.calls).toMatchObject([
    { to: vaultCall.to, value: 0n, data: vaultCall.data, decoded: undefined, known: { effect } },
  ])
  expect(facts?.fee).toBe(undefined)
})

/** The batch of `own`: guard, approval, call, approval reset, fee. */
function fee(change: (call: BatchCall) => BatchCall) {
  return mismatches(own, withCalls(own.prepared, at(4, change)))
}

function withDelegation(of: RecordedCall, contractAddress: EvmAddress) {
  const { chainOperation } = of.prepared
  const delegation = { contractAddress, nonce: 0 }
  return withCallSignature({ ...of.prepared, chainOperation: { ...chainOperation, delegation } })
}
