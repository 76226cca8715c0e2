import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import { type EvmAddress, isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import {
  type Check,
  checkAmount,
  checkSame,
  checkSameAddress,
  checkThat,
  checkTime,
} from '../claims/check.ts'
import { describeAmount } from '../claims/evidence.ts'
import { findAppFee } from '../cases/appFee.ts'
import { type DirectBatch, findBatch, getFeeOut } from './directBatch.ts'
import { getSolanaVerifier } from '../cases/parseQuote.ts'
import { getEvmRecipient, getRecipient } from '../cases/getRecipient.ts'
import type { EvmRootAsset, EvmRootChain } from '../cases/roots.ts'
import type { ParsedQuote, ParsedEvmOperation } from '../cases/parsedQuote.ts'

/** Such an operation, with every value its batch may contain. */
type DirectOperation = ParsedEvmOperation & {
  batch: DirectBatch
  recipient: EvmAddress
  to: { asset: EvmRootAsset; chain: EvmRootChain }
}

/**
 * Checks the batches that deliver on their own chain: guard, one transfer, swap or conversion to
 * the recipient, the fee, and nothing else. Source: architecture section 2, "Same-chain swap".
 */
export function checkDirects(quoted: ParsedQuote): Check[] {
  const unknown = checkThat('recipient', false, 'The quote names no delivery this app can check')
  if (!getRecipient(quoted)) return [unknown]
  const recipient = getEvmRecipient(quoted)
  const to = quoted.destination
  return [
    ...quoted.operations.flatMap((read) => {
      if (read.kind === 'solana') return getSolanaVerifier(quoted).checkTransfer(read, quoted)
      if (!recipient || to?.kind !== 'evm') return [unknown]
      const batch = findBatch(read, quoted)
      if (!batch) return [unknown]
      const direct = { ...read, recipient, to, batch }
      return [
        ...checkShape(direct, quoted),
        ...checkFee(direct, quoted),
        ...checkMain(direct, quoted),
      ]
    }),
    ...checkDelivered(quoted),
  ]
}

function checkShape(
  { batch, chain, to, index, asset }: DirectOperation,
  { traded }: ParsedQuote,
): Check[] {
  const { main, rest, approval, watch, receipt } = batch
  const isMeasured = watch !== undefined || receipt !== undefined
  const isKnown =
    main !== undefined &&
    ['transfer', 'swap', 'wrap', 'unwrap'].includes(main.kind) &&
    (!isMeasured || traded?.side === 'bought')
  const needsApproval = main?.kind === 'swap' && asset.token !== nativeToken
  return [
    checkThat(
      'calls',
      isKnown && rest.length === 0,
      isKnown && rest.length === 0
        ? `Operation ${index + 1} is one ${main.kind} on ${chain.name}`
        : `Operation ${index + 1} holds a call that is not part of a ${main?.kind ?? 'swap'}`,
    ),
    checkThat(
      'approval',
      needsApproval === (approval !== undefined),
      needsApproval ? 'One allowance, for the exchange' : 'No allowance is given',
    ),
    checkThat('order', true, 'Delivered in the same step: nothing is held in between'),
    checkThat('escrow', true, 'Nothing else takes part'),
    checkSame('chain', 'Chain of delivery', {
      actual: to.chain.chainId,
      expected: chain.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
  ]
}

function checkFee({ batch, asset, to }: DirectOperation, quoted: ParsedQuote): Check[] {
  const { fee, appFee, feeOut } = batch
  const { feeReceiver } = quoted.roots.roles
  const app = findAppFee(quoted, asset.assetType)
  return [
    ...(feeOut ? checkFeePayment(feeOut, { receiver: feeReceiver, token: to.asset.token }) : []),
    ...(fee ? checkFeePayment(fee, { receiver: feeReceiver, token: asset.token }) : []),
    ...(appFee && app
      ? checkFeePayment(appFee, { receiver: app.receiver, token: asset.token })
      : []),
  ]
}

function checkFeePayment(
  payment: CallFact & { kind: 'transfer' },
  expected: { receiver: string; token: EvmAddress },
): Check[] {
  return [
    checkSameAddress('fees', 'Fee receiver', {
      actual: payment.recipient,
      expected: expected.receiver,
    }),
    checkSameAddress('fees', 'Fee token', { actual: payment.token, expected: expected.token }),
  ]
}

function checkMain(direct: DirectOperation, quoted: ParsedQuote): Check[] {
  const { main } = direct.batch
  if (main?.kind === 'transfer') return checkTransfer(direct, main)
  if (main?.kind === 'swap') return checkSwap(direct, { swap: main, quoted })
  if (main?.kind === 'wrap' || main?.kind === 'unwrap') return checkConversion(direct, main)
  return []
}

function checkTransfer(
  direct: DirectOperation,
  transfer: CallFact & { kind: 'transfer' },
): Check[] {
  const { asset, to, recipient, operation } = direct
  return [
    checkSameAddress('asset', 'Token sent', { actual: transfer.token, expected: asset.token }),
    checkThat(
      'asset',
      isSameAsset(asset.assetType, to.asset.assetType),
      `${asset.symbol} arrives as ${to.asset.symbol}`,
    ),
    checkSameAddress('recipient', 'Recipient', {
      actual: transfer.recipient,
      expected: recipient,
    }),
    checkAmount('amounts', 'Amount sent', {
      actual: transfer.amount,
      expected: operation.amount,
      of: asset,
    }),
  ]
}

function checkSwap(
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
    checkSameAddress('escrow', 'Exchange', { actual: swap.router, expected: swapRouter }),
    checkThat('escrow', isPinned, `Pool with a fee of ${swap.poolFee / 10_000} %`),
    ...checkSide(
      'Token paid',
      { token: swap.tokenIn, isNative: swap.isNativeIn },
      { asset, wrappedNative },
    ),
    ...checkSide(
      'Token received',
      { token: swap.tokenOut, isNative: swap.isNativeOut },
      { asset: to.asset, wrappedNative },
    ),
    checkSameAddress('recipient', 'Recipient', { actual: swap.recipient, expected: recipient }),
    checkAmount('amounts', 'Amount swapped', {
      actual: swap.amountIn,
      expected: operation.amount,
      of: asset,
    }),
    checkTime('deadlines', 'Swap until', {
      actual: swap.deadline,
      expected: quoted.deadlines.depositDeadline,
    }),
    ...(batch.approval
      ? [
          checkSameAddress('approval', 'Spender', {
            actual: batch.approval.spender,
            expected: swapRouter,
          }),
          checkSameAddress('approval', 'Token', {
            actual: batch.approval.token,
            expected: asset.token,
          }),
          checkAmount('approval', 'Allowance', {
            actual: batch.approval.amount,
            expected: operation.amount,
            of: asset,
          }),
        ]
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
    checkThat(
      'asset',
      side.isNative === isNative,
      `${what} is ${side.isNative ? 'the coin' : 'a token'}${side.isNative === isNative ? '' : ', expected the other'}`,
    ),
  ]
}

function checkConversion(
  direct: DirectOperation,
  convert: CallFact & { kind: 'wrap' | 'unwrap' },
): Check[] {
  const { asset, to, chain, batch, recipient, operation } = direct
  const { wrappedNative } = chain.contracts
  const [from, into] =
    convert.kind === 'wrap' ? [nativeToken, wrappedNative] : [wrappedNative, nativeToken]
  const isOwn = isSameAddress(recipient, operation.userOp.sender)
  return [
    checkSameAddress('escrow', 'Wrapped coin', { actual: convert.token, expected: wrappedNative }),
    checkSameAddress('asset', 'Coin paid', { actual: asset.token, expected: from }),
    checkSameAddress('asset', 'Coin received', { actual: to.asset.token, expected: into }),
    checkAmount('amounts', 'Amount', {
      actual: convert.amount,
      expected: operation.amount,
      of: asset,
    }),
    ...(batch.send
      ? [
          checkSameAddress('recipient', 'Recipient', {
            actual: batch.send.recipient,
            expected: recipient,
          }),
          checkSameAddress('asset', 'Coin sent', { actual: batch.send.token, expected: into }),
          checkAmount('amounts', 'Amount sent', {
            actual: batch.send.amount,
            expected: operation.amount,
            of: to.asset,
          }),
        ]
      : [checkThat('recipient', isOwn, isOwn ? 'Stays in your account' : 'It is not passed on')]),
  ]
}

/** Checks that the batches together deliver at least the quote's minimum. */
function checkDelivered(quoted: ParsedQuote): Check[] {
  const { quote, operations, destination } = quoted
  const minAmount = operations.reduce((sum, read) => {
    if (read.kind === 'solana') return sum + (read.payments[0]?.payment.units ?? 0n)
    const main = findBatch(read, quoted)?.main
    if (main?.kind === 'swap') return sum + main.minimumOut - getFeeOut(read, quoted)
    return main?.kind === 'transfer' || main?.kind === 'wrap' || main?.kind === 'unwrap'
      ? sum + main.amount
      : sum
  }, 0n)
  const { amount } = quote.destinationToken
  const minimum = BigInt(quote.destinationToken.minimumAmount)
  const isExact = operations.some(({ kind }) => kind === 'solana')
  return [
    ...(isExact
      ? [
          checkAmount('amounts', 'Amount that arrives', {
            actual: amount,
            expected: minAmount,
            of: destination?.asset,
          }),
        ]
      : []),
    checkThat(
      'minimum',
      minAmount >= minimum,
      `At least ${describeAmount(minAmount, destination?.asset)} arrives or nothing is paid, promised ${describeAmount(minimum, destination?.asset)}`,
    ),
  ]
}
