import { hexToBytes, size } from 'viem'

/** What a personal_sign message is to a reader. */
export type ReadMessage =
  /** `isHashSized`: it may also be a hash that was chosen to read as text. */
  | { kind: 'text'; text: string; isDeceptive: boolean; isHashSized: boolean }
  /** As long as a hash: nobody can tell what it stands for. */
  | { kind: 'hash' }
  | { kind: 'bytes' }

/** Control characters but for line ends and tabs. */
const control = /[\p{Cc}]/u

/** Characters that turn the order of what follows, or are not seen at all. */
const deceptive = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/

/** Reads the bytes of a message: as text where it is text all through, else as what it looks like. */
export function readMessage(bytes: `0x${string}`): ReadMessage {
  const isHashSized = size(bytes) === 32
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      hexToBytes(bytes),
    )
    if (text !== '' && !control.test(text.replaceAll(/[\n\r\t]/g, '')))
      return { kind: 'text', text, isDeceptive: deceptive.test(text), isHashSized }
  } catch {
    // Not UTF-8.
  }
  return { kind: isHashSized ? 'hash' : 'bytes' }
}
