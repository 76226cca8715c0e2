import { keccak256, pad, stringToHex } from 'viem/utils'

import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Approval } from '../../ports/chain.ts'
import type { Log } from '../orders/watch.ts'

/** Where an event names who gives the right, who gets it, and how much of it. */
type ApprovalEvent = {
  owner: number
  spender: number
  token?: number
  amount?: number
  /** Which of a token's parts the right is over. */
  part?: number
}

/**
 * Events that say: an account lets somebody else move its tokens. Places count the addresses and
 * words of an event in the order in which they are declared, whether indexed or not.
 */
const approvalEvents: ReadonlyMap<Hex, ApprovalEvent> = new Map(
  Object.entries<ApprovalEvent>({
    // ERC-20, and ERC-721 where the amount is the token's id.
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
    // Aave: whoever is named may borrow in the account's name.
    'BorrowAllowanceDelegated(address,address,address,uint256,uint16)': {
      owner: 0,
      spender: 1,
      amount: 3,
    },
    // Morpho and Balancer: whoever is named may act in the account's name.
    'SetAuthorization(address,address,address,bool)': { owner: 1, spender: 2, amount: 3 },
    'RelayerApprovalChanged(address,address,bool)': { owner: 1, spender: 0, amount: 2 },
  }).map(([signature, event]) => [keccak256(stringToHex(signature)), event]),
)

/**
 * The rights over an account's tokens that logs say it gave away and did not take back.
 *
 * A right that ends at zero harms nobody; only the contract that gave it can say so. Tokens that
 * give rights without any event are not seen here: see findRights.ts. Source: security rule 14.
 */
export function findApprovals(logs: readonly Log[], account: EvmAddress): readonly Approval[] {
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

/** An ERC-721 token clears its approval by naming nobody; the account itself needs no right. */
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
