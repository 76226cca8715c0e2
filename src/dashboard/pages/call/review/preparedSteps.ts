import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import type { CallFunction } from '#chains/evm/operation/readAbi.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import type { PreparedFacts, ReviewedCall } from '#dashboard/review/verifyPrepared.ts'
import { describeEffect } from './describeEffect.ts'

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
  options: { formats: Formats; coin: string },
): readonly PreparedStep[] {
  const { lent, approvals, calls, fee, validAfter, validUntil } = facts
  const { formats } = options
  const account = facts.operation.account.accountAddress
  const after = validAfter === 0n ? '' : ` not before ${formatMoment(validAfter)} and`
  return [
    buildStep('guard', `Stop unless it runs${after} by ${formatMoment(validUntil)}`),
    ...lent.map(({ asset, amount }) =>
      buildStep(
        `pull${asset.assetType}`,
        `Take ${formatAssetAmount(amount, asset, formats)} that the solver lends for this call`,
      ),
    ),
    ...approvals.map(({ spender, amount, asset, token }, index) =>
      buildStep(
        `approve${index}`,
        `Let ${getSpenderName(spender, facts)} take exactly ${asset ? formatAssetAmount(amount, asset, formats) : `${amount} units of ${shortenAddress(token)}`}`,
      ),
    ),
    ...calls.map((call, index) => buildCallStep(call, { ...options, account, index })),
    ...approvals.map(({ spender, asset }, index) =>
      buildStep(
        `reset${index}`,
        `Take back what is left of that allowance of ${asset?.symbol ?? 'the token'} to ${getSpenderName(spender, facts)}`,
      ),
    ),
    ...(fee && fee.amount > 0n
      ? [buildStep('fee', `Pay the fee of ${formatAssetAmount(fee.amount, fee.asset, formats)}`)]
      : []),
  ]
}

/** Returns the name of a contract of the network, or the shortened address. */
function getSpenderName(spender: EvmAddress, { operation: { chain } }: PreparedFacts): string {
  if (chain.vault !== undefined && isSameAddress(spender, chain.vault)) return 'the vault'
  if (isSameAddress(spender, chain.contracts.swapRouter)) return 'the exchange'
  return shortenAddress(spender)
}

function buildStep(id: string, text: string): PreparedStep {
  return { id, text, values: [], raw: [], isOwn: false }
}

function buildCallStep(
  { to, value, data, known, decoded }: ReviewedCall,
  options: { formats: Formats; coin: string; account: string; index: number },
): PreparedStep {
  const { formats, coin, index } = options
  const read = known ?? decoded
  const contract = { name: 'contract', value: to }
  const args = read?.function ? getArguments(read.function, read.values) : []
  const raw = data === '0x' ? [] : [{ name: 'data', value: data }]
  const common = { id: `call${index}`, isOwn: true }
  if (known) {
    const { text, parties } = describeEffect(known.effect, options)
    return { ...common, text, values: parties, raw: [contract, ...args, ...raw] }
  }
  const sent =
    value === 0n ? '' : ` with ${formats.amount(value, { decimals: 18, detail: 'quote' })} ${coin}`
  const what = decoded
    ? `Call ${decoded.function.name} on ${shortenAddress(to)}`
    : `Call ${shortenAddress(to)} with raw data`
  if (decoded) return { ...common, text: what + sent, values: [contract, ...args], raw }
  return { ...common, text: what + sent, values: [contract, ...raw], raw: [] }
}

function getArguments(
  { fields, signature }: CallFunction,
  values: readonly FieldValue[],
): readonly NamedValue[] {
  return [
    { name: 'function', value: signature },
    ...fields.map(({ name, type }, at) => {
      return { name: name === '' ? type : name, value: formatValue(values[at] ?? '') }
    }),
  ]
}

function formatValue(value: FieldValue): string {
  return typeof value === 'string' ? value : `(${value.map(formatValue).join(', ')})`
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
