import { hexToBytes, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { stripHidden } from '#protocol/ids/cleanName.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { TokenReading } from '../../ports/chain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type Read, readMany } from '../rpc/readMany.ts'

/** `decimals()` and `symbol()` of ERC-20. */
const selectors = { decimals: '0x313ce567', symbol: '0x95d89b41' } as const

/** Letters that are written from right to left: amounts beside them would change places. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/gu

/**
 * Reads the metadata of token contracts, and what a holder has of them, in one request. Anyone can deploy a token, so symbols are
 * cut to 32 bytes and invisible characters removed.
 *
 * @returns In the order asked; values a contract does not report are absent.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readTokens(
  client: EvmClient,
  tokens: readonly EvmAddress[],
  { holder }: { holder?: EvmAddress | undefined } = {},
): Promise<readonly TokenReading[]> {
  const balances = holder === undefined ? [] : tokens.map((to) => buildHolderRead(to, holder))
  const { values } = await readMany(client, [...tokens.flatMap(buildReads), ...balances])
  const [decimals, texts, words] = [0, 1, 2].map((place) =>
    tokens.map((_, index) => values[index * 3 + place]),
  )
  return tokens.map((_, index) => {
    const places = decimals?.[index]?.[0]
    const symbol = decodeTokenText(texts?.[index], words?.[index])
    const balance = values[tokens.length * 3 + index]?.[0]
    return {
      ...(balance !== undefined && { balance }),
      ...(places !== undefined && places <= 255n && { decimals: Number(places) }),
      ...(symbol !== '' && { symbol }),
    }
  })
}

function buildHolderRead(to: EvmAddress, holder: EvmAddress): Read {
  // balanceOf(address)
  const data: Hex = `0x70a08231${holder.slice(2).toLowerCase().padStart(64, '0')}`
  return { kind: 'call', to, data, words: 1 }
}

function buildReads(to: EvmAddress): readonly Read[] {
  const { decimals, symbol } = selectors
  return [{ kind: 'call', to, data: decimals, words: 1 }, ...buildTextReads(to, symbol)]
}

/**
 * Reads of a text that a token says of itself: old tokens return it as bytes32, others as a string
 * (offset, length, bytes). Decode with {@link decodeTokenText}.
 */
export function buildTextReads(to: EvmAddress, data: Hex): readonly [text: Read, word: Read] {
  return [
    { kind: 'call', to, data, words: 3 },
    { kind: 'call', to, data, words: 1 },
  ]
}

/**
 * Decodes what {@link buildTextReads} read, cut to 32 bytes, without what would be invisible or move
 * and cover what stands beside it.
 */
export function decodeTokenText(
  text: readonly bigint[] | undefined,
  word: readonly bigint[] | undefined,
): string {
  const [, length = 0n, first = 0n] = text ?? []
  const bytes = hexToBytes(numberToHex(text ? first : (word?.[0] ?? 0n), { size: 32 }))
  const end = bytes.indexOf(0)
  const used = text ? Number(length < 32n ? length : 32n) : end === -1 ? 32 : end
  return stripHidden(decode(bytes.slice(0, used)).replaceAll(rightToLeft, '')).trim()
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
