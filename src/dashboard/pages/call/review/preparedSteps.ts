import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import type { CallFunction, Field } from '#chains/evm/operation/abiFunctions.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import type { PreparedFacts, ReviewedCall } from '#dashboard/review/verifyPrepared.ts'
import { translate } from '../../../language/translate.ts'
import { describeEffect } from '../../signing/operations/decoding/describeEffect.ts'
import { formatFieldValue, formatPlain } from '../../signing/operations/decoding/findAmountToken.ts'

/** One step of a prepared operation in words, with the values of its call. */
export type PreparedStep = {
  id: string
  text: string
  /** Parties of the call; contract and arguments of a call that is only known by its ABI. */
  values: readonly NamedValue[]
  /** Contract, arguments and data behind the text. */
  raw: readonly NamedValue[]
  /** Whether it is one of the user's own calls. */
  isOwn: boolean
}

type NamedValue = { name: string; value: string }

/** Returns every step of a prepared operation, in order, decoded from its call data. */
export function buildPreparedSteps(
  facts: PreparedFacts,
  options: {
    formats: Formats
    coin: string
    /** What the chain says of each call's contract, as far as it is known. */
    contracts?: readonly (ContractFacts | undefined)[]
  },
): readonly PreparedStep[] {
  const { lent, approvals, calls, fee } = facts
  const { formats, coin, contracts } = options
  const account = facts.operation.account.accountAddress
  return [
    buildStep('guard', describeGuard(facts)),
    ...lent.map(({ asset, amount }) =>
      buildStep(
        `pull${asset.assetType}`,
        translate('The solver advances {amount} for this call; your payment repays it', {
          amount: formatAssetAmount(amount, asset, formats),
        }),
      ),
    ),
    ...approvals.map(({ spender, amount, asset, token }, index) =>
      buildStep(
        `approve${index}`,
        describeApproval(
          findSpender(spender, facts),
          asset
            ? formatAssetAmount(amount, asset, formats)
            : translate('{units} units of {token}', {
                units: String(amount),
                token: shortenAddress(token),
              }),
        ),
      ),
    ),
    ...calls.map((call, index) =>
      buildCallStep(call, { formats, coin, account, index, contract: contracts?.[index] }),
    ),
    ...approvals.map(({ spender, asset }, index) =>
      buildStep(`reset${index}`, describeReset(findSpender(spender, facts), asset?.symbol)),
    ),
    ...(fee && fee.amount > 0n
      ? [
          buildStep(
            'fee',
            translate('Pay a fee of {amount}', {
              amount: formatAssetAmount(fee.amount, fee.asset, formats),
            }),
          ),
        ]
      : []),
  ]
}

function describeGuard({ validAfter, validUntil }: PreparedFacts): string {
  const end = formatMoment(validUntil)
  if (validAfter === 0n) return translate('Stop unless it runs by {end}', { end })
  return translate('Stop unless it runs between {start} and {end}', {
    start: formatMoment(validAfter),
    end,
  })
}

/** A contract of the network that may be given an allowance, or the shortened address. */
type Spender = 'vault' | 'exchange' | { address: string }

function findSpender(spender: EvmAddress, { operation: { chain } }: PreparedFacts): Spender {
  if (chain.vault !== undefined && isSameAddress(spender, chain.vault)) return 'vault'
  if (isSameAddress(spender, chain.contracts.swapRouter)) return 'exchange'
  return { address: shortenAddress(spender) }
}

function describeApproval(spender: Spender, amount: string): string {
  switch (spender) {
    case 'vault':
      return translate('Allow the vault to spend exactly {amount}', { amount })
    case 'exchange':
      return translate('Allow the exchange to spend exactly {amount}', { amount })
    default:
      return translate('Allow {address} to spend exactly {amount}', { ...spender, amount })
  }
}

