/** Error that a Solana node answered a request with: its JSON-RPC code and data. */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, { message, data }: { message: string; data: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}
