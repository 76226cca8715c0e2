import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import type { InstructionFact } from '#dashboard/review/cases/instructionFact.ts'
import type { SolanaOperationFacts } from '#dashboard/review/cases/operationFacts.ts'
import { translate } from '../../../language/translate.ts'

/** Returns the instructions of a Solana operation, in order, decoded from the signed message. */
export function buildSolanaSteps(
  operation: SolanaOperationFacts,
  formats: Formats,
): readonly OperationStep[] {
  return operation.facts.map((fact, index) => ({
    id: `${index}${fact.name}`,
    ...toStep(fact, { operation, formats, before: operation.facts[index - 1] }),
  }))
}

function toStep(
  fact: InstructionFact,
  of: { operation: SolanaOperationFacts; formats: Formats; before: InstructionFact | undefined },
): Omit<OperationStep, 'id'> {
  const { operation, formats, before } = of
  switch (fact.name) {
    case 'computeLimit':
      return { text: translate('Stop if it needs more compute than expected') }
    case 'computePrice':
      return { text: translate('Pay a priority fee, covered by the service') }
    case 'open':
      return { text: describeDeposit(fact.order, formatAmount) }
    case 'createTokenAccount':
      return {
        text: translate(
          'Create a {symbol} account for {address} if it has none, covered by the service',
          { symbol: operation.asset.symbol, address: shortenAddress(fact.account.owner) },
        ),
      }
    case 'transfer': {
      const owner = before?.name === 'createTokenAccount' ? before.account.owner : fact.to
      return {
        text:
          fact.units === operation.fee
            ? translate('Pay a fee of {amount} to {address}', {
                amount: formatAmount(fact.units),
                address: shortenAddress(owner),
              })
            : translate('Send {amount} to {address}', {
                amount: formatAmount(fact.units),
                address: shortenAddress(owner),
              }),
      }
    }
    case 'release':
    case 'refund':
    case 'fill':
    case 'cancel':
      return { text: translate('An action only the service may take') }
    case 'unknown':
      return {
        text: translate('Unknown instruction of {address}', {
          address: shortenAddress(fact.programId),
        }),
      }
  }

  function formatAmount(units: bigint): string {
    const { decimals, symbol } = operation.asset
    return formats.asset({ units, decimals, symbol })
  }
}

function describeDeposit(
  { amount, fee, refundAfter }: Extract<InstructionFact, { name: 'open' }>['order'],
  formatAmount: (units: bigint) => string,
): string {
  return translate(
    'Deposit {amount} into the escrow program for this quote, including a fee of {fee}. Refundable from {time} if not delivered',
    {
      amount: formatAmount(amount + fee),
      fee: formatAmount(fee),
      time: formatClockTime(Number(refundAfter) * 1000, 'seconds'),
    },
  )
}

/** One call or instruction of an operation in words. */
export type OperationStep = { id: string; text: string }
