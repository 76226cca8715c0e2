import { findApprovingFunction } from '#chains/evm/operation/findApprovingFunction.ts'
import { getOperationNonce } from '#protocol/orders/approval.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import {
  type Check,
  checkAmount,
  checkSame,
  checkSameAddress,
  checkThat,
  checkTime,
} from '../claims/check.ts'
import { describeAmount, describeTime, describeUsd } from '../claims/evidence.ts'
import { describePlace } from './assetNames.ts'
import { checkPreparedBatch } from './checkPreparedBatch.ts'
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
    ...checkPreparedBatch(prepared),
    ...checkTargets(prepared),
    ...checkWindow(prepared),
    ...checkNonce(prepared),
    ...checkNames(prepared),
    ...(prepared.pull ? checkPull(prepared, prepared.pull) : checkFee(prepared)),
  ]
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
      ...(isRefused
        ? [
            checkThat(
              'calls',
              false,
              translate('Call {number} must not target {to}', { number: index + 1, to }),
            ),
          ]
        : []),
      ...(approving
        ? [
            checkThat(
              'approval',
              false,
              translate('Call {number} grants spending rights ({approving})', {
                number: index + 1,
                approving,
              }),
            ),
          ]
        : []),
    ]
  })
}

/** Checks that the validity window is the requested one, or else short. */
function checkWindow({ guard, request, nowSeconds }: ParsedPreparedCall): Check[] {
  if (!guard) return [checkThat('deadlines', false, translate('The operation has no expiry'))]
  const { validAfter, validUntil } = guard
  const from = BigInt(Math.max(nowSeconds, Number(request.validAfter ?? 0)))
  const latest = from + BigInt(defaultLifeSeconds + maxClockSkewSeconds)
  return [
    checkTime('deadlines', translate('Valid from'), {
      actual: validAfter,
      expected: request.validAfter ?? '0',
    }),
    request.validUntil === undefined
      ? checkThat(
          'deadlines',
          validUntil <= latest,
          translate('Valid until {end}, at the latest {latest}', {
            end: describeTime(validUntil),
            latest: describeTime(latest),
          }),
        )
      : checkTime('deadlines', translate('Valid until'), {
          actual: validUntil,
          expected: request.validUntil,
        }),
    checkThat(
      'expiry',
      validUntil > BigInt(nowSeconds),
      translate('Expires at {end}, it is now {now}', {
        end: describeTime(validUntil),
        now: describeTime(nowSeconds),
      }),
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
        translate('The only operation with its nonce'),
        translate('Another operation may have used its nonce'),
      ),
    ]
  const expected = getOperationNonce(pull.prepareId, { chainId: read.chain.chainId, index: 0 })
  return [checkSame('nonce', translate('Nonce'), { actual: nonce, expected })]
}

/** Checks that the operation's asset and amount are the first of those the calls need. */
function checkNames({ read, required, prepared, pull, roots }: ParsedPreparedCall): Check[] {
  const { assetType, amount } = read.operation
  const { callType } = prepared
  return [
    checkSame('asset', translate('Declared asset'), {
      actual: assetType,
      expected: read.asset.assetType,
      describe: (text) => describePlace(roots, text),
    }),
    checkAmount('amounts', translate('Declared amount'), {
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
            pull ? translate('Something is advanced') : translate('Nothing is advanced'),
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
    checkSameAddress('escrow', translate('Solver'), {
      actual: pull.solver,
      expected: roots.roles.solver,
    }),
    checkSameAddress('escrow', translate('Settlement'), {
      actual: pull.settler,
      expected: read.chain.contracts.destinationSettler,
    }),
    checkThat(
      'lent',
      tokens.length > 0 && tokens.length === amounts.length && distinct.size === tokens.length,
      translate('Each asset is advanced once'),
      translate('An asset is advanced more than once, or none is'),
    ),
    ...tokens.map((token, index) => {
      const amount = amounts[index] ?? 0n
      const need = required.find(({ asset }) => isSameAddress(asset.token, token))
      const maxUnits = need?.amount ?? 0n
      return checkThat(
        'lent',
        amount > 0n && amount <= maxUnits,
        translate('Advanced {amount}, needed {needed}', {
          amount: describeAmount(amount, need?.asset),
          needed: describeAmount(maxUnits, need?.asset),
        }),
      )
    }),
    checkThat('fees', true, translate('The deposits pay the fee, in the quote that follows')),
  ]
}

function checkFee(prepared: ParsedPreparedCall): Check[] {
  const { fee, read, roots, required } = prepared
  const pinned = checkThat('escrow', true, translate('Nobody else is involved'))
  if (!fee)
    return [checkThat('fees', false, translate('The last call is not a fee payment')), pinned]
  const asset = findRootToken(roots, { chainId: read.chain.chainId, token: fee.token })
  const usd = asset && toUsd(prepared, asset.assetType, fee.amount)
  const needed = required.map((one) => toUsd(prepared, one.asset.assetType, one.amount))
  const maxUsd = Math.max(
    maxFee.usd,
    needed.reduce<number>((sum, one) => sum + (one ?? 0), 0) * maxFee.share,
  )
  return [
    pinned,
    checkThat('lent', true, translate('Nothing is advanced')),
    checkSameAddress('fees', translate('Fee receiver'), {
      actual: fee.recipient,
      expected: roots.roles.feeReceiver,
    }),
    checkThat(
      'fees',
      asset !== undefined,
      translate('The fee is in {symbol}', { symbol: asset?.symbol ?? fee.token }),
      translate('The fee is in an unlisted token, {token}', { token: fee.token }),
    ),
    ...(prepared.prices
      ? [
          checkThat(
            'price',
            usd !== undefined && usd <= maxUsd,
            usd === undefined
              ? translate('By the price feeds, the fee is unknown; the limit is {most}', {
                  most: describeUsd(maxUsd.toFixed(2)),
                })
              : translate('By the price feeds, the fee is {fee}; the limit is {most}', {
                  fee: describeUsd(usd.toFixed(2)),
                  most: describeUsd(maxUsd.toFixed(2)),
                }),
          ),
        ]
      : []),
  ]
}
