import { EvmAddress } from '../ids/caip.ts'
import type { Fill, Order } from './order.ts'
import type { SolanaFill, SolanaOrder } from './solanaOrder.ts'

/** A deposit on a chain of either ecosystem; addresses are spelled as its chain spells them. */
export type AnyOrder = Order | SolanaOrder

/** A delivery on a chain of either ecosystem. */
export type AnyFill = Fill | SolanaFill

/** The order as an EVM escrow takes it. @throws ZodError when an address is of another ecosystem. */
export function toEvmOrder(order: AnyOrder): Order {
  const { depositor, token, feeReceiver, payee } = order
  return {
    ...order,
    depositor: EvmAddress.parse(depositor),
    token: EvmAddress.parse(token),
    feeReceiver: EvmAddress.parse(feeReceiver),
    payee: EvmAddress.parse(payee),
  }
}

/** The fill as an EVM settler takes it. @throws ZodError when an address is of another ecosystem. */
export function toEvmFill(fill: AnyFill): Fill {
  return {
    ...fill,
    recipient: EvmAddress.parse(fill.recipient),
    token: EvmAddress.parse(fill.token),
  }
}
