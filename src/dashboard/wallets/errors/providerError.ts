/** An error as EIP-1193 and EIP-1474 define it; wagmi recognizes it by its code. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The error codes that wallets answer with. Source: EIP-1193, EIP-1474, EIP-3326. */
export const providerCode = {
  rejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  /** Not connected to the requested chain; some wallets say so of a chain they do not know. */
  disconnectedChain: 4901,
  unknownChain: 4902,
  invalidParameters: -32602,
  limitExceeded: -32005,
  /** A request of the same kind waits for the user. Source: MetaMask, `resourceUnavailable` of EIP-1474. */
  pending: -32002,
  internal: -32603,
} as const
