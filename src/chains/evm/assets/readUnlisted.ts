import { encodeAbiParameters, numberToHex } from 'viem/utils'

import { checksumAddress, EvmAddress } from '#protocol/ids/caip.ts'
import {
  type UnlistedPool,
  type UnlistedReading,
  poolFees,
  unlistedBounds,
} from '#protocol/quotes/unlistedToken.ts'
import type { EvmClient } from '../rpc/client.ts'
import { hasCode } from '../rpc/hasCode.ts'
import { type Read, readMany } from '../rpc/readMany.ts'
import { buildTextReads, decodeTokenText } from './readTokens.ts'
import { getAverageTick } from './tickPrice.ts'

const selectors = {
  decimals: '0x313ce567',
  symbol: '0x95d89b41',
  name: '0x06fdde03',
  balanceOf: '0x70a08231',
  getPool: '0x1698ee82',
  slot0: '0x3850c7bd',
  liquidity: '0x1a686502',
  observe: '0x883bdbfd',
} as const

/** Most decimals of a token that is shown. */
const maxDecimals = 36n

/** `observe([priceSeconds, 0])`. */
const observation = `${selectors.observe}${encodeAbiParameters(
  [{ type: 'uint32[]' }],
  [[unlistedBounds.priceSeconds, 0]],
).slice(2)}` as const

/**
 * Reads a token that no list names and its pools of one factory against listed tokens. The token's
 * answers are its own claims; everything else is the factory's, its pools' and the listed tokens'.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readUnlisted(
  client: EvmClient,
  of: { token: EvmAddress; factory: EvmAddress; listed: readonly EvmAddress[] },
): Promise<UnlistedReading> {
  const { token, factory, listed } = of
  const sides = listed.flatMap((pairedWith) => poolFees.map((fee) => ({ pairedWith, fee })))
  const { values } = await readMany(client, [
    { kind: 'code', of: token },
    { kind: 'call', to: token, data: selectors.decimals, words: 1 },
    ...buildTextReads(token, selectors.symbol),
    ...buildTextReads(token, selectors.name),
    ...sides.map((side): Read => {
      const data = encodeGetPool([token, side.pairedWith], side.fee)
      return { kind: 'call', to: factory, data, words: 1 }
    }),
  ])
  const [code, decimals, symbol, shortSymbol, name, shortName, ...addresses] = values
  const found = sides.flatMap((side, index) => {
    const address = addresses[index]?.[0] ?? 0n
    return address === 0n ? [] : [{ ...side, address: toAddress(address) }]
  })
  const places = decimals?.[0]
  return {
    token,
    hasCode: hasCode(code?.[0] ?? 0n),
    decimals: places === undefined || places > maxDecimals ? undefined : Number(places),
    symbol: decodeTokenText(symbol, shortSymbol) || undefined,
    name: decodeTokenText(name, shortName) || undefined,
    pools: await readPools(client, token, found),
  }
}

type FoundPool = Pick<UnlistedPool, 'address' | 'fee' | 'pairedWith'>

async function readPools(
  client: EvmClient,
  token: EvmAddress,
  found: readonly FoundPool[],
): Promise<readonly UnlistedPool[]> {
  if (found.length === 0) return []
  const { values } = await readMany(
    client,
    found.flatMap(({ address: to, pairedWith }): Read[] => [
      { kind: 'call', to, data: selectors.slot0, words: 7 },
      { kind: 'call', to, data: selectors.liquidity, words: 1 },
      { kind: 'call', to, data: observation, words: 8 },
      { kind: 'call', to: pairedWith, data: encodeBalanceOf(to), words: 1 },
    ]),
  )
  return found.map((pool, index) => {
    const [slot, liquidity, observed, held] = values.slice(index * 4, index * 4 + 4)
    return {
      ...pool,
      held: held?.[0] ?? 0n,
      liquidity: liquidity?.[0] ?? 0n,
      sqrtPrice: slot?.[0] ?? 0n,
      observations: Number(slot?.[3] ?? 0n),
      tick: observed && decodeTick(observed),
      isToken0: BigInt(token) < BigInt(pool.pairedWith),
    }
  })
}

function toAddress(word: bigint): EvmAddress {
  return checksumAddress(EvmAddress.parse(numberToHex(word, { size: 20 })))
}

/** Offsets and length come before the two cumulative ticks. */
function decodeTick(words: readonly bigint[]): number {
  const [before = 0n, now = 0n] = words.slice(3, 5).map((word) => BigInt.asIntN(256, word))
  return getAverageTick([before, now], unlistedBounds.priceSeconds)
}

function encodeGetPool([a, b]: readonly [EvmAddress, EvmAddress], fee: number) {
  const parameters = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  return `${selectors.getPool}${encodeAbiParameters(parameters, [a, b, fee]).slice(2)}` as const
}

function encodeBalanceOf(holder: EvmAddress) {
  const words = encodeAbiParameters([{ type: 'address' }], [holder])
  return `${selectors.balanceOf}${words.slice(2)}` as const
}
