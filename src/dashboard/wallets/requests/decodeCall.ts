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

import { translate } from '../../language/translate.ts'

/** Call data decoded by the functions this wallet knows; arguments in order, as text. */
export type DecodedCall = {
  name: string
  arguments: readonly { name: string; value: string; isAddress: boolean }[]
  /** Whether the call lets a third party take tokens later, and whether that is limited. */
  grant: 'unlimited' | 'limited' | undefined
  /** Whether its arguments contain further calls, as bytes. */
  isCarrier: boolean
  /**
   * Whether the data is not the canonical encoding of the arguments: it has extra bytes, or cannot
   * be decoded. The contract may interpret it differently.
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

/** Functions that let a third party take tokens of the account. */
const grants = new Set(['approve', 'increaseAllowance', 'setApprovalForAll', 'permit'])

/** Functions whose arguments are calls. */
const carriers = new Set(['multicall', 'execute'])

/** Allowances from here on exceed any token supply. */
const unlimitedFrom = 2n ** 128n

/** Decodes a call by its selector. @returns Undefined for an unknown function. */
export function decodeCall(
  call: { to: EvmAddress; data: `0x${string}` },
  where: { network: Network; chainId: number },
): DecodedCall | undefined {
  // Upper-case hex is the same data, but selectors would not match it.
  const data = `0x${call.data.slice(2).toLowerCase()}` as const
  const called = known.find((one) => data.startsWith(toFunctionSelector(one)))
  if (!called) return undefined
  const token = findToken(call.to, where)
  const args = decodeArguments(data)
  const { name, inputs } = called
  return {
    name,
    arguments: args.map((value, index) => ({
      name: inputs[index]?.name ?? translate('argument {number}', { number: index + 1 }),
      value: toText(value, inputs[index]?.name === 'amount' ? token : undefined),
      isAddress: inputs[index]?.type === 'address',
    })),
    grant: findGrant(name, args),
    isCarrier: carriers.has(name),
    isOdd: encode(called, args) !== data,
  }
}

/** Empty when the arguments cannot be decoded. */
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
    // Decoding failed, so arguments are missing.
    return undefined
  }
}

/** Finds the network's asset with this token address on a chain. */
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
  if (value >= unlimitedFrom) return translate('Unlimited')
  return token ? `${formatUnits(value, token.decimals)} ${token.symbol}` : String(value)
}

function replaceBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
