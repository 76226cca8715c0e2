import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
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
    return [checkThat('calls', false, `Operation ${index + 1} deposits nothing`)]
  return [
    checkThat(
      'calls',
      rest.length === 0,
      rest.length === 0
        ? `Operation ${index + 1} is one deposit on ${chain.name}`
        : `Operation ${index + 1} does more than deposit`,
    ),
    checkSame('escrow', 'Escrow program', {
      actual: message.instructions[2]?.programId,
      expected: chain.program,
    }),
    checkSame('deployment', 'Who pays for the accounts that hold the deposit', {
      actual: open.rentPayer,
      expected: chain.roles.executor,
    }),
    ...checkSource(deposit, open.tokens),
    checkThat('approval', true, 'No allowance is given'),
  ]
}

function checkSource(
  { asset, account }: SolanaDeposit,
  tokens: { source: string; tokenProgram: string } | undefined,
): Check[] {
  const mint = getMint(asset)
  if (!mint || !tokens)
    return [checkThat('asset', !mint && !tokens, 'Coins are deposited where coins were asked for')]
  return [
    checkSame('asset', 'Program of the token', {
      actual: tokens.tokenProgram,
      expected: mint.tokenProgram,
    }),
    checkSame('accounts', 'Token account that pays', {
      actual: tokens.source,
      expected: getAssociatedTokenAddress(account.accountAddress, mint),
    }),
  ]
}
