import { displayAmount } from '../../components/amounts.ts'
import type { ExecutionView } from './executionView.ts'

/** What an execution does, in a line: `Swap 6,500.00 USDC for ETH`. */
export function executionTitle(view: ExecutionView, locale = 'en-US'): string {
  const { paid, received, type, legs, status } = view
  const [first] = legs
  if (!paid) return first ? `Deposit of ${first.symbol}` : 'Execution'
  const amount = `${displayAmount(paid.units, { decimals: paid.decimals, locale })} ${paid.symbol}`
  const isDone = status === 'COMPLETED' || status === 'EXECUTED'
  switch (type) {
    case 'TRANSFER':
      return `${isDone ? 'Sent' : 'Send'} ${amount}`
    case 'CALL':
      return `Contract call with ${amount}`
    case 'SWAP':
    case undefined:
      return `${isDone ? 'Swapped' : 'Swap'} ${amount}${received ? ` for ${received.symbol}` : ''}`
  }
}
