import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import type { Field, FieldShape } from '#chains/evm/operation/abiFunctions.ts'
import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'

import { translate } from '../../../../language/translate.ts'

/** Names that standards and common contracts give to amounts of the contract's own token. */
const ownAmount = /^_?(amounts?|values?|wad|shares|addedvalue|subtractedvalue|rawamount)_?$/i

/** Returns the token that an argument counts, by its name; undefined where that is not clear. */
export function findAmountToken(
  { name, shape }: { name: string; shape: FieldShape },
  facts: Pick<ContractFacts, 'token' | 'vaultAsset'> | undefined,
): { symbol: string; decimals: number } | undefined {
  if (shape.kind !== 'uint' || shape.bits < 96) return undefined
  if (/^_?assets_?$/i.test(name)) return facts?.vaultAsset
  return ownAmount.test(name) ? facts?.token : undefined
}

/** Amounts from here on exceed any supply and are shown as unlimited. */
const unlimitedFrom = 2n ** 128n

/** Writes a value of a call: amounts of a known token in its units, lists and tuples in brackets. */
export function formatFieldValue(
  field: Pick<Field, 'name' | 'shape'>,
  of: {
    value: FieldValue
    facts?: Pick<ContractFacts, 'token' | 'vaultAsset'> | undefined
    formats: Formats
  },
): string {
  const { value, facts, formats } = of
  if (typeof value !== 'string') return formatPlain(value)
  const token = findAmountToken(field, facts)
  if (!token) return value
  const units = BigInt(value)
  return units >= unlimitedFrom
    ? translate('any amount of {symbol}', { symbol: token.symbol })
    : formats.asset({ units, ...token })
}

/** Writes a value as it is, lists and tuples in brackets. */
export function formatPlain(value: FieldValue): string {
  if (typeof value === 'string') return value
  return value.length === 0 ? translate('(no items)') : `(${value.map(formatPlain).join(', ')})`
}
