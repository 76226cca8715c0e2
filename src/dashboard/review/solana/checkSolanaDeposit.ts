import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import { getMint } from './getMint.ts'
import type { SolanaDeposit } from '../cases/parsedQuote.ts'

/**
 * Checks that the operation only deposits: into the pinned program, from the user's account, with
 * rent paid by the service. Its order is checked like an EVM order. Source: architecture section 2,
 * security rules 21 and 22.
 */
export function checkSolanaDeposit(deposit: SolanaDeposit): Check[] {
  const { facts, rest, chain, index, message } = deposit
  const [, , open] = facts
  if (open?.name !== 'open')
    return [
      checkThat(
        'calls',
        false,
        translate('Operation {number} makes no deposit', { number: index + 1 }),
      ),
    ]
  return [
    checkThat(
      'calls',
      rest.length === 0,
      rest.length === 0
        ? translate('Operation {number} is a single deposit on {name}', {
            number: index + 1,
            name: chain.name,
          })
        : translate('Operation {number} is not a single deposit', {
            number: index + 1,
          }),
    ),
    checkSame('escrow', translate('Escrow program'), {
      actual: message.instructions[2]?.programId,
      expected: chain.program,
    }),
    checkSame('deployment', translate('Payer for the accounts that hold the deposit'), {
      actual: open.rentPayer,
      expected: chain.roles.executor,
    }),
    ...checkSource(deposit, open.tokens),
    checkThat('approval', true, translate('No allowance is granted')),
  ]
}

function checkSource(
  { asset, account }: SolanaDeposit,
  tokens: { source: string; tokenProgram: string } | undefined,
): Check[] {
  const mint = getMint(asset)
  if (!mint || !tokens)
    return [
      checkThat(
        'asset',
        !mint && !tokens,
        translate('Native coins are deposited, as requested'),
        translate('Native coins are not deposited, but a token'),
      ),
    ]
  return [
    checkSame('asset', translate('Token program'), {
      actual: tokens.tokenProgram,
      expected: mint.tokenProgram,
    }),
    checkSame('accounts', translate('Paying token account'), {
      actual: tokens.source,
      expected: getAssociatedTokenAddress(account.accountAddress, mint),
    }),
  ]
}
