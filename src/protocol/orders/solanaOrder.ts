import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'

import { toAddressWord } from '../ids/toAddressWord.ts'
import type { ChainId, SolanaAddress } from '../ids/caip.ts'
import type { Hash } from '../ids/hex.ts'
import type { Order } from './order.ts'

/** What stands for SOL where a mint is named: the address of all zeros. */
export const nativeMint: SolanaAddress = '11111111111111111111111111111111'

/**
 * A deposit as the escrow program holds it. `token` is a mint, {@link nativeMint} for SOL; amounts
 * in its smallest unit (below 2^64), times in Unix seconds.
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
  /** Hash over all legs that this fill releases, see `hashOrders`. */
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
 * The hash that an order's account is derived from.
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
 * What orders commit to for a delivery on Solana, and the program stores once delivered.
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

/** A chain as legs and fills on Solana name it: the hash of its CAIP-2 id. */
export function hashChain(chainId: ChainId): Hash {
  return keccak256(stringToHex(chainId))
}

/** The program hashes its signed times by their 64 bits; it takes none before 1970. */
function toTimeWord(time: bigint): bigint {
  return BigInt.asUintN(64, time)
}