/** Without a symbol the token is one that the network does not list. */
function describeReset(spender: Spender, symbol = translate('an unlisted token')): string {
  switch (spender) {
    case 'vault':
      return translate('Revoke the vault’s remaining {symbol} allowance', { symbol })
    case 'exchange':
      return translate('Revoke the exchange’s remaining {symbol} allowance', { symbol })
    default:
      return translate('Revoke the remaining {symbol} allowance of {address}', {
        ...spender,
        symbol,
      })
  }
}

function buildStep(id: string, text: string): PreparedStep {
  return { id, text, values: [], raw: [], isOwn: false }
}

function buildCallStep(
  { to, value, data, known, decoded }: ReviewedCall,
  options: {
    formats: Formats
    coin: string
    account: string
    index: number
    contract: ContractFacts | undefined
  },
): PreparedStep {
  const { formats, coin, index } = options
  const read = known ?? decoded
  const contract = { name: 'contract', value: to }
  const args = read?.function ? getArguments(read.function, { values: read.values }) : []
  const raw = data === '0x' ? [] : [{ name: 'data', value: data }]
  const common = { id: `call${index}`, isOwn: true }
  if (known) {
    const { text, parties } = describeEffect(known.effect, {
      ...options,
      shares: options.contract?.token,
    })
    return { ...common, text, values: parties, raw: [contract, ...args, ...raw] }
  }
  const text = describeCall({
    name: decoded?.function.name,
    address: shortenAddress(to),
    sent:
      value === 0n ? undefined : formatAssetAmount(value, { decimals: 18, symbol: coin }, formats),
  })
  if (decoded) {
    const worded = getArguments(decoded.function, {
      values: decoded.values,
      facts: options.contract,
      formats,
    })
    const values = [contract, ...worded]
    return { ...common, text, values, raw: [contract, ...args, ...raw] }
  }
  return { ...common, text, values: [contract, ...raw], raw: [] }
}

function describeCall(of: {
  name: string | undefined
  address: string
  /** Value that goes along; undefined for none. */
  sent: string | undefined
}): string {
  const { name, address, sent } = of
  if (name === undefined)
    return sent === undefined
      ? translate('Call {address} with raw data', { address })
      : translate('Call {address} with raw data and {sent}', { address, sent })
  return sent === undefined
    ? translate('Call {name} on {address}', { name, address })
    : translate('Call {name} on {address} with {sent}', { name, address, sent })
}

/** With `formats`, amounts of the contract's own token are written in its units. */
function getArguments(
  { fields, signature }: CallFunction,
  of: {
    values: readonly FieldValue[]
    facts?: ContractFacts | undefined
    formats?: Formats
  },
): readonly NamedValue[] {
  const { values, facts, formats } = of
  return [
    { name: 'function', value: signature },
    ...fields.map((field, at) => {
      const { name, type } = field
      const value = values[at] ?? ''
      return {
        name: name === '' ? type : name,
        value: formats ? formatFieldValue(field, { value, facts, formats }) : formatPlain(value),
      }
    }),
  ]
}

/** Names the arguments of a call that are lists without items, also inside of others. */
export function findEmptyLists({ known, decoded }: ReviewedCall): readonly string[] {
  const read = known ?? decoded
  const fields = read?.function?.fields ?? []
  return fields.flatMap((field, at) => findEmpty(field, read?.values[at] ?? ''))
}

function findEmpty({ name, type, shape }: Field, value: FieldValue): readonly string[] {
  if (typeof value === 'string') return []
  const shown = name === '' ? type : name
  if (shape.kind === 'array' && value.length === 0) return [shown]
  const isInside = value.some((part, index) => {
    const field = shape.kind === 'tuple' ? shape.fields[index] : undefined
    const item = shape.kind === 'array' ? shape.item : field
    return item !== undefined && findEmpty(item, part).length > 0
  })
  return isInside ? [shown] : []
}

function formatMoment(seconds: bigint): string {
  return formatClockTime(Number(seconds) * 1000, 'seconds')
}

/** Formats an amount with its ticker, as in quotes. */
export function formatAssetAmount(
  units: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
  formats: Formats,
): string {
  return formats.asset({ units, decimals, symbol })
}
