import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { bytesToHex } from 'viem'
import { HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'

/** The keys of a phrase for EVM chains and Solana. Private keys never leave these closures. */
export type LocalKeys = {
  /** The EVM account at m/44'/60'/0'/0/<index>. */
  accountAt: (index: number) => PrivateKeyAccount
  /** The Solana account at m/44'/501'/0'/0'; `sign` returns 64 bytes. */
  solana: { address: SolanaAddress; sign: (message: Uint8Array) => Uint8Array }
}

/** m/44'/501'/0'/0', the path of the first Solana account. Source: SLIP-0044, Phantom. */
const solanaPath = [44, 501, 0, 0]

/** ed25519 has hardened child keys only. Source: SLIP-0010. */
const hardened = 0x8000_0000

/** Generates a BIP-39 phrase of 12 English words (128 bits from the browser's random source). */
export function generatePhrase(): string {
  return generateMnemonic(wordlist, 128)
}

/** Normalizes a typed phrase: lower case, single spaces. */
export function normalizePhrase(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(' ')
}

/**
 * Derives the keys of a phrase on the standard paths (BIP-44; SLIP-0010 for Solana), so that other
 * wallets show the same accounts in the same order.
 *
 * @throws Error when a word is not in the list or the checksum is wrong.
 */
export async function deriveKeys(phrase: string): Promise<LocalKeys> {
  if (!validateMnemonic(phrase, wordlist))
    throw new Error(translate('These words aren’t a valid recovery phrase.'))
  const seed = await mnemonicToSeed(phrase)
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")
  const solanaSeed = deriveEd25519(seed, solanaPath)
  return {
    accountAt(index) {
      const { privateKey } = parent.deriveChild(index)
      if (!privateKey)
        throw new Error(translate('This phrase has no private key at index {index}.', { index }))
      return privateKeyToAccount(bytesToHex(privateKey))
    },
    solana: {
      address: encodeBase58(ed25519.getPublicKey(solanaSeed)),
      sign: (message) => ed25519.sign(message, solanaSeed),
    },
  }
}

/** Derives a key along a path of hardened indexes (SLIP-0010, ed25519). @returns 32 bytes. */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const step of path) {
    const index = new Uint8Array(4)
    new DataView(index.buffer).setUint32(0, hardened + step)
    const data = concatBytes(Uint8Array.of(0), node.slice(0, 32), index)
    node = hmac(sha512, node.slice(32), data)
  }
  return node.slice(0, 32)
}
