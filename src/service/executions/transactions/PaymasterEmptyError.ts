/** The paymaster's deposit is too small for an operation, so none can be sent on that chain. */
export class PaymasterEmptyError extends Error {
  override readonly name = 'PaymasterEmpty'
  constructor(chain: string) {
    super(`The paymaster's deposit at the EntryPoint of ${chain} is too small for an operation.`)
  }
}
