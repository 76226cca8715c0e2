import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'

import { toAddressWord, type Order } from './order.ts'
import type { ChainId, SolanaAddress } from '../ids/caip.ts'
import type { Hash } from '../ids/hex.ts'

/** The all-zero address, which represents SOL where a mint is expected. */
export const nativeMint: SolanaAddress = '11111111111111111111111111111111'

/**
 * A deposit in the escrow program. `token` is a mint, or {@link nativeMint} for SOL; amounts in its
 * smallest unit (below 2^64), times in Unix seconds.
 */
export type SolanaOrder = Pick<
  Order,
  'fillId' | 'amount' | 'fee' | 'depositDeadline' | 'refundAfter' | 'fillHash'
> & {
  depositor: SolanaAddress
  token: SolanaAddress
  feeReceiver: SolanaAddress
  payee: SolanaAddress
}

/** What the solver must deliver on Solana. The recipient is a wallet, never a token account. */
export type SolanaFill = {
  fillId: Hash
  /** `hashOrders` of all legs that this fill releases. */
  ordersHash: Hash
  recipient: SolanaAddress
  token: SolanaAddress
  minimumAmount: bigint
  fillDeadline: bigint
}

const bytes32 = { type: 'bytes32' } as const
const number = { type: 'uint256' } as const
const orderWords = [
  bytes32,
  bytes32,
  bytes32,
  bytes32,
  number,
  number,
  bytes32,
  bytes32,
  number,
  number,
  bytes32,
] as const

/**
 * Returns the hash that the address of an order's account is derived from.
 * Source: `hash_order` in src/contracts/solana/program/open.h.
 */
export function hashSolanaOrder(order: SolanaOrder, program: SolanaAddress): Hash {
  return keccak256(
    encodeAbiParameters(orderWords, [
      toAddressWord(program),
      order.fillId,
      toAddressWord(order.depositor),
      toAddressWord(order.token),
      order.amount,
      order.fee,
      toAddressWord(order.feeReceiver),
      toAddressWord(order.payee),
      toTimeWord(order.depositDeadline),
      toTimeWord(order.refundAfter),
      order.fillHash,
    ]),
  )
}

/**
 * Returns the hash that orders commit to for a fill on Solana and that the program stores.
 * Source: `hash_fill` in src/contracts/solana/program/fill.h.
 */
export function hashSolanaFill(
  fill: SolanaFill,
  at: { chainId: ChainId; program: SolanaAddress; solver: SolanaAddress },
): Hash {
  return keccak256(
    encodeAbiParameters(
      [bytes32, bytes32, bytes32, bytes32, bytes32, bytes32, bytes32, number, number],
      [
        hashChain(at.chainId),
        toAddressWord(at.program),
        fill.fillId,
        fill.ordersHash,
        toAddressWord(at.solver),
        toAddressWord(fill.recipient),
        toAddressWord(fill.token),
        fill.minimumAmount,
        toTimeWord(fill.fillDeadline),
      ],
    ),
  )
}

/**
 * Returns the keccak256 of a CAIP-2 chain id, which identifies the chain in Solana fills and legs.
 */
export function hashChain(chainId: ChainId): Hash {
  return keccak256(stringToHex(chainId))
}

/** The program hashes its signed 64-bit times as unsigned; it accepts none before 1970. */
function toTimeWord(time: bigint): bigint {
  return BigInt.asUintN(64, time)
}
