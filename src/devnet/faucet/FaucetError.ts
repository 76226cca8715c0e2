/** The faucet cannot do what it is asked for. */
export class FaucetError extends Error {
  override name = 'RefusedWish'
}
