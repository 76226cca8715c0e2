/** The Bitcoin base58 alphabet, which Solana uses: without 0, O, I and l. */
const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Encodes bytes as base58; each leading zero byte becomes a leading `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const written = convertBase(bytes, { from: 256, to: 58 })
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + written.map((at) => digits[at]).join('')
}

/**
 * Decodes base58.
 *
 * @throws Error when a character is not in the alphabet.
 */
export function decodeBase58(text: string): Uint8Array {
  const values = Array.from(text, (character) => {
    const digit = digits.indexOf(character)
    if (digit === -1) throw new Error(`"${text}" is not base58.`)
    return digit
  })
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const read = convertBase(values, { from: 58, to: 256 })
  const bytes = new Uint8Array(zeros + read.length)
  bytes.set(read, zeros)
  return bytes
}

/** Converts digits between bases, most significant first; zero has no digits. */
function convertBase(
  numbers: ArrayLike<number>,
  { from, to }: { from: number; to: number },
): readonly number[] {
  // Least significant digit first during the conversion.
  const result: number[] = []
  for (let index = 0; index < numbers.length; index += 1) {
    let carry = numbers[index] ?? 0
    for (let place = 0; place < result.length; place += 1) {
      carry += (result[place] ?? 0) * from
      result[place] = carry % to
      carry = Math.floor(carry / to)
    }
    for (; carry > 0; carry = Math.floor(carry / to)) result.push(carry % to)
  }
  return result.toReversed()
}
