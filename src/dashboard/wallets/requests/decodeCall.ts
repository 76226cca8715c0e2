import {
  type AbiFunction,
  type AbiParameter,
  decodeFunctionData,
  encodeAbiParameters,
  formatUnits,
  parseAbi,
  toFunctionSelector,
} from 'viem'

import { type EvmAddress, toEvmChainId, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Member, Network } from '#networks/network.ts'

/** A call's data read by the functions this wallet knows; arguments in their order, as text. */
export type DecodedCall = {
  name: string
  arguments: readonly { name: string; value: string; isAddress: boolean }[]
  /** What the call lets someone else take, or may, which is not seen in the account's balance at once. */
  grant: 'unlimited' | 'limited' | undefined
  /** It makes further calls, which stand in its arguments as bytes. */
  isCarrier: boolean
  /**
   * The data is not the one encoding of these arguments: more follows them, or they cannot be read at all.
   * What the contract makes of it may differ.
   */
  isOdd: boolean
}

const known = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function multicall(bytes[] calls)',
  'function execute(bytes32 mode, bytes calls)',
  'function refund((bytes32 fillId, address depositor, address token, uint256 amount, uint256 fee, address feeReceiver, address payee, uint64 depositDeadline, uint64 refundAfter, bytes32 fillHash) order, bytes attestation)',
])

/** Functions after which someone else may take what the account holds. */
const grants = new Set(['approve', 'increaseAllowance', 'setApprovalForAll', 'permit'])

/** Functions whose arguments are calls of their own. */
const carriers = new Set(['multicall', 'execute'])

/** An allowance from here on is larger than any supply: all there is and will be. */
const unlimitedFrom = 2n ** 128n

/** Reads a call by its selector. @returns Undefined for a function that is not known here. */
export function decodeCall(
  call: { to: EvmAddress; data: `0x${string}` },
  where: { network: Network; chainId: number },
): DecodedCall | undefined {
  // Spelled in capitals it is the same data, which readers of selectors do not see.
  const data = `0x${call.data.slice(2).toLowerCase()}` as const
  const called = known.find((one) => data.startsWith(toFunctionSelector(one)))
  if (!called) return undefined
  const token = findToken(call.to, where)
  const args = decodeArguments(data)
  const { name, inputs } = called
  return {
    name,
    arguments: args.map((value, index) => ({
      name: inputs[index]?.name ?? `argument ${index + 1}`,
      value: toText(value, inputs[index]?.name === 'amount' ? token : undefined),
      isAddress: inputs[index]?.type === 'address',
    })),
    grant: findGrant(name, args),
    isCarrier: carriers.has(name),
    isOdd: encode(called, args) !== data,
  }
}

/** None when they cannot be read. */
function decodeArguments(data: `0x${string}`): readonly unknown[] {
  try {
    return decodeFunctionData({ abi: known, data }).args ?? []
  } catch {
    return []
  }
}

function encode(called: AbiFunction, args: readonly unknown[]): string | undefined {
  try {
    const encoded = encodeAbiParameters<readonly AbiParameter[]>(called.inputs, [...args])
    return toFunctionSelector(called) + encoded.slice(2)
  } catch {
    // There are none of a function that has some.
    return undefined
  }
}

/** The listed asset that stands at an address of a chain. */
export function findToken(
  address: EvmAddress,
  where: { network: Network; chainId: number },
): Member | undefined {
  return where.network.aggregates
    .flatMap(({ members }) => members)
    .find(({ assetType }) => {
      const { chainId, namespace, reference } = splitAssetType(assetType)
      return (
        chainId === toEvmChainId(where.chainId) &&
        namespace === 'erc20' &&
        isSameAddress(reference, address)
      )
    })
}

function findGrant(name: string, args: readonly unknown[]): DecodedCall['grant'] {
  if (!grants.has(name)) return undefined
  if (args.length === 0) return 'unlimited'
  if (name === 'setApprovalForAll') return args[1] === true ? 'unlimited' : undefined
  const amount = args[name === 'permit' ? 2 : 1]
  if (typeof amount !== 'bigint' || amount === 0n) return undefined
  return amount >= unlimitedFrom ? 'unlimited' : 'limited'
}

function toText(value: unknown, token: Member | undefined): string {
  if (typeof value !== 'bigint')
    return typeof value === 'string' ? value : JSON.stringify(value, replaceBigint, 1)
  if (value >= unlimitedFrom) return 'Unlimited'
  return token ? `${formatUnits(value, token.decimals)} ${token.symbol}` : String(value)
}

function replaceBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
