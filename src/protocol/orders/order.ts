import { encodeAbiParameters, keccak256, stringToHex } from 'viem/utils'

import { toAddressWord } from '../ids/toAddressWord.ts'
import type { AccountAddress, ChainId, EvmAddress } from '../ids/caip.ts'
import type { Hash } from '../ids/hex.ts'

/**
 * A deposit as the origin escrow holds it (`Order` in OriginEscrow.sol). Token address 0 is the
 * native coin; amounts in the token's smallest unit, times in Unix seconds.
 */
export type Order = {
  fillId: Hash
  depositor: EvmAddress
  token: EvmAddress
  /** Goes to `payee` at release. */
  amount: bigint
  /** Goes to `feeReceiver` at release, back to the depositor at refund. */
  fee: bigint
  feeReceiver: EvmAddress
  payee: EvmAddress
  depositDeadline: bigint
  refundAfter: bigint
  fillHash: Hash
}

/** What the solver must deliver (`Fill` in DestinationSettler.sol). */
export type Fill = {
  fillId: Hash
  /** {@link hashOrders} of all legs that this fill releases. */
  ordersHash: Hash
  recipient: EvmAddress
  token: EvmAddress
  minimumAmount: bigint
  fillDeadline: bigint
}

/**
 * A deposit as the fill names it: every field of the order but the ids, on one chain of either
 * ecosystem, or of one when so typed. On Solana `escrow` is the program and `token` the mint.
 */
export type Leg<Address extends AccountAddress = AccountAddress> = Pick<
  Order,
  'amount' | 'fee' | 'depositDeadline' | 'refundAfter'
> & {
  chainId: ChainId
  escrow: Address
  depositor: Address
  token: Address
  feeReceiver: Address
  payee: Address
}

const orderComponents = [
  { name: 'fillId', type: 'bytes32' },
  { name: 'depositor', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
  { name: 'fee', type: 'uint256' },
  { name: 'feeReceiver', type: 'address' },
  { name: 'payee', type: 'address' },
  { name: 'depositDeadline', type: 'uint64' },
  { name: 'refundAfter', type: 'uint64' },
  { name: 'fillHash', type: 'bytes32' },
] as const

/**
 * The key under which the escrow holds an order: `keccak256(abi.encode(chainid, escrow, order))`.
 * Source: OriginEscrow.sol, `hashOrder`.
 */
export function hashOrder(order: Order, at: { chainNumber: number; escrow: EvmAddress }): Hash {
  return keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'tuple', components: orderComponents }],
      [BigInt(at.chainNumber), at.escrow, order],
    ),
  )
}

/**
 * One hash over all legs of a fill, whatever their order: the legs' hashes, sorted, joined, hashed.
 * Addresses count as 32 bytes, so that legs on other ecosystems fit. Source: security rule 3.
 */
export function hashOrders(legs: readonly Leg[]): Hash {
  const hashes = legs.map(hashLeg).toSorted()
  return keccak256(`0x${hashes.map((hash) => hash.slice(2)).join('')}`)
}

/**
 * What the depositor's order commits to and the settler stores once delivered.
 * Source: DestinationSettler.sol, `fillHash`.
 */
export function hashFill(
  fill: Fill,
  at: { chainNumber: number; settler: EvmAddress; solver: EvmAddress },
): Hash {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'uint256' },
        { type: 'address' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'address' },
        { type: 'address' },
        { type: 'address' },
        { type: 'uint256' },
        { type: 'uint64' },
      ],
      [
        BigInt(at.chainNumber),
        at.settler,
        fill.fillId,
        fill.ordersHash,
        at.solver,
        fill.recipient,
        fill.token,
        fill.minimumAmount,
        fill.fillDeadline,
      ],
    ),
  )
}

/** What the solver lends to a prepared call; token address 0 is the native coin. */
export type CallFill = {
  prepareId: Hash
  /** {@link hashOrders} of all legs that pay for it. */
  ordersHash: Hash
  account: EvmAddress
  tokens: readonly EvmAddress[]
  /** In each token's smallest unit, same order. */
  amounts: readonly bigint[]
  /** Last second (Unix time) at which the account can pull it. */
  deadline: bigint
}

/**
 * What the orders of a call quote commit to and the settler stores once the account pulled.
 * Source: DestinationSettler.sol, `callFillHash`.
 */
export function hashCallFill(
  fill: CallFill,
  at: { chainNumber: number; settler: EvmAddress; solver: EvmAddress },
): Hash {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'uint256' },
        { type: 'address' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'address' },
        { type: 'address' },
        { type: 'bytes32' },
        { type: 'uint64' },
      ],
      [
        BigInt(at.chainNumber),
        at.settler,
        fill.prepareId,
        fill.ordersHash,
        at.solver,
        fill.account,
        hashAssets(fill),
        fill.deadline,
      ],
    ),
  )
}

function hashAssets({ tokens, amounts }: CallFill): Hash {
  return keccak256(
    encodeAbiParameters([{ type: 'address[]' }, { type: 'uint256[]' }], [tokens, amounts]),
  )
}

function hashLeg(leg: Leg): Hash {
  return keccak256(
    encodeAbiParameters(
      [
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'uint256' },
        { type: 'uint256' },
        { type: 'bytes32' },
        { type: 'bytes32' },
        { type: 'uint64' },
        { type: 'uint64' },
      ],
      [
        keccak256(stringToHex(leg.chainId)),
        toAddressWord(leg.escrow),
        toAddressWord(leg.depositor),
        toAddressWord(leg.token),
        leg.amount,
        leg.fee,
        toAddressWord(leg.feeReceiver),
        toAddressWord(leg.payee),
        leg.depositDeadline,
        leg.refundAfter,
      ],
    ),
  )
}
