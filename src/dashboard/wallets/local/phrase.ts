import { generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { bytesToHex } from 'viem'
import { HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

import { deriveSolanaSeed } from './deriveSolanaSeed.ts'

/** The keys of a phrase on both kinds of chains. */
export type PhraseKeys = {
  /** EVM accounts by their number, at m/44'/60'/0'/0/<number>. */
  accountAt: (index: number) => PrivateKeyAccount
  /** Of the one Solana account, at m/44'/501'/0'/0': 32 bytes, an ed25519 seed. */
  solanaSeed: Uint8Array
}

/** A new BIP-39 phrase of 12 English words (128 bits of the browser's own randomness). */
export function generatePhrase(): string {
  return generateMnemonic(wordlist, 128)
}

/** One spelling of a typed phrase: lower case, single spaces. */
export function normalizePhrase(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(' ')
}

/** Whether a phrase is made of the list's words and its checksum is right. */
export function isPhrase(text: string): boolean {
  return validateMnemonic(normalizePhrase(text), wordlist)
}

/**
 * The keys of a phrase where other wallets have them (BIP-44; SLIP-0010 for Solana), so that these
 * show the same accounts, the EVM ones in the same order.
 *
 * @throws Error when the phrase is not valid.
 */
export async function derivePhraseKeys(phrase: string): Promise<PhraseKeys> {
  if (!isPhrase(phrase)) throw new Error('These words are not a recovery phrase.')
  const seed = await mnemonicToSeed(normalizePhrase(phrase))
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")
  return {
    accountAt(index) {
      const { privateKey } = parent.deriveChild(index)
      if (!privateKey) throw new Error(`This phrase has no private key with the number ${index}.`)
      return privateKeyToAccount(bytesToHex(privateKey))
    },
    solanaSeed: deriveSolanaSeed(seed),
  }
}
