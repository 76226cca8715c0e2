import { encodeAbiParameters, keccak256, stringToHex, bytesToHex, pad } from 'viem/utils'

import { type AccountAddress, type ChainId, EvmAddress } from '../ids/caip.ts'
import type { Hash } from '../ids/hex.ts'
import { decodeBase58 } from '../ids/base58.ts'

/**
 * Returns an address of either ecosystem as 32 bytes for hashing: an EVM address left-padded with
 * zeros, a Solana address decoded from base58. Source: security rule 3.
 *
 * @throws Error when the text is not an address.
 */
export function toAddressWord(address: AccountAddress): Hash {
  if (address.startsWith('0x')) return pad(EvmAddress.parse(address))
  const bytes = decodeBase58(address)
  if (bytes.length !== 32) throw new Error(`"${address}" is not an address: it has no 32 bytes.`)
  return bytesToHex(bytes)
}

/**
 * A deposit in the origin escrow (`Order` in OriginEscrow.sol). Token address 0 is the native coin;
 * amounts in the token's smallest unit, times in Unix seconds.
 */
export type Order = {
  fillId: Hash
  depositor: EvmAddress
  token: EvmAddress
  /** Paid to `payee` at release. */
  amount: bigint
  /** Paid to `feeReceiver` at release, or back to the depositor at refund. */
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
 * A deposit as a fill refers to it: the fields of an order without its ids, on a chain of either
 * ecosystem. On Solana `escrow` is the program and `token` the mint.
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

/** ABI components of an {@link Order}. Source: OriginEscrow.sol, `Order`. */
export const orderComponents = [
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
 * Returns the escrow's key of an order: `keccak256(abi.encode(chainid, escrow, order))`.
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
 * Hashes all legs of a fill, in any order: keccak256 over the sorted hashes of the legs. Addresses
 * are encoded as 32 bytes so that legs of both ecosystems fit. Source: security rule 3.
 */
export function hashOrders(legs: readonly Leg[]): Hash {
  const hashes = legs.map(hashLeg).toSorted()
  return keccak256(`0x${hashes.map((hash) => hash.slice(2)).join('')}`)
}

/**
 * Returns the hash that an order commits to and that the settler stores once filled.
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

/** Tokens that the solver lends to a prepared call; token address 0 is the native coin. */
export type CallFill = {
  prepareId: Hash
  /** {@link hashOrders} of all legs that pay for the call. */
  ordersHash: Hash
  account: EvmAddress
  tokens: readonly EvmAddress[]
  /** In each token's smallest unit, in the order of `tokens`. */
  amounts: readonly bigint[]
  /** Last Unix second at which the account can pull the tokens. */
  deadline: bigint
}

/**
 * Returns the hash that the orders of a call quote commit to and that the settler stores once the
 * account has pulled the tokens.
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
