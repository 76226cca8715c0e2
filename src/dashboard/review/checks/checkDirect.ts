import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import { type EvmAddress, isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkAmount, checkSame, checkSameAddress, checkThat } from '../claims/check.ts'
import { describeAmount } from '../claims/evidence.ts'
import { findAppFee } from '../cases/quoteTerms.ts'
import { checkSwap } from './checkSwap.ts'
import { type DirectOperation, findBatch, getFeeOut } from './directBatch.ts'
import { getSolanaVerifier } from '../cases/parseQuote.ts'
import { getEvmRecipient, getRecipient } from '../cases/getRecipient.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'

/**
 * Checks the batches that deliver on their own chain: guard, one transfer, swap or conversion to
 * the recipient, the fee, and nothing else. Source: architecture section 2, "Same-chain swap".
 */
export function checkDirects(quoted: ParsedQuote): Check[] {
  const unknown = checkThat(
    'recipient',
    false,
    translate('The quote has no delivery this app can verify'),
  )
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
  // Only what is bought of a token on no list is measured.
  const isMeasured = watch !== undefined || receipt !== undefined
  const isWhole = rest.length === 0 && (!isMeasured || traded?.side === 'bought')
  const done = isWhole ? describeMain(main, { number: index + 1, name: chain.name }) : undefined
  const needsApproval = main?.kind === 'swap' && asset.token !== nativeToken
  return [
    checkThat(
      'calls',
      done !== undefined,
      done ??
        translate('Operation {number} contains an unexpected call', {
          number: index + 1,
        }),
    ),
    checkThat(
      'approval',
      needsApproval === (approval !== undefined),
      needsApproval
        ? translate('One allowance, for the exchange')
        : translate('No allowance is granted'),
    ),
    checkThat('order', true, translate('Delivered in the same step, with nothing held in between')),
    checkThat('escrow', true, translate('No other contract is involved')),
    checkSame('chain', translate('Destination chain'), {
      actual: to.chain.chainId,
      expected: chain.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
  ]
}

/** The one thing that a batch does; undefined for what no direct batch does. */
function describeMain(
  main: CallFact | undefined,
  at: { number: number; name: string },
): string | undefined {
  if (main?.kind === 'transfer')
    return translate('Operation {number} is a single transfer on {name}', at)
  if (main?.kind === 'swap') return translate('Operation {number} is a single swap on {name}', at)
  if (main?.kind === 'wrap') return translate('Operation {number} is a single wrap on {name}', at)
  if (main?.kind === 'unwrap')
    return translate('Operation {number} is a single unwrap on {name}', at)
  return undefined
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
    checkSameAddress('fees', translate('Fee receiver'), {
      actual: payment.recipient,
      expected: expected.receiver,
    }),
    checkSameAddress('fees', translate('Fee token'), {
      actual: payment.token,
      expected: expected.token,
    }),
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
    checkSameAddress('asset', translate('Token sent'), {
      actual: transfer.token,
      expected: asset.token,
    }),
    checkThat(
      'asset',
      isSameAsset(asset.assetType, to.asset.assetType),
      translate('{paid} is delivered as {received}', {
        paid: asset.symbol,
        received: to.asset.symbol,
      }),
    ),
    checkSameAddress('recipient', translate('Recipient'), {
      actual: transfer.recipient,
      expected: recipient,
    }),
    checkAmount('amounts', translate('Amount sent'), {
      actual: transfer.amount,
      expected: operation.amount,
      of: asset,
    }),
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
    checkSameAddress('escrow', translate('Wrapped coin'), {
      actual: convert.token,
      expected: wrappedNative,
    }),
    checkSameAddress('asset', translate('Coin paid'), { actual: asset.token, expected: from }),
    checkSameAddress('asset', translate('Coin received'), {
      actual: to.asset.token,
      expected: into,
    }),
    checkAmount('amounts', translate('Amount'), {
      actual: convert.amount,
      expected: operation.amount,
      of: asset,
    }),
    ...(batch.send
      ? [
          checkSameAddress('recipient', translate('Recipient'), {
            actual: batch.send.recipient,
            expected: recipient,
          }),
          checkSameAddress('asset', translate('Coin sent'), {
            actual: batch.send.token,
            expected: into,
          }),
          checkAmount('amounts', translate('Amount sent'), {
            actual: batch.send.amount,
            expected: operation.amount,
            of: to.asset,
          }),
        ]
      : [
          checkThat(
            'recipient',
            isOwn,
            isOwn
              ? translate('Stays in your account')
              : translate('It isn’t forwarded to the recipient'),
          ),
        ]),
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
          checkAmount('amounts', translate('Amount received'), {
            actual: amount,
            expected: minAmount,
            of: destination?.asset,
          }),
        ]
      : []),
    checkThat(
      'minimum',
      minAmount >= minimum,
      translate('Delivers at least {amount} or nothing is paid; quoted minimum {promised}', {
        amount: describeAmount(minAmount, destination?.asset),
        promised: describeAmount(minimum, destination?.asset),
      }),
    ),
  ]
}
