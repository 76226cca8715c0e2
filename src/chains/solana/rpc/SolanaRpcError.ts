/** A Solana node refused a request: the code and data of its JSON-RPC error. */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRefusal'
  readonly code: number
  readonly data: unknown

  constructor(code: number, { message, data }: { message: string; data: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}
