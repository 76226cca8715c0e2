import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import type { EvmOperationFacts, OperationFacts } from '#dashboard/review/verifyQuote.ts'
import type { OperationStep } from './operationStep.ts'
import { buildSolanaSteps } from './solanaSteps.ts'

/** Returns a title that says what an operation does as a whole. */
export function getOperationTitle(operation: OperationFacts, formats: Formats): string {
  const amount = formatOperationAmount(operation, operation.amount + operation.fee, formats)
  const { name } = operation.chain
  switch (getMainKind(operation)) {
    case 'open':
    case 'deposit':
      return `Move ${amount} on ${name} into escrow`
    case 'swap':
      return `Swap ${amount} on ${name}`
    case 'transfer':
      return `Send ${amount} on ${name}`
    case 'wrap':
      return `Wrap ${amount} on ${name}`
    case 'unwrap':
      return `Unwrap ${amount} on ${name}`
    case undefined:
    default:
      return `Something unknown on ${name}`
  }
}

/** Returns the kind of the main call or instruction, for which the others only prepare. */
function getMainKind(operation: OperationFacts): string | undefined {
  if (operation.kind === 'evm')
    return operation.calls.find(({ kind }) => kind !== 'guard' && kind !== 'approval')?.kind
  return operation.facts.find(({ name }) => name === 'open' || name === 'transfer')?.name
}

/** Returns the calls or instructions of an operation, in order, decoded from what is signed. */
export function buildOperationSteps(
  operation: OperationFacts,
  formats: Formats,
): readonly OperationStep[] {
  if (operation.kind === 'solana') return buildSolanaSteps(operation, formats)
  return operation.calls.map((call, index) => ({
    id: `${index}${call.kind}`,
    ...toStep(call, { operation, formats }),
  }))
}

function toStep(
  call: CallFact,
  of: { operation: EvmOperationFacts; formats: Formats },
): Omit<OperationStep, 'id'> {
  const { operation, formats } = of
  switch (call.kind) {
    case 'guard':
      return {
        text: `Stop if it is not done by ${formatClockTime(Number(call.validUntil) * 1000, 'seconds')}`,
        call: `check(${call.validAfter}, ${call.validUntil})`,
      }
    case 'approval':
      return {
        text: `Let ${getSpenderName(operation, call.spender)} take exactly ${formatOperationAmount(operation, call.amount, formats)}`,
        call: `approve(${shortenAddress(call.spender)}, ${call.amount})`,
      }
    case 'deposit':
      return {
        text: `Deposit ${formatOperationAmount(operation, call.order.amount + call.order.fee, formats)} into the escrow for this quote, ${formatOperationAmount(operation, call.order.fee, formats)} of it as fee`,
        call: `deposit(${shortenAddress(call.order.fillId)}, ${call.order.amount} + ${call.order.fee})`,
      }
    case 'transfer':
      return {
        text: `${call.amount === operation.fee ? 'Pay the fee of' : 'Send'} ${formatOperationAmount(operation, call.amount, formats)} to ${shortenAddress(call.recipient)}`,
        call: `transfer(${shortenAddress(call.recipient)}, ${call.amount})`,
      }
    case 'swap':
      return {
        text: `Swap ${formatOperationAmount(operation, call.amountIn, formats)} in the pool, for at least the minimum or not at all`,
        call: `exactInputSingle(${shortenAddress(call.tokenIn)}, ${shortenAddress(call.tokenOut)}, ${call.amountIn}, ${call.minimumOut})`,
      }
    case 'wrap':
    case 'unwrap':
      return {
        text: `${call.kind === 'wrap' ? 'Wrap' : 'Unwrap'} ${formatOperationAmount(operation, call.amount, formats)}`,
        call: call.kind === 'wrap' ? 'deposit()' : `withdraw(${call.amount})`,
      }
    case 'pull':
      return { text: 'Take the tokens that the solver provides', call: 'pull(…)' }
    case 'unknown':
      return {
        text: `A call to ${shortenAddress(call.call.to)} that this app does not know`,
        call: call.call.data.slice(0, 42),
      }
  }
}

function getSpenderName({ chain }: EvmOperationFacts, spender: string): string {
  if (isSameAddress(spender, chain.contracts.originEscrow)) return 'the escrow'
  if (isSameAddress(spender, chain.contracts.swapRouter)) return 'the exchange'
  return shortenAddress(spender)
}

function formatOperationAmount({ asset }: OperationFacts, units: bigint, formats: Formats): string {
  const { decimals, symbol } = asset
  return formats.asset({ units, decimals, symbol })
}
