import { expect, test } from 'vitest'
import type { Abi } from 'viem'
import { toEventSignature, toFunctionSignature } from 'viem/utils'

import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { entryPointParts, escrowParts, settlerParts } from './settlementAbi.ts'

test('what the browser knows of the contracts is what they have', () => {
  for (const [parts, whole] of [
    [escrowParts, originEscrowAbi],
    [settlerParts, destinationSettlerAbi],
    [entryPointParts, entryPointAbi],
  ] as const)
    for (const part of parts) expect(whole.map(describe), part.name).toContainEqual(describe(part))
})

/** Name, types, parameter names and which parameters are indexed. */
function describe(item: Abi[number]): unknown {
  const { type } = item
  if (type !== 'event' && type !== 'function') return type
  const signature = type === 'event' ? toEventSignature(item) : toFunctionSignature(item)
  return { signature, inputs: getNames(item.inputs) }
}

type Input = {
  name?: string | undefined
  indexed?: boolean | undefined
  components?: readonly Input[]
}

function getNames(inputs: readonly Input[]): unknown {
  return inputs.map(({ name, indexed = false, components = [] }) => {
    return { name, indexed, components: getNames(components) }
  })
}
