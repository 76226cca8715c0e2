import {
  getAssociatedTokenAddress,
  getOperationReference,
} from '#chains/solana/program/addresses.ts'
import { isSameAsset, SolanaAddress } from '#protocol/ids/caip.ts'
import { translate, translateIn } from '../../language/translate.ts'
import { type Check, checkAmount, checkSame, checkThat } from '../claims/check.ts'
import { findAppFee } from '../cases/quoteTerms.ts'
import { getRecipient } from '../cases/getRecipient.ts'
import { getMint } from './getMint.ts'
import type { ParsedQuote, Payment, ParsedSolanaOperation } from '../cases/parsedQuote.ts'

/** Stands where a payment carries no reference; no address has this form. */
const noReference = 'none'

/** The recipient and amount that a payment must have. */
type ExpectedPayment = { what: string; recipient: SolanaAddress; amount: bigint | undefined }

/**
 * Checks a transfer on its own chain: the amount to the recipient, the fee to the pinned receiver,
 * and nothing else. New token accounts must be the recipients', with rent paid by the service.
 * Source: architecture section 2, security rule 23.
 */
export function checkSolanaTransfer(read: ParsedSolanaOperation, quoted: ParsedQuote): Check[] {
  const { payments, rest, chain, asset, operation, index } = read
  const [main, ...fees] = payments
  const { destination: to, quote } = quoted
  const { id } = quote
  const recipient = getRecipient(quoted)
  if (!main || !to || !recipient)
    return [
      checkThat('calls', false, translate('Operation {number} pays nobody', { number: index + 1 })),
    ]
  return [
    checkThat(
      'calls',
      rest.length === 0,
      rest.length === 0
        ? translate('Operation {number} is a single transfer on {name}', {
            number: index + 1,
            name: chain.name,
          })
        : translate('Operation {number} has an instruction that isn’t part of a transfer', {
            number: index + 1,
          }),
    ),
    checkThat('approval', true, translate('No allowance is granted')),
    checkThat('order', true, translate('Delivered in the same step, with nothing held in between')),
    checkThat('escrow', true, translate('No other contract is involved')),
    checkThat('deadlines', true, translate('It expires with its blockhash, within minutes')),
    checkThat(
      'nonce',
      id === id.toLowerCase(),
      translate('The ID is lowercase'),
      translate('The ID is not lowercase'),
    ),
    checkSame('nonce', translate('Unique reference of this transfer'), {
      actual: payments.map(({ payment }) => payment.reference ?? noReference).join(', '),
      expected: [
        getOperationReference(id, index),
        ...payments.slice(1).map(() => noReference),
      ].join(', '),
      describe: (text) => text.replaceAll(/\bnone\b/g, translateIn('a reference', 'none')),
    }),
    checkSame('chain', translate('Destination chain'), {
      actual: to.chain.chainId,
      expected: chain.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
    checkThat(
      'asset',
      isSameAsset(asset.assetType, to.asset.assetType),
      translate('{paid} is delivered as {received}', {
        paid: asset.symbol,
        received: to.asset.symbol,
      }),
    ),
    ...checkPayment(main, {
      read,
      wanted: { what: translate('Recipient'), recipient, amount: BigInt(operation.amount) },
    }),
    ...checkFees(fees, { read, quoted }),
  ]
}

/** The service is paid first; the app that the quote names, if it names one, is paid last. */
function checkFees(
  fees: readonly Payment[],
  { read, quoted }: { read: ParsedSolanaOperation; quoted: ParsedQuote },
): Check[] {
  const app = findAppFee(quoted, read.asset.assetType)
  const { feeReceiver } = read.chain.roles
  const appIndex = app ? fees.length - 1 : -1
  return [
    checkThat(
      'fees',
      fees.length <= (app ? 2 : 1),
      translate(
        'Fees are paid to {count, plural, =0 {nobody} one {# receiver} other {# receivers}}',
        { count: fees.length },
      ),
    ),
    ...fees.flatMap((fee, index) => {
      const recipient = index === appIndex ? SolanaAddress.parse(app?.receiver) : feeReceiver
      return checkPayment(fee, {
        read,
        wanted: { what: translate('Fee receiver'), recipient, amount: undefined },
      })
    }),
  ]
}

function checkPayment(
  { payment, account }: Payment,
  { read, wanted }: { read: ParsedSolanaOperation; wanted: ExpectedPayment },
): Check[] {
  const { asset, chain } = read
  const { what, recipient, amount } = wanted
  const mint = getMint(asset)
  return [
    ...(amount === undefined
      ? []
      : [
          checkAmount('amounts', translate('Amount sent'), {
            actual: payment.units,
            expected: amount,
            of: asset,
          }),
        ]),
    checkSame(amount === undefined ? 'fees' : 'recipient', what, {
      actual: payment.to,
      expected: mint ? getAssociatedTokenAddress(recipient, mint) : recipient,
    }),
    checkSame('accounts', translate('Payer'), {
      actual: payment.from,
      expected: read.account.accountAddress,
    }),
    checkSame('asset', translate('Token sent'), {
      actual: payment.token?.mint,
      expected: mint?.mint,
    }),
    checkSame('asset', translate('Token program'), {
      actual: payment.token?.tokenProgram,
      expected: mint?.tokenProgram,
    }),
    checkSame('asset', translate('Token decimals'), {
      actual: payment.token?.decimals,
      expected: mint && asset.decimals,
    }),
    checkThat(
      'deployment',
      account === undefined ||
        (account.payer === chain.roles.executor &&
          account.account.owner === recipient &&
          account.account.mint === mint?.mint &&
          account.account.tokenProgram === mint.tokenProgram),
      account
        ? translate('The account of {owner} is created if missing, paid by {payer}', {
            owner: account.account.owner,
            payer: account.payer,
          })
        : translate('No account is created'),
    ),
  ]
}
