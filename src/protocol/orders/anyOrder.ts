import { EvmAddress } from '../ids/caip.ts'
import type { Fill, Order } from './order.ts'
import type { SolanaFill, SolanaOrder } from './solanaOrder.ts'

/** A deposit on a chain of either ecosystem, with addresses in that chain's format. */
export type AnyOrder = Order | SolanaOrder

/** A fill on a chain of either ecosystem. */
export type AnyFill = Fill | SolanaFill

/** Returns the order with EVM addresses. @throws ZodError when an address is not an EVM one. */
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

/** Returns the fill with EVM addresses. @throws ZodError when an address is not an EVM one. */
export function toEvmFill(fill: AnyFill): Fill {
  return {
    ...fill,
    recipient: EvmAddress.parse(fill.recipient),
    token: EvmAddress.parse(fill.token),
  }
}
