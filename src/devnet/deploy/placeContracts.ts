import { type Hex, numberToHex, parseAbi, stringToHex } from 'viem'

import type { Placement } from '../plan/chainPlan.ts'
import type { NodeClient } from '../node/nodeClient.ts'

/** Storage slots of OpenZeppelin's ERC20 name and symbol: all that these constructors store. */
const nameSlot = 3
const symbolSlot = 4

const described = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
])

/**
 * Places contracts at addresses that no transaction could create them at, such as those of tokens
 * on public chains. The code is what the constructor returns; existing code is kept.
 *
 * @throws Error when the contract does not return its own name afterwards.
 */
export async function placeContracts(
  client: NodeClient,
  placements: readonly Placement[],
): Promise<void> {
  for (const placement of placements) {
    const { address } = placement
    if ((await client.getCode({ address })) === undefined) await place(client, placement)
  }
}

async function place(client: NodeClient, placement: Placement): Promise<void> {
  const { address, initCode, name, symbol } = placement
  const { data: code } = await client.call({ data: initCode })
  if (code === undefined) throw new Error(`The constructor of ${symbol} returns no code.`)
  await client.setCode({ address, bytecode: code })
  await client.setStorageAt({ address, index: nameSlot, value: encodeShortString(name) })
  await client.setStorageAt({ address, index: symbolSlot, value: encodeShortString(symbol) })
  const names = await Promise.all([
    client.readContract({ address, abi: described, functionName: 'name' }),
    client.readContract({ address, abi: described, functionName: 'symbol' }),
  ])
  if (names[0] !== name || names[1] !== symbol)
    throw new Error(`The contract at ${address} says it is ${names.join(', ')}, not ${symbol}.`)
}

/** Encodes a string of up to 31 bytes for Solidity storage: the bytes, then twice their number. */
function encodeShortString(text: string): Hex {
  const bytes = stringToHex(text, { size: 31 })
  return `${bytes}${numberToHex(text.length * 2, { size: 1 }).slice(2)}`
}
