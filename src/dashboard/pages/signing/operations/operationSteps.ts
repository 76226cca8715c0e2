import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { findRootToken, type Roots } from '#dashboard/review/cases/roots.ts'
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
  { formats, roots }: { formats: Formats; roots: Roots },
): readonly OperationStep[] {
  if (operation.kind === 'solana') return buildSolanaSteps(operation, formats)
  return operation.calls.map((call, index) => ({
    id: `${index}${call.kind}`,
    text: describeCall(call, { operation, formats, roots }),
  }))
}

function describeCall(
  call: CallFact,
  of: { operation: EvmOperationFacts; formats: Formats; roots: Roots },
): string {
  const { operation, formats, roots } = of
  function formatUnits(units: bigint): string {
    return formatOperationAmount(operation, units, formats)
  }
  switch (call.kind) {
    case 'guard':
      return `Stop if it is not done by ${formatClockTime(Number(call.validUntil) * 1000, 'seconds')}`
    case 'approval':
      return `Let ${getSpenderName(operation, call.spender)} take exactly ${formatUnits(call.amount)}`
    case 'deposit':
      return `Deposit ${formatUnits(call.order.amount + call.order.fee)} into the escrow for this quote, ${formatUnits(call.order.fee)} of it as fee`
    case 'transfer':
      return `${call.amount === operation.fee ? 'Pay the fee of' : 'Send'} ${formatUnits(call.amount)} to ${shortenAddress(call.recipient)}`
    case 'swap': {
      const token = call.isNativeOut ? nativeToken : call.tokenOut
      const got = findRootToken(roots, { chainId: operation.chain.chainId, token })
      const least = got ? formats.asset({ ...got, units: call.minimumOut }) : 'the minimum'
      return `Swap ${formatUnits(call.amountIn)} in the pool for at least ${least}, or not at all`
    }
    case 'wrap':
    case 'unwrap':
      return `${call.kind === 'wrap' ? 'Wrap' : 'Unwrap'} ${formatUnits(call.amount)}`
    case 'pull':
      return 'Take the tokens that the solver provides'
    case 'unknown':
      return `A call to ${shortenAddress(call.call.to)} that this app does not know`
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
