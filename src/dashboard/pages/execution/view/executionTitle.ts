import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { translate } from '../../../language/translate.ts'
import type { CallView } from './callView.ts'
import type { ExecutionView } from './executionView.ts'

/**
 * Returns a one-line title: `Swap 6,500.00 USDC for ETH`, `Sent 4,000.00 USDC to Dana`.
 *
 * @param format - Formats the amount with its ticker.
 * @param name - The saved name of who is paid.
 */
export function formatExecutionTitle(
  view: ExecutionView,
  format: Formats['asset'],
  name?: string,
): string {
  const { paid, received, type, legs, status, call } = view
  if (call) return formatCallTitle(call)
  const [first] = legs
  if (!paid)
    return first
      ? translate('Deposit of {symbol}', { symbol: first.symbol })
      : translate('Execution')
  const amount = format(paid)
  const isDone = status === 'COMPLETED' || status === 'EXECUTED'
  switch (type) {
    case 'TRANSFER':
      return formatTransferTitle({ amount: received ? format(received) : amount, name, isDone })
    case 'CALL':
      return translate('Contract call')
    case 'SWAP':
    case undefined:
      return formatSwapTitle({ amount, symbol: received?.symbol, isDone })
  }
}

/** A transfer is known by what arrives, which is what was asked for. */
function formatTransferTitle(of: {
  amount: string
  name: string | undefined
  isDone: boolean
}): string {
  const { amount, name, isDone } = of
  if (name !== undefined)
    return isDone
      ? translate('Sent {amount} to {name}', { amount, name })
      : translate('Send {amount} to {name}', { amount, name })
  return isDone ? translate('Sent {amount}', { amount }) : translate('Send {amount}', { amount })
}

function formatSwapTitle(of: {
  amount: string
  symbol: string | undefined
  isDone: boolean
}): string {
  const { amount, symbol, isDone } = of
  if (symbol === undefined)
    return isDone
      ? translate('Swapped {amount}', { amount })
      : translate('Swap {amount}', { amount })
  return isDone
    ? translate('Swapped {amount} for {symbol}', { amount, symbol })
    : translate('Swap {amount} for {symbol}', { amount, symbol })
}

function formatCallTitle({ calls, chain }: CallView): string {
  const [only, ...more] = calls
  if (only?.name === undefined || more.length > 0)
    return translate('Contract call on {chain}', { chain: chain.name })
  const name = `${only.name.charAt(0).toUpperCase()}${only.name.slice(1)}`
  return translate('{call} on {chain}', { call: name, chain: chain.name })
}
