import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import type { CallFunction } from '#chains/evm/operation/readAbi.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { shortAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { clockTime } from '#dashboard/components/status/times.ts'
import type { PreparedFacts, ReviewedCall } from '#dashboard/review/verifyPrepared.ts'
import { effectWords } from './effectWords.ts'

/** One thing that a prepared operation does: in words, with the call's own values below. */
export type PreparedStep = {
  id: string
  text: string
  /** Who takes part in it; contract and arguments of a call that only its ABI tells. */
  values: readonly NamedValue[]
  /** What stands behind the words: the contract, the arguments, the data. */
  raw: readonly NamedValue[]
  /** Whether it is one of the user's own calls. */
  isOwn: boolean
}

type NamedValue = { name: string; value: string }

/** Everything a prepared operation does, in its order, read from its call data. */
export function preparedSteps(
  facts: PreparedFacts,
  options: { formats: Formats; coin: string },
): readonly PreparedStep[] {
  const { lent, approvals, calls, fee, validAfter, validUntil } = facts
  const { formats } = options
  const account = facts.operation.account.accountAddress
  const after = validAfter === 0n ? '' : ` not before ${moment(validAfter)} and`
  return [
    step('guard', `Stop unless it runs${after} by ${moment(validUntil)}`),
    ...lent.map(({ asset, amount }) =>
      step(
        `pull${asset.assetType}`,
        `Take ${amountText(amount, asset, formats)} that the solver lends for this call`,
      ),
    ),
    ...approvals.map(({ spender, amount, asset, token }, index) =>
      step(
        `approve${index}`,
        `Let ${spenderName(spender, facts)} take exactly ${asset ? amountText(amount, asset, formats) : `${amount} units of ${shortAddress(token)}`}`,
      ),
    ),
    ...calls.map((call, index) => callStep(call, { ...options, account, index })),
    ...approvals.map(({ spender, asset }, index) =>
      step(
        `reset${index}`,
        `Take back what is left of that allowance of ${asset?.symbol ?? 'the token'} to ${spenderName(spender, facts)}`,
      ),
    ),
    ...(fee && fee.amount > 0n
      ? [step('fee', `Pay the fee of ${amountText(fee.amount, fee.asset, formats)}`)]
      : []),
  ]
}

/** What of the network may take something, by its name; others by their address. */
function spenderName(spender: EvmAddress, { operation: { chain } }: PreparedFacts): string {
  if (chain.vault !== undefined && isSameAddress(spender, chain.vault)) return 'the vault'
  if (isSameAddress(spender, chain.contracts.swapRouter)) return 'the exchange'
  return shortAddress(spender)
}

function step(id: string, text: string): PreparedStep {
  return { id, text, values: [], raw: [], isOwn: false }
}

function callStep(
  { to, value, data, known, decoded }: ReviewedCall,
  options: { formats: Formats; coin: string; account: string; index: number },
): PreparedStep {
  const { formats, coin, index } = options
  const read = known ?? decoded
  const contract = { name: 'contract', value: to }
  const args = read?.function ? argumentsOf(read.function, read.values) : []
  const raw = data === '0x' ? [] : [{ name: 'data', value: data }]
  const common = { id: `call${index}`, isOwn: true }
  if (known) {
    const { text, parties } = effectWords(known.effect, options)
    return { ...common, text, values: parties, raw: [contract, ...args, ...raw] }
  }
  const sent =
    value === 0n ? '' : ` with ${formats.amount(value, { decimals: 18, detail: 'quote' })} ${coin}`
  const what = decoded
    ? `Call ${decoded.function.name} on ${shortAddress(to)}`
    : `Call ${shortAddress(to)} with raw data`
  if (decoded) return { ...common, text: what + sent, values: [contract, ...args], raw }
  return { ...common, text: what + sent, values: [contract, ...raw], raw: [] }
}

function argumentsOf(
  { fields, signature }: CallFunction,
  values: readonly FieldValue[],
): readonly NamedValue[] {
  return [
    { name: 'function', value: signature },
    ...fields.map(({ name, type }, at) => {
      return { name: name === '' ? type : name, value: valueText(values[at] ?? '') }
    }),
  ]
}

function valueText(value: FieldValue): string {
  return typeof value === 'string' ? value : `(${value.map(valueText).join(', ')})`
}

function moment(seconds: bigint): string {
  return clockTime(Number(seconds) * 1000, 'seconds')
}

/** An amount with its ticker, as quotes show it. */
export function amountText(
  units: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
  formats: Formats,
): string {
  return formats.asset({ units, decimals, symbol })
}
