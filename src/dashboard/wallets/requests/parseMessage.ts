import { hexToBytes, size } from 'viem'

/** What a personal_sign message is to a reader. */
export type ParsedMessage =
  /** `isHashSized`: it may also be a hash that was chosen to read as text. */
  | { kind: 'text'; text: string; isDeceptive: boolean; isHashSized: boolean }
  /** As long as a hash: nobody can tell what it stands for. */
  | { kind: 'hash' }
  | { kind: 'bytes' }

/** Control characters but for line ends and tabs. */
const control = /[\p{Cc}]/u

/**
 * Characters that turn the order of what follows, or are not seen at all. Source: Unicode, category Cf,
 * the separators of lines and paragraphs, and the fillers of `Default_Ignorable_Code_Point`.
 */
const deceptive = /\p{Cf}|\p{Zl}|\p{Zp}|\u034F|\u17B4|\u17B5|[\u115F\u1160\u3164\uFFA0]/u

/** Whether a text holds what is not seen, or what turns the order of reading. */
export function isDeceptive(text: string): boolean {
  return deceptive.test(text)
}

/** Reads the bytes of a message: as text where it is text all through, else as what it looks like. */
export function parseMessage(bytes: `0x${string}`): ParsedMessage {
  const isHashSized = size(bytes) === 32
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      hexToBytes(bytes),
    )
    if (text !== '' && !control.test(text.replaceAll(/[\n\r\t]/g, '')))
      return { kind: 'text', text, isDeceptive: isDeceptive(text), isHashSized }
  } catch {
    // Not UTF-8.
  }
  return { kind: isHashSized ? 'hash' : 'bytes' }
}
