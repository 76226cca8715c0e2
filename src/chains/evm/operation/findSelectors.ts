import type { Hex } from '#protocol/ids/hex.ts'

/** PUSH1; the opcodes after it push as many bytes as they are apart, up to PUSH32. */
const push1 = 0x60
const push32 = 0x7f

/**
 * Finds the selectors that a contract's code compares its call data with, in the code's order: a
 * pushed selector followed by a comparison, as the compilers of Solidity and Vyper write it. Code
 * that finds its functions in another way has none here.
 */
export function findSelectors(code: Hex): readonly Hex[] {
  const bytes = (code.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  const found = new Set<Hex>()
  for (let at = 0; at < bytes.length; at += 1) {
    const opcode = bytes[at] ?? 0
    if (opcode < push1 || opcode > push32) continue
    const size = opcode - push1 + 1
    if ((size === 3 || size === 4) && isCompared(bytes, at + size + 1))
      found.add(toSelector(bytes.slice(at + 1, at + size + 1)))
    at += size
  }
  return [...found]
}

/** Whether EQ or XOR follows, possibly after DUP2. */
function isCompared(bytes: readonly number[], at: number): boolean {
  const [first, second] = bytes.slice(at, at + 2)
  const opcode = first === 0x81 ? second : first
  return opcode === 0x14 || opcode === 0x18
}

function toSelector(bytes: readonly number[]): Hex {
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `0x${digits.padStart(8, '0')}`
}
