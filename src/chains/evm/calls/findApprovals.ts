import { keccak256, pad, stringToHex } from 'viem/utils'

import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Approval } from '../../ports/chain.ts'
import type { EvmLog } from '../orders/watch.ts'

/** Positions of an event's owner, spender and amount. */
type ApprovalEvent = {
  owner: number
  spender: number
  token?: number
  amount?: number
  /** Position of the part of the token that the right is over. */
  part?: number
}

/**
 * Events by which an account grants rights over its tokens. Positions count the event's parameters
 * in the order of declaration, whether indexed or not.
 */
const approvalEvents: ReadonlyMap<Hex, ApprovalEvent> = new Map(
  Object.entries<ApprovalEvent>({
    // ERC-20, and ERC-721, where the amount is the token id.
    'Approval(address,address,uint256)': { owner: 0, spender: 1, amount: 2 },
    // ERC-721 and ERC-1155.
    'ApprovalForAll(address,address,bool)': { owner: 0, spender: 1, amount: 2 },
    // ERC-6909.
    'Approval(address,address,uint256,uint256)': {
      owner: 0,
      spender: 1,
      part: 2,
      amount: 3,
    },
    'OperatorSet(address,address,bool)': { owner: 0, spender: 1, amount: 2 },
    // ERC-777.
    'AuthorizedOperator(address,address)': { owner: 1, spender: 0 },
    // Permit2.
    'Approval(address,address,address,uint160,uint48)': {
      owner: 0,
      token: 1,
      spender: 2,
      amount: 3,
    },
    'Permit(address,address,address,uint160,uint48,uint48)': {
      owner: 0,
      token: 1,
      spender: 2,
      amount: 3,
    },
    // Aave: borrowing on behalf of the account.
    'BorrowAllowanceDelegated(address,address,address,uint256,uint16)': {
      owner: 0,
      spender: 1,
      amount: 3,
    },
    // Morpho and Balancer: acting on behalf of the account.
    'SetAuthorization(address,address,address,bool)': { owner: 1, spender: 2, amount: 3 },
    'RelayerApprovalChanged(address,address,bool)': { owner: 1, spender: 0, amount: 2 },
  }).map(([signature, event]) => [keccak256(stringToHex(signature)), event]),
)

/**
 * Returns the rights over an account's tokens that logs show as granted and not revoked.
 *
 * A right that ends at zero is harmless, but only if the contract that granted it says so. Rights
 * granted without an event are not found here: see findRights.ts. Source: security rule 14.
 */
export function findApprovals(logs: readonly EvmLog[], account: EvmAddress): readonly Approval[] {
  const left = new Map<string, Approval>()
  for (const log of logs) {
    const [topic, ...indexed] = log.topics
    const event = topic && approvalEvents.get(topic)
    if (!event) continue
    const words = [...indexed, ...toWords(log.data)]
    if (findAddressAt(words, event.owner)?.toLowerCase() !== account.toLowerCase()) continue
    const spender = findAddressAt(words, event.spender) ?? account
    const token =
      event.token === undefined ? EvmAddress.parse(log.address) : findAddressAt(words, event.token)
    const part = event.part === undefined ? '' : words[event.part]
    const key = `${log.address} ${token} ${spender} ${topic} ${part}`.toLowerCase()
    // An indexed number is the id of an ERC-721 token, never an amount.
    const { amount = -1 } = event
    const isNothing = amount >= indexed.length && BigInt(words[amount] ?? '0x1') === 0n
    if (isNothing || isOwn({ spender, account })) left.delete(key)
    else left.set(key, { token: token ?? EvmAddress.parse(log.address), spender })
  }
  return [...left.values()]
}

/** ERC-721 clears an approval by approving zero; the account itself needs no right. */
function isOwn({ spender, account }: { spender: EvmAddress; account: EvmAddress }): boolean {
  return BigInt(spender) === 0n || isSameAddress(spender, account)
}

function toWords(data: Hex): readonly Hex[] {
  return (
    data
      .slice(2)
      .match(/.{64}/g)
      ?.map((word): Hex => `0x${word}`) ?? []
  )
}

function findAddressAt(words: readonly Hex[], place: number): EvmAddress | undefined {
  const word = words[place]
  return word && EvmAddress.parse(`0x${pad(word, { size: 32 }).slice(26)}`)
}
