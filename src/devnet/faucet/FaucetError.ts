/** The faucet cannot fulfil a request. */
export class FaucetError extends Error {
  override name = 'FaucetError'
}
