import { numberToHex } from 'viem/utils'

import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readMany } from '../rpc/readMany.ts'
import { readTokens } from './readTokens.ts'

/** PUSH1; the opcodes after it push as many bytes as they are apart, up to PUSH32. */
const push1 = 0x60
const push32 = 0x7f

/**
 * Finds the selectors that a contract's code compares its call data with, in the code's order: a
 * pushed selector followed by a comparison, as the compilers of Solidity and Vyper write it. Code
 * that finds its functions in another way has none here.
 */
export function findSelectors(code: Hex): readonly Hex[] {
  const bytes = (code.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  const found = new Set<Hex>()
  for (let at = 0; at < bytes.length; at += 1) {
    const opcode = bytes[at] ?? 0
    if (opcode < push1 || opcode > push32) continue
    const size = opcode - push1 + 1
    if ((size === 3 || size === 4) && isCompared(bytes, at + size + 1))
      found.add(toSelector(bytes.slice(at + 1, at + size + 1)))
    at += size
  }
  return [...found]
}

/** Whether EQ or XOR follows, possibly after DUP2. */
function isCompared(bytes: readonly number[], at: number): boolean {
  const [first, second] = bytes.slice(at, at + 2)
  const opcode = first === 0x81 ? second : first
  return opcode === 0x14 || opcode === 0x18
}

function toSelector(bytes: readonly number[]): Hex {
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `0x${digits.padStart(8, '0')}`
}

/** Symbol and decimals of a token, as its own contract reports them. */
type ReportedToken = { symbol: string; decimals: number }

/** What a chain says of an address; any contract can claim to be a token. */
export type ContractFacts = {
  hasCode: boolean
  /** The contract that a proxy's calls are passed on to. */
  implementation: EvmAddress | undefined
  /** Undefined unless it reports decimals. */
  token: ReportedToken | undefined
  /** The asset of an ERC-4626 vault. */
  vaultAsset: (ReportedToken & { address: EvmAddress }) | undefined
  /** Selectors of its functions; those of the implementation for a proxy. */
  selectors: readonly Hex[]
}

/** Storage slots of ERC-1967: implementation and beacon. */
const slots = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
} as const

/**
 * Reads what a chain says of a contract. Runs in the browser.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readContract(client: EvmClient, address: EvmAddress): Promise<ContractFacts> {
  const [code, implementationWord, beaconWord, [token], asset] = await Promise.all([
    readCode(client, address),
    readSlot(client, { address, slot: slots.implementation }),
    readSlot(client, { address, slot: slots.beacon }),
    readTokens(client, [address]),
    // asset() of ERC-4626
    readAddress(client, { to: address, data: '0x38d52e0f' }),
  ])
  const beacon = toAddress(BigInt(beaconWord))
  const implementation =
    findForwarded(code) ??
    toAddress(BigInt(implementationWord)) ??
    // implementation() of a beacon
    (beacon && (await readAddress(client, { to: beacon, data: '0x5c60da1b' })))
  const [ownCode, [assetToken]] = await Promise.all([
    implementation ? readCode(client, implementation) : code,
    asset ? readTokens(client, [asset]) : [],
  ])
  const assetFacts = toReported(assetToken)
  return {
    hasCode: code !== '0x',
    implementation,
    token: toReported(token),
    vaultAsset: asset && assetFacts && { ...assetFacts, address: asset },
    selectors: findSelectors(ownCode),
  }
}

async function readCode(client: EvmClient, address: EvmAddress): Promise<Hex> {
  const code = await client.rpc.request({ method: 'eth_getCode', params: [address, 'latest'] })
  return code ?? '0x'
}

async function readSlot(
  client: EvmClient,
  { address, slot }: { address: EvmAddress; slot: Hex },
): Promise<Hex> {
  const word = await client.rpc.request({
    method: 'eth_getStorageAt',
    params: [address, slot, 'latest'],
  })
  return word === undefined || word === '0x' ? '0x0' : word
}

async function readAddress(
  client: EvmClient,
  call: { to: EvmAddress; data: Hex },
): Promise<EvmAddress | undefined> {
  const { values } = await readMany(client, [{ kind: 'call', ...call, words: 1 }])
  return toAddress(values[0]?.[0] ?? 0n)
}

function toAddress(word: bigint): EvmAddress | undefined {
  if (word === 0n || word >= 2n ** 160n) return undefined
  return EvmAddress.parse(numberToHex(word, { size: 20 }))
}

/** Target of a minimal proxy (ERC-1167), or of an account's delegation (EIP-7702). */
function findForwarded(code: Hex): EvmAddress | undefined {
  const target =
    /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/i.exec(code)?.[1] ??
    /^0xef0100([0-9a-f]{40})$/i.exec(code)?.[1]
  return target === undefined ? undefined : EvmAddress.parse(`0x${target}`)
}

function toReported(facts: { decimals?: number; symbol?: string } | undefined) {
  if (facts?.decimals === undefined || facts.decimals > 77) return undefined
  return { symbol: facts.symbol ?? 'tokens', decimals: facts.decimals }
}
