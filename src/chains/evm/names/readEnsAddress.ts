import {
  decodeAbiParameters,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  parseAbi,
  size,
  toHex,
} from 'viem'
import { namehash, normalize, packetToBytes } from 'viem/ens'

import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findRevertData } from '../rpc/nodeErrors.ts'

/**
 * What a name points to. `none`: nobody set an address. `elsewhere`: its owner keeps it outside of the
 * chain (EIP-3668), where a server would say it. `noResolver`: the chain has no resolver at its address.
 */
export type EnsAnswer =
  | {
      kind: 'address'
      address: EvmAddress
      /** Whether it was set for the chain that was asked for, or for all; else it is Ethereum's. */
      isOfChain: boolean
    }
  | { kind: 'none' | 'elsewhere' | 'noResolver' }

/** Coin type of Ethereum (SLIP-44), whose address is taken where a chain has none. */
const etherCoin = 60n
/** Coin type of an address that serves every EVM chain (ENSIP-19). */
const anyCoin = 0x8000_0000n
/** Longest answer that is read, characters: an address takes some 400. */
const maxAnswer = 10_000

const resolverAbi = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error ResolverNotFound(bytes name)',
  'error ResolverNotContract(bytes name, address resolver)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes errorData)',
])
const addressAbi = parseAbi([
  'function addr(bytes32 node, uint256 coinType) view returns (bytes value)',
])

/** Returns a name in the only form that is looked up (ENSIP-15); undefined if it can be none. */
export function normalizeName(text: string): string | undefined {
  try {
    return normalize(text)
  } catch {
    return undefined
  }
}

/**
 * Reads what a name points to, from the universal resolver of ENS. No server is asked: what is kept outside
 * of the chain is not found. Source: https://docs.ens.domains/resolvers/universal, ENSIP-9 and ENSIP-11.
 *
 * @param client - The chain that has the names.
 * @param of.resolver - Address of the universal resolver.
 * @param of.name - The name, normalized: see {@link normalizeName}.
 * @param of.chainNumber - The chain that the address is for, Ethereum when absent. Where the name has none
 *   for it nor for all chains, Ethereum's is returned.
 * @throws ChainUnavailableError if the chain does not answer, and viem's RPC errors.
 */
export async function readEnsAddress(
  { rpc }: Pick<EvmClient, 'rpc'>,
  of: { resolver: EvmAddress; name: string; chainNumber?: number | undefined },
): Promise<EnsAnswer> {
  const { resolver, name, chainNumber = 1 } = of
  const ofChain = toCoinType(chainNumber)
  const coins = ofChain === etherCoin ? [etherCoin] : [ofChain, anyCoin, etherCoin]
  for (const coin of coins) {
    if (coin === undefined) continue
    const data = encodeFunctionData({
      abi: resolverAbi,
      functionName: 'resolveWithGateways',
      args: [toHex(packetToBytes(name)), encodeAsking(name, coin), []],
    })
    const answer = await ask(() =>
      rpc.request({ method: 'eth_call', params: [{ to: resolver, data }, 'latest'] }),
    )
    if (typeof answer === 'string') {
      if (answer !== 'none') return { kind: answer }
    } else
      return {
        kind: 'address',
        address: answer.address,
        isOfChain: coin !== etherCoin || ofChain === coin,
      }
  }
  return { kind: 'none' }
}

/** Coin type of an EVM chain (ENSIP-11); undefined where there is none for its number. */
function toCoinType(chainNumber: number): bigint | undefined {
  if (chainNumber === 1) return etherCoin
  return chainNumber < 0x8000_0000 ? BigInt(chainNumber) + 0x8000_0000n : undefined
}

function encodeAsking(name: string, coin: bigint): Hex {
  return encodeFunctionData({ abi: addressAbi, functionName: 'addr', args: [namehash(name), coin] })
}

async function ask(
  call: () => Promise<Hex>,
): Promise<'none' | 'elsewhere' | 'noResolver' | { address: EvmAddress }> {
  let returned: Hex
  try {
    returned = await call()
  } catch (error) {
    const revertData = findRevertData(error)
    if (revertData === undefined) throw error
    return nameRefusal(revertData)
  }
  if (returned === '0x') return 'noResolver'
  if (returned.length > maxAnswer) return 'none'
  const [result] = decodeFunctionResult({
    abi: resolverAbi,
    functionName: 'resolveWithGateways',
    data: returned,
  })
  if (result === '0x') return 'none'
  const [value] = decodeAbiParameters([{ type: 'bytes' }], result)
  if (size(value) !== 20 || BigInt(value) === 0n) return 'none'
  return { address: EvmAddress.parse(getAddress(value)) }
}

/** Of the resolver's errors one means that a server has the answer; all others, that there is none. */
function nameRefusal(revertData: Hex): 'none' | 'elsewhere' {
  if (revertData === '0x') return 'none'
  try {
    const { errorName } = decodeErrorResult({ abi: resolverAbi, data: revertData })
    return errorName === 'OffchainLookup' ? 'elsewhere' : 'none'
  } catch {
    return 'none'
  }
}
