/** The digits of base58: no 0, O, I and l. Source: Bitcoin, as Solana uses it. */
const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Writes bytes in base58; each leading zero byte is a leading `1`. */
export function encodeBase58(bytes: Uint8Array): string {
  let number = 0n
  for (const byte of bytes) number = number * 256n + BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = digits.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

/**
 * Reads base58.
 *
 * @throws Error naming the text when it has a character that is no digit.
 */
export function decodeBase58(text: string): Uint8Array {
  let number = 0n
  for (const character of text) {
    const digit = digits.indexOf(character)
    if (digit === -1) throw new Error(`"${text}" is not base58.`)
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes])
}
