import { decodeAbiParameters } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'
import { type FieldValue, toFieldText } from './callFields.ts'
import type { ReadFunction } from './abiFunctions.ts'

/** Decodes what a function returned; `unreadable` if the data does not have its types. */
export function readResult(
  { outputs, outputParameters }: Pick<ReadFunction, 'outputs' | 'outputParameters'>,
  data: Hex,
): readonly FieldValue[] | 'unreadable' {
  if (outputParameters.length === 0) return []
  try {
    const values: readonly unknown[] = decodeAbiParameters(outputParameters, data)
    return outputs.map(({ shape }, index) => toFieldText(shape, values[index]))
  } catch {
    // Shorter than its types, or a value that is none of them.
    return 'unreadable'
  }
}
