/** Encodes bytes as base64. Runs in browsers and in Node. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Decodes base64.
 *
 * @throws DOMException when the text is not base64.
 */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
