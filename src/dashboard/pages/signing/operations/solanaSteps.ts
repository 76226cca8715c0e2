import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import type { InstructionFact } from '#dashboard/review/cases/instructionFact.ts'
import type { SolanaOperationFacts } from '#dashboard/review/cases/operationFacts.ts'
import type { OperationStep } from './operationStep.ts'

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
      return {
        text: 'Stop if it needs more computing than expected',
      }
    case 'computePrice':
      return {
        text: 'Pay for a quick place in line; the service bears the cost',
      }
    case 'open': {
      const { amount, fee, refundAfter } = fact.order
      return {
        text: `Deposit ${formatAmount(amount + fee)} into the escrow program for this quote, ${formatAmount(fee)} of it as fee. What is not delivered is yours again from ${formatClockTime(Number(refundAfter) * 1000, 'seconds')}`,
      }
    }
    case 'createTokenAccount':
      return {
        text: `Open a ${operation.asset.symbol} account for ${shortenAddress(fact.account.owner)} if there is none; the service bears the cost`,
      }
    case 'transfer': {
      const owner = before?.name === 'createTokenAccount' ? before.account.owner : fact.to
      return {
        text: `${fact.units === operation.fee ? 'Pay the fee of' : 'Send'} ${formatAmount(fact.units)} to ${shortenAddress(owner)}`,
      }
    }
    case 'release':
    case 'refund':
    case 'fill':
    case 'cancel':
      return { text: 'Something only the service may do' }
    case 'unknown':
      return {
        text: `An instruction of ${shortenAddress(fact.programId)} that this app does not know`,
      }
  }

  function formatAmount(units: bigint): string {
    const { decimals, symbol } = operation.asset
    return formats.asset({ units, decimals, symbol })
  }
}
