import {
  bytesToString,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  hexToBytes,
  parseAbi,
} from 'viem'
import { vi } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'

const abi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
])

/** What the chain that has the names of ENS says: addresses by name and coin type (ENSIP-11). */
export type EnsRecords = Readonly<Record<string, Readonly<Record<string, EvmAddress>>>>

/**
 * Answers each request of the page to a chain as a node on which these names are set.
 *
 * @param options.chainNumber - The chain that it serves.
 * @param options.until - What it waits for before it answers a call.
 * @returns The addresses that were asked; grows.
 */
export function answerAsEns(
  records: EnsRecords,
  options: { chainNumber: number; until?: Promise<void> },
): readonly string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked.push(url)
    const calls: { id: number; method: string; params: [{ data: Hex }] }[] = [
      JSON.parse(body),
    ].flat()
    if (calls.some(({ method }) => method === 'eth_call')) await options.until
    const answers = calls.map(({ id, method, params: [call] }) => {
      const answer = method === 'eth_call' ? answerCall(records, call.data) : '0x'
      const number: Hex = `0x${options.chainNumber.toString(16)}`
      return { jsonrpc: '2.0', id, result: method === 'eth_chainId' ? number : answer }
    })
    return Response.json(body.startsWith('[') ? answers : answers[0])
  })
  return asked
}

function answerCall(records: EnsRecords, data: Hex): Hex {
  const asked = decodeAsked(data)
  if (!asked) return '0x'
  const value = records[asked.name]?.[String(asked.coin)] ?? '0x'
  const result = encodeAbiParameters([{ type: 'bytes' }], [value])
  const resolver = `0x${'11'.repeat(20)}` as const
  return encodeFunctionResult({
    abi,
    functionName: 'resolveWithGateways',
    result: [result, resolver],
  })
}

/** The name and the coin type that a call asks for; undefined for another call, and one that names gateways. */
function decodeAsked(data: Hex): { name: string; coin: bigint } | undefined {
  try {
    const [name, inner, gateways] = decodeFunctionData({ abi, data }).args
    if (gateways.length > 0) return undefined
    return { name: readDnsName(name), coin: BigInt(`0x${inner.slice(-64)}`) }
  } catch {
    return undefined
  }
}

/** Reads a name in DNS encoding: each label behind its length, the last of which is 0. */
function readDnsName(encoded: Hex): string {
  const bytes = hexToBytes(encoded)
  const labels: string[] = []
  for (let at = 0; at < bytes.length - 1;) {
    const end = at + 1 + (bytes[at] ?? 0)
    labels.push(bytesToString(bytes.slice(at + 1, end)))
    at = end
  }
  return labels.join('.')
}
