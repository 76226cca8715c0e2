/** The faucet cannot do what it is asked for. */
export class RefusedWish extends Error {
  override name = 'RefusedWish'
}
