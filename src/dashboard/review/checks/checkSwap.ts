import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import {
  type Check,
  checkAmount,
  checkSame,
  checkSameAddress,
  checkThat,
  checkTime,
} from '../claims/check.ts'
import { describeNumber } from '../claims/evidence.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'
import type { EvmRootAsset } from '../cases/roots.ts'
import { checkApproval } from './checkApproval.ts'
import type { DirectOperation } from './directBatch.ts'

/** Checks a swap in a pinned pool: tokens, amount, recipient, deadline and allowance. */
export function checkSwap(
  direct: DirectOperation,
  options: { swap: CallFact & { kind: 'swap' }; quoted: ParsedQuote },
): Check[] {
  const { swap, quoted } = options
  const { asset, to, chain, batch, recipient, operation } = direct
  const { wrappedNative, swapRouter } = chain.contracts
  const isPinned = quoted.roots.pools.some(
    (pool) =>
      pool.chainId === chain.chainId &&
      pool.fee === swap.poolFee &&
      [swap.tokenIn, swap.tokenOut].every((token) =>
        pool.tokens.some((side) => side.toLowerCase().endsWith(`:${token.toLowerCase()}`)),
      ),
  )
  return [
    checkSameAddress('escrow', translate('Exchange'), {
      actual: swap.router,
      expected: swapRouter,
    }),
    checkThat(
      'escrow',
      isPinned,
      translate('Pool with a {percent}% fee', {
        percent: describeNumber(swap.poolFee / 10_000),
      }),
      translate('The pool with a {percent}% fee is not pinned', {
        percent: describeNumber(swap.poolFee / 10_000),
      }),
    ),
    ...checkSide(
      translate('Token paid'),
      { token: swap.tokenIn, isNative: swap.isNativeIn },
      { asset, wrappedNative },
    ),
    ...checkSide(
      translate('Token received'),
      { token: swap.tokenOut, isNative: swap.isNativeOut },
      { asset: to.asset, wrappedNative },
    ),
    checkSameAddress('recipient', translate('Recipient'), {
      actual: swap.recipient,
      expected: recipient,
    }),
    checkAmount('amounts', translate('Amount swapped'), {
      actual: swap.amountIn,
      expected: operation.amount,
      of: asset,
    }),
    checkTime('deadlines', translate('Swap deadline'), {
      actual: swap.deadline,
      expected: quoted.deadlines.depositDeadline,
    }),
    ...(batch.approval
      ? checkApproval(batch.approval, {
          spender: swapRouter,
          token: asset.token,
          amount: operation.amount,
          of: asset,
        })
      : []),
  ]
}

function checkSide(
  what: string,
  side: { token: EvmAddress; isNative: boolean },
  expected: { asset: EvmRootAsset; wrappedNative: EvmAddress },
): Check[] {
  const { asset, wrappedNative } = expected
  const isNative = asset.token === nativeToken
  return [
    checkSameAddress('asset', what, {
      actual: side.token,
      expected: isNative ? wrappedNative : asset.token,
    }),
    checkSame('asset', what, {
      actual: side.isNative ? 'coin' : 'token',
      expected: isNative ? 'coin' : 'token',
      describe: (text) => (text === 'coin' ? translate('the native coin') : translate('a token')),
    }),
  ]
}
