import {
  buildApproveCall,
  buildGuardCall,
  buildPullCall,
  buildTransferCall,
} from '#chains/evm/operation/accountCalls.ts'
import { findApprovingFunction } from '#chains/evm/operation/findApprovingFunction.ts'
import type { BatchCall } from '#chains/evm/operation/batch.ts'
import { getOperationNonce } from '#protocol/orders/approval.ts'
import { EvmAddress, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import {
  type Check,
  checkAmount,
  checkSame,
  checkSameAddress,
  checkThat,
  checkTime,
} from '../claims/check.ts'
import { describeAmount, describeTime } from '../claims/evidence.ts'
import { describePlace } from './describeAsset.ts'
import { toUsd } from './checkPrice.ts'
import { maxClockSkewSeconds } from '../cases/parseQuote.ts'
import type { ParsedPreparedCall } from '../cases/parsePreparedCall.ts'
import { findRootToken } from '../cases/roots.ts'

/** Default lifetime of a prepared call, seconds. Source: wire, "Contract calls". */
const defaultLifeSeconds = 600

/** Maximum fee inside the operation: US dollars, or a share of what the calls need, if larger. */
const maxFee = { usd: 50, share: 0.5 } as const

/**
 * Checks the batch of a prepared call: guard, pull of the loan, exactly the requested approvals,
 * the user's calls byte for byte, approvals reset to zero, the fee where nothing is lent; and
 * nothing else. Source: wire, "Contract calls"; security rules 12 and 14.
 */
export function checkPrepared(prepared: ParsedPreparedCall): Check[] {
  return [
    ...checkBatch(prepared),
    ...checkTargets(prepared),
    ...checkWindow(prepared),
    ...checkNonce(prepared),
    ...checkNames(prepared),
    ...(prepared.pull ? checkPull(prepared, prepared.pull) : checkFee(prepared)),
  ]
}

/** A call that the batch must contain, and the claim and text of its check. */
type ExpectedCall = {
  id: 'calls' | 'approval' | 'deadlines' | 'lent' | 'fees'
  what: string
  call: BatchCall
}

function checkBatch(prepared: ParsedPreparedCall): Check[] {
  const expected = buildExpectedCalls(prepared)
  return [
    checkSame('calls', 'Calls in the operation', {
      actual: prepared.batch.length,
      expected: expected.length,
    }),
    ...expected.map(({ id, what, call }, index) => {
      const isMet = isSameCall(prepared.batch[index], call)
      return checkThat(id, isMet, isMet ? what : `Not as asked: ${what}`)
    }),
    ...(prepared.request.allowanceRequirements.length === 0
      ? [checkThat('approval', true, 'No allowance is given')]
      : []),
  ]
}

function buildExpectedCalls({
  request,
  roots,
  read,
  guard,
  pull,
  fee,
}: ParsedPreparedCall): ExpectedCall[] {
  const { contracts } = read.chain
  const { feeReceiver: recipient, solver } = roots.roles
  const window = guard ?? { validAfter: 0n, validUntil: 0n }
  function findToken(token: EvmAddress) {
    return findRootToken(roots, { chainId: read.chain.chainId, token })
  }
  const allowances = request.allowanceRequirements.map(({ assetType, spender, amount }) => ({
    token: EvmAddress.parse(splitAssetType(assetType).reference),
    spender,
    amount: BigInt(amount),
  }))
  const expected: (ExpectedCall | undefined)[] = [
    {
      id: 'deadlines',
      what: 'It ends by itself',
      call: buildGuardCall(contracts.validityGuard, window),
    },
    pull && {
      id: 'lent',
      what: 'What is lent comes first',
      call: buildPullCall(contracts.destinationSettler, { ...pull, solver }),
    },
    ...allowances.map(({ token, spender, amount }): ExpectedCall => ({
      id: 'approval',
      what: `${spender} may take exactly ${describeAmount(amount, findToken(token))}`,
      call: buildApproveCall(token, { spender, amount }),
    })),
    ...request.calls.map(({ to, data, value }, index): ExpectedCall => ({
      id: 'calls',
      what: `Call ${index + 1} to ${to}`,
      call: { to, data, value: BigInt(value) },
    })),
    ...allowances.map(({ token, spender }): ExpectedCall => ({
      id: 'approval',
      what: `Afterwards ${spender} may take nothing of ${findToken(token)?.symbol ?? token}`,
      call: buildApproveCall(token, { spender, amount: 0n }),
    })),
    pull
      ? undefined
      : {
          id: 'fees',
          what: 'The fee goes to the pinned receiver',
          call: buildTransferCall(fee?.token ?? recipient, {
            recipient,
            amount: fee?.amount ?? 0n,
          }),
        },
  ]
  return expected.filter((one) => one !== undefined)
}

function isSameCall(actual: BatchCall | undefined, expected: BatchCall): boolean {
  return (
    actual !== undefined &&
    isSameAddress(actual.to, expected.to) &&
    actual.value === expected.value &&
    actual.data.toLowerCase() === expected.data.toLowerCase()
  )
}

/**
 * Checks that the user's calls target none of our contracts and grant no rights. Source: rule 14.
 */
function checkTargets({ request, read }: ParsedPreparedCall): Check[] {
  const { swapRouter: _router, wrappedNative: _wrapped, ...guarded } = read.chain.contracts
  const refused = [...Object.values(guarded), read.account.accountAddress]
  return request.calls.flatMap(({ to, data }, index) => {
    const isRefused = BigInt(to) === 0n || refused.some((one) => isSameAddress(one, to))
    const approving = findApprovingFunction(data)
    return [
      ...(isRefused ? [checkThat('calls', false, `Call ${index + 1} must not go to ${to}`)] : []),
      ...(approving
        ? [checkThat('approval', false, `Call ${index + 1} gives rights away (${approving})`)]
        : []),
    ]
  })
}

/** Checks that the validity window is the requested one, or else short. */
function checkWindow({ guard, request, nowSeconds }: ParsedPreparedCall): Check[] {
  if (!guard) return [checkThat('deadlines', false, 'The operation does not end by itself')]
  const { validAfter, validUntil } = guard
  const from = BigInt(Math.max(nowSeconds, Number(request.validAfter ?? 0)))
  const latest = from + BigInt(defaultLifeSeconds + maxClockSkewSeconds)
  return [
    checkTime('deadlines', 'Good from', {
      actual: validAfter,
      expected: request.validAfter ?? '0',
    }),
    request.validUntil === undefined
      ? checkThat(
          'deadlines',
          validUntil <= latest,
          `Good until ${describeTime(validUntil)}, at most ${describeTime(latest)}`,
        )
      : checkTime('deadlines', 'Good until', { actual: validUntil, expected: request.validUntil }),
    checkThat(
      'expiry',
      validUntil > BigInt(nowSeconds),
      `It ends at ${describeTime(validUntil)}, now it is ${describeTime(nowSeconds)}`,
    ),
  ]
}

/**
 * Checks that the nonce's sequence is 0, so that it runs once, and its key is bound to the loan.
 */
function checkNonce({ read, pull }: ParsedPreparedCall): Check[] {
  const nonce = BigInt(read.operation.userOp.nonce)
  if (!pull)
    return [
      checkThat(
        'nonce',
        nonce % 2n ** 64n === 0n && nonce < 2n ** 256n,
        'The first and only operation under its nonce',
      ),
    ]
  const expected = getOperationNonce(pull.prepareId, { chainId: read.chain.chainId, index: 0 })
  return [checkSame('nonce', 'Nonce', { actual: nonce, expected })]
}

/** Checks that the operation's asset and amount are the first of those the calls need. */
function checkNames({ read, required, prepared, pull, roots }: ParsedPreparedCall): Check[] {
  const { assetType, amount } = read.operation
  const { callType } = prepared
  return [
    checkSame('asset', 'Asset named', {
      actual: assetType,
      expected: read.asset.assetType,
      describe: (text) => describePlace(roots, text),
    }),
    checkAmount('amounts', 'Amount named', {
      actual: amount,
      expected: required[0]?.amount ?? 0n,
      of: read.asset,
    }),
    ...(callType === undefined
      ? []
      : [
          checkThat(
            'lent',
            (callType === 'same_chain_exclude_solver') === (pull === undefined),
            pull ? 'Something is lent' : 'Nothing is lent',
          ),
        ]),
  ]
}

/** Checks the loan: each asset once, at most what the calls need, from the pinned solver. */
function checkPull(
  { read, required, roots }: ParsedPreparedCall,
  pull: NonNullable<ParsedPreparedCall['pull']>,
): Check[] {
  const { tokens, amounts } = pull
  const distinct = new Set(tokens.map((token) => token.toLowerCase()))
  return [
    checkSameAddress('escrow', 'Solver', { actual: pull.solver, expected: roots.roles.solver }),
    checkSameAddress('escrow', 'Settlement', {
      actual: pull.settler,
      expected: read.chain.contracts.destinationSettler,
    }),
    checkThat(
      'lent',
      tokens.length > 0 && tokens.length === amounts.length && distinct.size === tokens.length,
      'Each asset is lent once',
    ),
    ...tokens.map((token, index) => {
      const amount = amounts[index] ?? 0n
      const need = required.find(({ asset }) => isSameAddress(asset.token, token))
      const maxUnits = need?.amount ?? 0n
      return checkThat(
        'lent',
        amount > 0n && amount <= maxUnits,
        `Lent ${describeAmount(amount, need?.asset)}, needed ${describeAmount(maxUnits, need?.asset)}`,
      )
    }),
    checkThat('fees', true, 'The deposits pay the fee: it is in the quote that follows'),
  ]
}

function checkFee(prepared: ParsedPreparedCall): Check[] {
  const { fee, read, roots, required } = prepared
  const pinned = checkThat('escrow', true, 'Nobody else takes part')
  if (!fee) return [checkThat('fees', false, 'The last call is no fee'), pinned]
  const asset = findRootToken(roots, { chainId: read.chain.chainId, token: fee.token })
  const usd = asset && toUsd(prepared, asset.assetType, fee.amount)
  const needed = required.map((one) => toUsd(prepared, one.asset.assetType, one.amount))
  const maxUsd = Math.max(
    maxFee.usd,
    needed.reduce<number>((sum, one) => sum + (one ?? 0), 0) * maxFee.share,
  )
  return [
    pinned,
    checkThat('lent', true, 'Nothing is lent'),
    checkSameAddress('fees', 'Fee receiver', {
      actual: fee.recipient,
      expected: roots.roles.feeReceiver,
    }),
    checkThat('fees', asset !== undefined, `The fee is in ${asset?.symbol ?? fee.token}`),
    ...(prepared.prices
      ? [
          checkThat(
            'price',
            usd !== undefined && usd <= maxUsd,
            `By the feeds the fee is ${usd === undefined ? 'unknown' : `$${usd.toFixed(2)}`}, at most $${maxUsd.toFixed(2)}`,
          ),
        ]
      : []),
  ]
}
