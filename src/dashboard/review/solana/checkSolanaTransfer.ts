import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { getOperationReference } from '#chains/solana/codec/getOperationReference.ts'
import { isSameAsset, SolanaAddress } from '#protocol/ids/caip.ts'
import { type Check, checkAmount, checkSame, checkThat } from '../claims/check.ts'
import { findAppFee } from '../cases/appFee.ts'
import { getRecipient } from '../cases/getRecipient.ts'
import { getMint } from './getMint.ts'
import type { ParsedQuote, Payment, ParsedSolanaOperation } from '../cases/parsedQuote.ts'

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
    return [checkThat('calls', false, `Operation ${index + 1} pays nobody`)]
  return [
    checkThat(
      'calls',
      rest.length === 0,
      rest.length === 0
        ? `Operation ${index + 1} is one transfer on ${chain.name}`
        : `Operation ${index + 1} holds an instruction that is no part of a transfer`,
    ),
    checkThat('approval', true, 'No allowance is given'),
    checkThat('order', true, 'Delivered in the same step: nothing is held in between'),
    checkThat('escrow', true, 'Nothing else takes part'),
    checkThat('deadlines', true, 'It ends with its blockhash, within minutes'),
    checkThat('nonce', id === id.toLowerCase(), 'The id is spelled in lower case'),
    checkSame('nonce', 'Reference, by which no other transfer is the same', {
      actual: payments.map(({ payment }) => payment.reference ?? 'none').join(', '),
      expected: [getOperationReference(id, index), ...payments.slice(1).map(() => 'none')].join(
        ', ',
      ),
    }),
    checkSame('chain', 'Chain of delivery', {
      actual: to.chain.chainId,
      expected: chain.chainId,
      describe: (text) => (text === chain.chainId ? chain.name : text),
    }),
    checkThat(
      'asset',
      isSameAsset(asset.assetType, to.asset.assetType),
      `${asset.symbol} arrives as ${to.asset.symbol}`,
    ),
    ...checkPayment(main, {
      read,
      wanted: { what: 'Recipient', recipient, amount: BigInt(operation.amount) },
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
    checkThat('fees', fees.length <= (app ? 2 : 1), `Fees are paid to ${fees.length} receivers`),
    ...fees.flatMap((fee, index) => {
      const recipient = index === appIndex ? SolanaAddress.parse(app?.receiver) : feeReceiver
      return checkPayment(fee, {
        read,
        wanted: { what: 'Fee receiver', recipient, amount: undefined },
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
          checkAmount('amounts', 'Amount sent', {
            actual: payment.units,
            expected: amount,
            of: asset,
          }),
        ]),
    checkSame(amount === undefined ? 'fees' : 'recipient', what, {
      actual: payment.to,
      expected: mint ? getAssociatedTokenAddress(recipient, mint) : recipient,
    }),
    checkSame('accounts', 'Who pays', {
      actual: payment.from,
      expected: read.account.accountAddress,
    }),
    checkSame('asset', 'Token sent', { actual: payment.token?.mint, expected: mint?.mint }),
    checkSame('asset', 'Program of the token', {
      actual: payment.token?.tokenProgram,
      expected: mint?.tokenProgram,
    }),
    checkSame('asset', 'Decimals of the token', {
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
        ? `The account of ${account.account.owner} is made if it is missing, paid by ${account.payer}`
        : 'No account is made',
    ),
  ]
}
