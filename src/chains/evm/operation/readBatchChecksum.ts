import { isRecord } from '#protocol/ids/isRecord.ts'
import { keccak256, stringToBytes } from 'viem/utils'

import type { Hex } from '#protocol/ids/hex.ts'

/**
 * Checksum of a batch file of the Safe Transaction Builder, without the checksum field: each object
 * is serialized as the array of its sorted keys followed by its values. The batch's name is
 * ignored.
 *
 * Source: safe-global, tx-builder, `checksum.ts`.
 */
export function readBatchChecksum({ meta, ...rest }: { meta: object }): Hex {
  return keccak256(stringToBytes(serialize({ ...rest, meta: { ...meta, name: null } })))
}

function serialize(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(serialize).join(',')}]`
  if (!isRecord(json)) return JSON.stringify(json ?? null)
  const keys = Object.keys(json).toSorted()
  return `{${JSON.stringify(keys)}${keys.map((key) => `${serialize(json[key])},`).join('')}}`
}
