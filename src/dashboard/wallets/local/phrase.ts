import { generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { bytesToHex } from 'viem'
import { HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

import { translate } from '../../language/translate.ts'
import { deriveSolanaSeed } from './deriveSolanaSeed.ts'

/** The keys of a phrase for EVM chains and Solana. */
export type PhraseKeys = {
  /** The EVM account at m/44'/60'/0'/0/<index>. */
  accountAt: (index: number) => PrivateKeyAccount
  /** The ed25519 seed of the Solana account at m/44'/501'/0'/0', 32 bytes. */
  solanaSeed: Uint8Array
}

/** Generates a BIP-39 phrase of 12 English words (128 bits from the browser's random source). */
export function generatePhrase(): string {
  return generateMnemonic(wordlist, 128)
}

/** Normalizes a typed phrase: lower case, single spaces. */
export function normalizePhrase(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(' ')
}

/** Whether all words are in the list and the checksum is right. */
export function isPhrase(text: string): boolean {
  return validateMnemonic(normalizePhrase(text), wordlist)
}

/**
 * Derives the keys of a phrase on the standard paths (BIP-44; SLIP-0010 for Solana), so that other
 * wallets show the same accounts in the same order.
 *
 * @throws Error when the phrase is not valid.
 */
export async function derivePhraseKeys(phrase: string): Promise<PhraseKeys> {
  if (!isPhrase(phrase)) throw new Error(translate('These words aren’t a valid recovery phrase.'))
  const seed = await mnemonicToSeed(normalizePhrase(phrase))
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0")
  return {
    accountAt(index) {
      const { privateKey } = parent.deriveChild(index)
      if (!privateKey)
        throw new Error(translate('This phrase has no private key at index {index}.', { index }))
      return privateKeyToAccount(bytesToHex(privateKey))
    },
    solanaSeed: deriveSolanaSeed(seed),
  }
}
