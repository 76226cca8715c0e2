import { keccak256, stringToHex } from 'viem/utils'

import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmLog } from './watch.ts'

/** Events by which tokens leave an account; positions count indexed parameters first. */
const transferEvents: ReadonlyMap<Hex, { from: number; to: number; isAmount: boolean }> = new Map(
  [
    // ERC-20; of ERC-721 the last parameter is an id.
    { signature: 'Transfer(address,address,uint256)', from: 0, to: 1, isAmount: true },
    // ERC-1155.
    {
      signature: 'TransferSingle(address,address,address,uint256,uint256)',
      from: 1,
      to: 2,
      isAmount: false,
    },
    {
      signature: 'TransferBatch(address,address,address,uint256[],uint256[])',
      from: 1,
      to: 2,
      isAmount: false,
    },
    // ERC-6909, whose first parameter is not indexed.
    {
      signature: 'Transfer(address,address,address,uint256,uint256)',
      from: 0,
      to: 1,
      isAmount: false,
    },
  ].map(({ signature, ...event }) => [keccak256(stringToHex(signature)), event]),
)

/** What events say an account gained or, below zero, lost; what leaves of a collection never nets. */
export function sumEvents(
  logs: readonly EvmLog[],
  account: EvmAddress,
): ReadonlyMap<EvmAddress, bigint> {
  const changes = new Map<EvmAddress, bigint>()
  for (const { address, topics, data } of logs) {
    const [topic, ...indexed] = topics
    const event = topic && transferEvents.get(topic)
    if (!event) continue
    const words = [...indexed, ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`)]
    const [isPaid, isPaying] = [isWordOf(words[event.to]), isWordOf(words[event.from])]
    if (isPaid === isPaying) continue
    const isUnits = event.isAmount && indexed.length < 3
    const units = isUnits ? BigInt(words[2] ?? '0x1') : isPaid ? 0n : 1n
    const token = EvmAddress.parse(address.toLowerCase())
    changes.set(token, (changes.get(token) ?? 0n) + (isPaid ? units : -units))
  }
  return changes

  function isWordOf(word = ''): boolean {
    return word.slice(-40).toLowerCase() === account.slice(2).toLowerCase()
  }
}
