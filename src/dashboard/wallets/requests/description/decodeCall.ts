import { formatUnits } from 'viem'

import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { findApprovingFunction } from '#chains/evm/operation/findApprovingFunction.ts'
import { getKnownFunctions } from '#chains/evm/operation/knownFunctions.ts'
import type { CallFunction, Field } from '#chains/evm/operation/abiFunctions.ts'
import { type EvmAddress, toEvmChainId, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { Member, Network } from '#networks/network.ts'

import { translate } from '../../../language/translate.ts'

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

/** Functions whose arguments are calls. */
const carriers = new Set([
  'multicall',
  'execute',
  'executeBatch',
  'aggregate',
  'aggregate3',
  'aggregate3Value',
  'tryAggregate',
  'multiSend',
  'execTransaction',
  'functionCall',
  'upgradeToAndCall',
])

/** Allowances from here on exceed any token supply. */
const unlimitedFrom = 2n ** 128n

/**
 * Decodes a call by its selector. Beyond token standards, rights over tokens, calls within calls and
 * refunds, a function's name tells nothing of what an unknown contract does: it stays undecoded.
 *
 * @returns Undefined for any other function.
 */
export function decodeCall(
  call: { to: EvmAddress; data: `0x${string}` },
  where: { network: Network; chainId: number },
): DecodedCall | undefined {
  // Upper-case hex is the same data, but selectors would not match it.
  const data = Hex.parse(`0x${call.data.slice(2).toLowerCase()}`)
  const called = findFunction(data)
  if (!called) return undefined
  const token = findToken(call.to, where)
  const args = decodeCallFields(called, data)
  const { name, fields } = called
  return {
    name,
    arguments: (args ?? []).map((value, index) => {
      const field = fields[index]
      return {
        name:
          field && field.name !== ''
            ? field.name
            : translate('argument {number}', { number: index + 1 }),
        value: toText(value, { field, token }),
        isAddress: field?.type === 'address',
      }
    }),
    grant: isGrant(called, data) ? findGrant(called, args) : undefined,
    isCarrier: carriers.has(name),
    isOdd: args === undefined,
  }
}

function findFunction(data: Hex): CallFunction | undefined {
  const selector = Hex.parse(data.slice(0, 10))
  const { writers, standard } = getKnownFunctions()
  const called = writers.get(selector)
  const isRead =
    called !== undefined &&
    (standard.has(selector) ||
      carriers.has(called.name) ||
      called.name === 'refund' ||
      findApprovingFunction(data) !== undefined)
  return isRead ? called : undefined
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

function isGrant({ name }: CallFunction, data: Hex): boolean {
  return findApprovingFunction(data) !== undefined && name !== 'decreaseAllowance'
}

/** Without arguments that can be read, the worst is assumed. */
function findGrant(
  { fields }: CallFunction,
  args: readonly FieldValue[] | undefined,
): DecodedCall['grant'] {
  if (!args) return 'unlimited'
  const at = fields.findIndex((field) => field.type === 'bool' || isAmount(field))
  const value = args[at]
  if (value === 'false' || value === '0') return undefined
  if (typeof value !== 'string' || value === 'true') return 'unlimited'
  return BigInt(value) >= unlimitedFrom ? 'unlimited' : 'limited'
}

function isAmount({ name, shape }: Field): boolean {
  return shape.kind === 'uint' && /^(amount|value|addedValue|subtractedValue)$/.test(name)
}

function toText(
  value: FieldValue,
  { field, token }: { field: Field | undefined; token: Member | undefined },
): string {
  if (typeof value !== 'string') return JSON.stringify(nameParts(value, field), undefined, 1)
  if (!field || !isAmount(field)) return value
  const units = BigInt(value)
  if (units >= unlimitedFrom) return translate('Unlimited')
  return token ? `${formatUnits(units, token.decimals)} ${token.symbol}` : value
}

/** A tuple as an object by the names of its parts. */
function nameParts(value: FieldValue, field: Field | undefined): unknown {
  if (typeof value === 'string' || !field) return value
  const { shape } = field
  if (shape.kind === 'array') return value.map((one) => nameParts(one, shape.item))
  if (shape.kind !== 'tuple') return value
  return Object.fromEntries(
    value.map((part, at) => [
      shape.fields[at]?.name ?? String(at),
      nameParts(part, shape.fields[at]),
    ]),
  )
}
