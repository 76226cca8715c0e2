import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { findRootToken, type Roots } from '#dashboard/review/cases/roots.ts'
import type { EvmOperationFacts, OperationFacts } from '#dashboard/review/verifyQuote.ts'
import { translate } from '../../../language/translate.ts'
import { type OperationStep, buildSolanaSteps } from './solanaSteps.ts'

/** Returns a title that says what an operation does as a whole. */
export function getOperationTitle(operation: OperationFacts, formats: Formats): string {
  const amount = formatOperationAmount(operation, operation.amount + operation.fee, formats)
  const { name } = operation.chain
  switch (getMainKind(operation)) {
    case 'open':
    case 'deposit':
      return translate('Move {amount} on {name} into escrow', { amount, name })
    case 'swap':
      return translate('Swap {amount} on {name}', { amount, name })
    case 'transfer':
      return translate('Send {amount} on {name}', { amount, name })
    case 'wrap':
      return translate('Wrap {amount} on {name}', { amount, name })
    case 'unwrap':
      return translate('Unwrap {amount} on {name}', { amount, name })
    case undefined:
    default:
      return translate('Unknown operation on {name}', { name })
  }
}

/** Calls that prepare another one. */
const preparing: ReadonlySet<CallFact['kind']> = new Set(['guard', 'approval', 'watch'])

/** Returns the kind of the main call or instruction, for which the others only prepare. */
function getMainKind(operation: OperationFacts): string | undefined {
  if (operation.kind === 'evm')
    return operation.calls.find(({ kind }) => !preparing.has(kind))?.kind
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
  const { operation, formats } = of
  function formatUnits(units: bigint): string {
    return formatOperationAmount(operation, units, formats)
  }
  switch (call.kind) {
    case 'guard':
      return translate('Stop unless it runs by {time}', {
        time: formatClockTime(Number(call.validUntil) * 1000, 'seconds'),
      })
    case 'watch':
      return translate('Record the balance of the token you’re buying')
    case 'receipt':
      return translate('Stop unless your account received at least the minimum')
    case 'approval':
      return describeApproval(operation, {
        spender: call.spender,
        amount: formatUnits(call.amount),
      })
    case 'deposit':
      return translate('Deposit {amount} into escrow for this quote, including a fee of {fee}', {
        amount: formatUnits(call.order.amount + call.order.fee),
        fee: formatUnits(call.order.fee),
      })
    case 'transfer':
      return describeTransfer(call, operation, formats)
    case 'swap':
      return describeSwap(call, of)
    case 'wrap':
      return translate('Wrap {amount}', { amount: formatUnits(call.amount) })
    case 'unwrap':
      return translate('Unwrap {amount}', { amount: formatUnits(call.amount) })
    case 'pull':
      return translate('Receive the tokens the solver provides')
    case 'unknown':
      return translate('Unknown call to {address}', {
        address: shortenAddress(call.call.to),
      })
  }
}

function describeTransfer(
  call: CallFact & { kind: 'transfer' },
  operation: EvmOperationFacts,
  formats: Formats,
): string {
  const { fee, feeOut } = operation
  const address = shortenAddress(call.recipient)
  if (feeOut && call.amount === feeOut.units)
    return translate('Pay a fee of {amount} to {address}', {
      amount: formats.asset({ ...feeOut.asset, units: call.amount }),
      address,
    })
  const amount = formatOperationAmount(operation, call.amount, formats)
  return call.amount === fee
    ? translate('Pay a fee of {amount} to {address}', { amount, address })
    : translate('Send {amount} to {address}', { amount, address })
}

function describeSwap(
  call: CallFact & { kind: 'swap' },
  of: { operation: EvmOperationFacts; formats: Formats; roots: Roots },
): string {
  const { operation, formats, roots } = of
  const { traded, chain } = operation
  const token = call.isNativeOut ? nativeToken : call.tokenOut
  const got =
    traded && isSameAddress(traded.token, token)
      ? traded
      : findRootToken(roots, { chainId: chain.chainId, token })
  const amount = formatOperationAmount(operation, call.amountIn, formats)
  return got
    ? translate('Swap {amount} in the pool for at least {least}, or not at all', {
        amount,
        least: formats.asset({ ...got, units: call.minimumOut }),
      })
    : translate('Swap {amount} in the pool for at least the minimum, or not at all', { amount })
}

function describeApproval(
  { chain }: EvmOperationFacts,
  { spender, amount }: { spender: string; amount: string },
): string {
  if (isSameAddress(spender, chain.contracts.originEscrow))
    return translate('Allow the escrow to spend exactly {amount}', { amount })
  if (isSameAddress(spender, chain.contracts.swapRouter))
    return translate('Allow the exchange to spend exactly {amount}', { amount })
  return translate('Allow {spender} to spend exactly {amount}', {
    spender: shortenAddress(spender),
    amount,
  })
}

function formatOperationAmount({ asset }: OperationFacts, units: bigint, formats: Formats): string {
  const { decimals, symbol } = asset
  return formats.asset({ units, decimals, symbol })
}
