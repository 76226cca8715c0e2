import { hexToNumber, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from './client.ts'

/**
 * A value to read: the result of a call (its first `words` 32-byte words) or a property of an
 * address. `code` is the code hash: 0 for an unused address, otherwise see EXTCODEHASH. `gas` is
 * the gas of the call; by default an equal share of what is left for it and the reads after it.
 */
export type Read =
  | { kind: 'call'; to: EvmAddress; data: Hex; words: number; gas?: number }
  | { kind: 'balance' | 'code'; of: EvmAddress }

/** Results of one request, all at one block. */
export type ManyRead = {
  blockNumber: bigint
  /** Unix seconds of the block. */
  blockTime: bigint
  /** In the order asked; undefined for a call that reverted, ran out of gas or returned too little. */
  values: readonly (readonly bigint[] | undefined)[]
}

/** Gas that a request has for each call that names none, as far as there is so much. */
const gasPerCall = 500_000

/** Most gas of one request: third-party contracts run in it, and nodes have different limits. */
const maxGas = 25_000_000

/** Gas of a read apart from its call: its opcodes and the cold access of its address. */
const gasAround = 6_000

/** Gas of a request apart from its reads: creation with the longest init code. */
const gasOfRequest = 3_000_000

/** Gas of each byte of a created contract, as which a request returns its result. */
const gasPerByte = 200

/** Words that fit a response: deployed code is limited to 24,576 bytes. */
const maxWords = 600

/** Bytes that fit a program: init code is limited to 49,152 bytes (EIP-3860). */
const maxBytes = 48_000

/** Most bytes of code per read, without its call data. */
const bytesOfCode = 72

/**
 * Reads many values at one block in one `eth_call`, without a deployed contract.
 *
 * The call is a contract creation whose init code is generated for these reads (a sequence of
 * STATICCALL, BALANCE and EXTCODEHASH) and returns plain words; nothing is ABI-encoded except the
 * given call data. Each call has its share of the gas: in viem's `multicall` two tokens that burn all
 * they get make every other read fail.
 *
 * @param client - Client of the chain.
 * @param reads - Values to read. If they exceed 600 words or the limit of init code, several
 *   requests are made, possibly at different blocks; the oldest is returned.
 * @param options.block - Number of the block to read at; the latest by default.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readMany(
  client: EvmClient,
  reads: readonly Read[],
  options: { block?: bigint } = {},
): Promise<ManyRead> {
  const parts = splitReads(reads).map((part) => ({ part, program: readProgram(part) }))
  return join(
    await Promise.all(parts.map(({ part, program }) => run(client, { part, program, ...options }))),
  )
}

/** Placeholder for the account in a program that is encoded before the account is known. */
const anyAccount: EvmAddress = '0x9b1d3cc5a1c0c4d2e7f60f8a4e2b7d915c3a6e08'

/**
 * Encodes reads that differ only in one address, such as the holder of balances, once for all uses.
 *
 * @param readsOf - Returns the reads for an address; called once.
 * @returns A function like {@link readMany} on the latest block, for the given address.
 */
export function prepareReads(
  readsOf: (account: EvmAddress) => readonly Read[],
): (client: EvmClient, account: EvmAddress) => Promise<ManyRead> {
  const parts = splitReads(readsOf(anyAccount)).map((part) => ({
    part,
    pieces: readProgram(part).split(anyAccount.slice(2)),
  }))
  return async (client, account) => {
    const digits = account.slice(2).toLowerCase()
    return join(
      await Promise.all(
        parts.map(({ part, pieces }) =>
          run(client, { part, program: `0x${pieces.join(digits).slice(2)}` }),
        ),
      ),
    )
  }
}

/** Code that performs reads within a simulation. */
export type ReadCode = {
  code: Hex
  /** Gas to call it with. */
  gas: number
  /**
   * Decodes the values in the order asked; undefined if contracts used so much gas that the last
   * reads may have had too little.
   */
  decode: (result: { returnData: Hex; gasUsed: Hex }) => ManyRead['values'] | undefined
}

/**
 * Encodes reads as runtime code for simulations, which place it at an address of its own.
 *
 * @param options.maxGas - Total gas of all calls.
 * @returns One piece of code per program that fits the limits.
 */
export function encodeReads(
  reads: readonly Read[],
  { maxGas: totalGas = maxGas }: { maxGas?: number } = {},
): readonly ReadCode[] {
  if (reads.length === 0) return []
  return splitReads(reads).map((part) => {
    const reserve = Math.max(0, ...part.map(getGas)) + gasAround
    const needed = part.reduce((sum, read) => sum + getGas(read), 100_000 + reserve)
    const gas = Math.min(needed, Math.floor((totalGas * part.length) / reads.length))
    return {
      code: readProgram(part),
      gas,
      decode: ({ returnData, gasUsed }) =>
        hexToNumber(gasUsed) <= gas - reserve ? decodeAnswer(returnData, part).values : undefined,
    }
  })
}

function getGas(read: Read): number {
  return gasAround + (read.kind === 'call' ? (read.gas ?? gasPerCall) : 0)
}

async function run(
  client: EvmClient,
  { part, program, block }: { part: readonly Read[]; program: Hex; block?: bigint },
): Promise<ManyRead> {
  const gas = part.reduce((sum, read) => sum + getGas(read), gasOfRequest)
  const answer = await client.rpc.request({
    method: 'eth_call',
    params: [
      { data: program, gas: numberToHex(Math.min(gas, maxGas)) },
      block === undefined ? 'latest' : numberToHex(block),
    ],
  })
  return decodeAnswer(answer, part)
}

function join(parts: readonly ManyRead[]): ManyRead {
  const [first] = parts.toSorted((a, b) => (a.blockNumber < b.blockNumber ? -1 : 1))
  if (!first) throw new Error('readMany returned no result.')
  return {
    blockNumber: first.blockNumber,
    blockTime: first.blockTime,
    values: parts.flatMap(({ values }) => values),
  }
}

function splitReads(reads: readonly Read[]): readonly (readonly Read[])[] {
  const parts: Read[][] = [[]]
  let words = 0
  let bytes = 0
  for (const read of reads) {
    words += countWords(read)
    bytes += countBytes(read)
    if (words > maxWords || bytes > maxBytes) {
      parts.push([])
      words = countWords(read)
      bytes = countBytes(read)
    }
    parts.at(-1)?.push(read)
  }
  return parts
}

/** Bytes of a read with its call data, although identical call data is stored only once. */
function countBytes(read: Read): number {
  return bytesOfCode + (read.kind === 'call' ? read.data.length / 2 - 1 : 0)
}

function countWords(read: Read): number {
  return read.kind === 'call' ? read.words : 1
}

/** Decodes a response: block number, block time, words of each read, one status byte per read. */
function decodeAnswer(answer: Hex, reads: readonly Read[]): ManyRead {
  const total = 2 + reads.reduce((sum, read) => sum + countWords(read), 0)
  if (answer.length !== 2 + total * 64 + reads.length * 2)
    throw new Error(`The node answered ${answer.length} characters to ${reads.length} reads.`)
  let at = 2
  const values = reads.map((read, index) => {
    const from = at
    at += countWords(read)
    const isGood = answer.charAt(2 + total * 64 + index * 2 + 1) === '1'
    return isGood
      ? Array.from({ length: countWords(read) }, (_, word) => getWordAt(answer, from + word))
      : undefined
  })
  return { blockNumber: getWordAt(answer, 0), blockTime: getWordAt(answer, 1), values }
}

function getWordAt(answer: Hex, index: number): bigint {
  return BigInt(`0x${answer.slice(2 + index * 64, 66 + index * 64)}`)
}

/** Init code: the reads in sequence, followed by the call data they need. */
function readProgram(reads: readonly Read[]): Hex {
  const total = 2 + reads.reduce((sum, read) => sum + countWords(read), 0)
  const size = total * 32 + reads.length
  const layout = layOut(reads, size)
  const code = assemble(reads, { ...layout, total, dataAt: 0 })
  // Offsets always take two bytes, so the length does not depend on where the data starts.
  const dataAt = code.length / 2
  return `0x${assemble(reads, { ...layout, total, dataAt })}${layout.data}`
}

type Layout = {
  /** Offset of each call's data within the data section, in bytes. */
  offsets: ReadonlyMap<Hex, number>
  /** The data section as hex. */
  data: string
  /** Memory after the result, to which call data is copied. */
  scratch: number
  /** Bytes of the result. */
  size: number
}

function layOut(reads: readonly Read[], size: number): Layout {
  const offsets = new Map<Hex, number>()
  let data = ''
  for (const read of reads) {
    if (read.kind !== 'call' || offsets.has(read.data)) continue
    offsets.set(read.data, data.length / 2)
    data += read.data.slice(2)
  }
  return { offsets, data, scratch: Math.ceil(size / 32) * 32, size }
}

function assemble(
  reads: readonly Read[],
  layout: Layout & { total: number; dataAt: number },
): string {
  // NUMBER, TIMESTAMP into the first two words.
  const parts = [`43${push2(0)}52`, `42${push2(32)}52`]
  let at = 2
  let loaded: Hex | undefined
  reads.forEach((read, index) => {
    const status = layout.total * 32 + index
    if (read.kind === 'call') {
      const gas = pushGas(read, { left: reads.length - index, size: layout.size })
      if (loaded !== read.data) parts.push(loadData(read.data, layout))
      loaded = read.data
      parts.push(call(read, { result: at * 32, scratch: layout.scratch, status, gas }))
    } else {
      // BALANCE or EXTCODEHASH, then MSTORE; status 1 by MSTORE8.
      const opcode = read.kind === 'balance' ? '31' : '3f'
      parts.push(`${pushAddress(read.of)}${opcode}${push2(at * 32)}52${push2(1)}${push2(status)}53`)
    }
    at += countWords(read)
  })
  // RETURN(0, size)
  parts.push(`${push2(layout.size)}${push2(0)}f3`)
  return parts.join('')
}

/** CODECOPY of call data into scratch memory. */
function loadData(data: Hex, layout: Layout & { dataAt: number }): string {
  const offset = layout.dataAt + (layout.offsets.get(data) ?? 0)
  return `${push2(data.length / 2 - 1)}${push2(offset)}${push2(layout.scratch)}39`
}

/** STATICCALL; status is `success and returndatasize >= words * 32`. */
function call(
  read: Read & { kind: 'call' },
  at: { result: number; scratch: number; status: number; gas: string },
): string {
  const size = read.words * 32
  return [
    push2(size),
    push2(at.result),
    push2(read.data.length / 2 - 1),
    push2(at.scratch),
    pushAddress(read.to),
    at.gas,
    'fa',
    // returndatasize > size - 1
    push2(size - 1),
    '3d1116',
    push2(at.status),
    '53',
  ].join('')
}

/**
 * Pushes the gas of a call: what it names, or (GAS - what the program needs itself) / reads left. So
 * contracts that burn all they get leave the others as much, whatever gas a node allows.
 */
function pushGas(
  { gas }: { gas?: number },
  { left, size }: { left: number; size: number },
): string {
  if (gas !== undefined) return push3(gas)
  return `${push2(left)}${push3(size * gasPerByte + left * gasAround)}5a0304`
}

function push2(value: number): string {
  return `61${value.toString(16).padStart(4, '0')}`
}

function push3(value: number): string {
  return `62${value.toString(16).padStart(6, '0')}`
}

function pushAddress(address: EvmAddress): string {
  return `73${address.slice(2)}`
}
