import { parseAmount } from '#protocol/ids/amount.ts'
import { StateOverride } from '#protocol/quotes/callQuote.ts'
import { readEvmAddress } from '#protocol/ids/pastedAddress.ts'
import { Hash, Hex } from '#protocol/ids/hex.ts'

import { translate } from '../../../language/translate.ts'

/** State override of one address for the simulation, as typed. */
export type OverrideDraft = {
  address: string
  /** In whole coins; empty keeps the real balance. */
  balance: string
  code: string
  /** One line per slot: slot, `=`, value; 32 bytes each, shorter ones are left-padded. */
  slots: string
}

/** A parsed state override, or its error. */
export type ParsedOverride = {
  draft: OverrideDraft
  override: StateOverride | undefined
  error: { path: keyof OverrideDraft; message: string; isMissing: boolean } | undefined
}

/** An empty row. */
export const blankOverride: OverrideDraft = { address: '', balance: '', code: '', slots: '' }

/** Parses a state override. Source: specification section 2.5a, `overrides`. */
export function parseOverride(draft: OverrideDraft): ParsedOverride {
  const address = readEvmAddress(draft.address)
  if (!address)
    return rejectOverride(draft, {
      path: 'address',
      message: translate('Enter the address to override.'),
      isMissing: draft.address.trim() === '',
    })
  const balance = draft.balance.trim() === '' ? undefined : parseAmount(draft.balance, 18)
  if (balance && 'problem' in balance)
    return rejectOverride(draft, {
      path: 'balance',
      message: translate('Enter an amount with at most 18 decimals.'),
    })
  const code = draft.code.trim() === '' ? undefined : Hex.safeParse(draft.code.trim())
  if (code && !code.success)
    return rejectOverride(draft, {
      path: 'code',
      message: translate('Enter code as hex: 0x and pairs of hex digits.'),
    })
  const stateDiff = parseSlots(draft.slots)
  if (typeof stateDiff === 'string')
    return rejectOverride(draft, {
      path: 'slots',
      message: translate('“{line}” isn’t in the form slot = value.', { line: stateDiff }),
    })
  if (!balance && !code && !stateDiff)
    return rejectOverride(draft, {
      path: 'balance',
      message: translate('Enter a balance, code or storage to override.'),
      isMissing: true,
    })
  return {
    draft,
    error: undefined,
    override: {
      address,
      ...(balance ? { balance: `0x${balance.units.toString(16)}` } : {}),
      ...(code ? { code: code.data } : {}),
      ...(stateDiff ? { stateDiff } : {}),
    },
  }
}

function rejectOverride(
  draft: OverrideDraft,
  error: { path: keyof OverrideDraft; message: string; isMissing?: boolean },
): ParsedOverride {
  return { draft, override: undefined, error: { isMissing: false, ...error } }
}

/** Returns the slots of a text; undefined if it is empty, the line itself if one is malformed. */
function parseSlots(text: string): Record<Hash, Hash> | string | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const slots: Record<Hash, Hash> = {}
  for (const line of lines) {
    const [slot, value, ...more] = line.split(/\s*[=:]\s*/).map(parseWord)
    if (slot === undefined || value === undefined || more.length > 0) return line.slice(0, 80)
    slots[slot] = value
  }
  return lines.length === 0 ? undefined : slots
}

/** Parses a hexadecimal number into 32 bytes, left-padded. */
function parseWord(text: string): Hash | undefined {
  const digits = /^0x([0-9a-f]{1,64})$/i.exec(text)?.[1]
  const padded = Hash.safeParse(`0x${(digits ?? 'x').padStart(64, '0').toLowerCase()}`)
  return padded.success ? padded.data : undefined
}
