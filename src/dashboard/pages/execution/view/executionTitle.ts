import { formatUnits } from '#dashboard/components/amounts/amounts.ts'
import type { CallView } from './callView.ts'
import type { ExecutionView } from './executionView.ts'

function formatCallTitle({ calls, chain }: CallView): string {
  const [only, ...more] = calls
  const what = only?.name !== undefined && more.length === 0 ? only.name : 'Contract call'
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} on ${chain.name}`
}

/** Returns a one-line title: `Swap 6,500.00 USDC for ETH`. */
export function formatExecutionTitle(view: ExecutionView, locale = 'en-US'): string {
  const { paid, received, type, legs, status, call } = view
  if (call) return formatCallTitle(call)
  const [first] = legs
  if (!paid) return first ? `Deposit of ${first.symbol}` : 'Execution'
  const { units, decimals, symbol } = paid
  const amount = `${formatUnits(units, { decimals, locale, detail: 'quote' })} ${symbol}`
  const isDone = status === 'COMPLETED' || status === 'EXECUTED'
  switch (type) {
    case 'TRANSFER':
      return `${isDone ? 'Sent' : 'Send'} ${amount}`
    case 'CALL':
      return 'Contract call'
    case 'SWAP':
    case undefined:
      return `${isDone ? 'Swapped' : 'Swap'} ${amount}${received ? ` for ${received.symbol}` : ''}`
  }
}
