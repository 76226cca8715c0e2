import { hexToBytes, size } from 'viem'

/** A parsed personal_sign message. */
export type ParsedMessage =
  /** `isHashSized`: it has 32 bytes, so it may be a hash chosen to read as text. */
  | { kind: 'text'; text: string; isDeceptive: boolean; isHashSized: boolean }
  /** 32 bytes that are not text: probably a hash, of unknown content. */
  | { kind: 'hash' }
  | { kind: 'bytes' }

/** Control characters; line ends and tabs are removed before the test. */
const control = /[\p{Cc}]/u

/**
 * Characters that are invisible or change the reading order. Source: Unicode, category Cf, the line
 * and paragraph separators, and the fillers of `Default_Ignorable_Code_Point`.
 */
const deceptive = /\p{Cf}|\p{Zl}|\p{Zp}|\u034F|\u17B4|\u17B5|[\u115F\u1160\u3164\uFFA0]/u

/** Whether a text contains characters that are invisible or change the reading order. */
export function isDeceptive(text: string): boolean {
  return deceptive.test(text)
}

/** Parses the bytes of a message: as text where all of it is text, else as a hash or bytes. */
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
