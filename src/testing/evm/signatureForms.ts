import type { Hex } from '#protocol/ids/hex.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Ways in which wallets write one secp256k1 signature, each from 65 bytes with v 27 or 28. */
export const signatureForms: Readonly<Record<string, (signature: Hex) => Hex>> = {
  'v 27 or 28': (signature) => signature,
  'v 0 or 1': (signature) => `${readBody(signature)}0${isOdd(signature) ? 1 : 0}`,
  'capital letters': (signature) => `0x${signature.slice(2).toUpperCase()}`,
  'the higher s': (signature) => `${negate(signature)}${isOdd(signature) ? '1b' : '1c'}`,
  'the higher s and v 0 or 1': (signature) => `${negate(signature)}0${isOdd(signature) ? 0 : 1}`,
  'the 64 bytes of EIP-2098': (signature) => {
    const s = readS(signature) | (isOdd(signature) ? 1n << 255n : 0n)
    return `0x${signature.slice(2, 66)}${toWord(s)}`
  },
}

function readBody(signature: Hex): Hex {
  return `0x${signature.slice(2, 130)}`
}

function isOdd(signature: Hex): boolean {
  return signature.endsWith('1c')
}

function readS(signature: Hex): bigint {
  return BigInt(`0x${signature.slice(66, 130)}`)
}

function negate(signature: Hex): Hex {
  return `0x${signature.slice(2, 66)}${toWord(order - readS(signature))}`
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
