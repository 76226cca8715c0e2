import type { Abi } from 'viem'
import { decodeFunctionData, encodeFunctionData, toFunctionSignature } from 'viem/utils'

import type { Hex } from '#protocol/hex.ts'

/** What a contract's functions are, as an ABI in JSON says it. */
export type ContractAbi = Abi

/** A call as an ABI reads it. */
export type DecodedCalldata = {
  functionName: string
  /** Such as `deposit(uint256,address)`. */
  signature: string
  parameters: readonly { name: string; type: string; value: unknown }[]
}

/**
 * Reads call data by an ABI that the user gave. Runs in the browser.
 *
 * @returns Undefined unless the data is exactly what the ABI writes for what was read: slack could
 *   hide something.
 */
export function decodeCalldata(data: Hex, abi: Abi): DecodedCalldata | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data })
    const selector = data.slice(0, 10).toLowerCase()
    const item = abi.find(
      (one) =>
        one.type === 'function' &&
        one.name === functionName &&
        encodeOrNothing(one, args)?.slice(0, 10) === selector,
    )
    if (item?.type !== 'function' || encodeOrNothing(item, args) !== data.toLowerCase())
      return undefined
    return {
      functionName,
      signature: toFunctionSignature(item),
      parameters: item.inputs.map(({ name, type }, index) => ({
        name: name ?? '',
        type,
        value: args?.[index],
      })),
    }
  } catch {
    // Not a function of this ABI, or not its parameters.
    return undefined
  }
}

function encodeOrNothing(item: Abi[number], args: readonly unknown[] | undefined) {
  try {
    const abi: Abi = [item]
    return encodeFunctionData({ abi, args: args ?? [] })
  } catch {
    // An overload with other parameters.
    return undefined
  }
}
