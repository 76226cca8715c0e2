/** The paymaster's deposit does not pay for an operation: no operation of that chain goes on. */
export class PaymasterEmptyError extends Error {
  override readonly name = 'PaymasterEmpty'
  constructor(chain: string) {
    super(`The paymaster's deposit at the EntryPoint of ${chain} is too small for an operation.`)
  }
}
