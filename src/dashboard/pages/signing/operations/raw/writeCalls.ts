import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'

/** Writes the calls of a batch as code, with whole addresses and smallest units, in order. */
export function writeCalls(calls: readonly CallFact[]): readonly string[] {
  return calls.map(writeCall)
}

function writeCall(call: CallFact): string {
  switch (call.kind) {
    case 'guard':
      return `check(${call.validAfter}, ${call.validUntil})`
    case 'watch':
      return `watch(${call.token}, ${call.owner})`
    case 'receipt':
      return `check(${call.token}, ${call.owner}, ${call.minimum})`
    case 'approval':
      return `approve(${call.spender}, ${call.amount})`
    case 'deposit':
      return `deposit(${call.order.fillId}, ${call.order.amount} + ${call.order.fee})`
    case 'transfer':
      return `transfer(${call.recipient}, ${call.amount})`
    case 'swap':
      return `exactInputSingle(${call.tokenIn}, ${call.tokenOut}, ${call.amountIn}, ${call.minimumOut})`
    case 'wrap':
      return `deposit{value: ${call.amount}}()`
    case 'unwrap':
      return `withdraw(${call.amount})`
    case 'pull':
      return `pull(${call.prepareId}, ${call.solver}, [${call.tokens.join(', ')}], [${call.amounts.join(', ')}])`
    case 'unknown':
      return `${call.call.to}.call{value: ${call.call.value}}(${call.call.data})`
  }
}
