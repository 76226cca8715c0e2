import type { FieldValue } from '#chains/evm/callFields.ts'
import { shortAddress } from '../../components/Address.tsx'
import type { Formats } from '../../components/Formats.tsx'
import { clockTime } from '../../components/times.ts'
import type { PreparedFacts, ReviewedCall } from '../../review/verifyPrepared.ts'

/** One thing that a prepared operation does: in words, with the call's own values below. */
export type PreparedStep = {
  id: string
  text: string
  /** Name and value of each argument; the raw data where the call could not be read. */
  values: readonly { name: string; value: string }[]
  /** Whether it is one of the user's own calls. */
  isOwn: boolean
}

/** Everything a prepared operation does, in its order, read from its call data. */
export function preparedSteps(
  facts: PreparedFacts,
  options: { formats: Formats; coin: string },
): readonly PreparedStep[] {
  const { lent, approvals, calls, fee, validAfter, validUntil } = facts
  const { formats } = options
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
        `Let ${shortAddress(spender)} take exactly ${asset ? amountText(amount, asset, formats) : `${amount} units of ${shortAddress(token)}`}`,
      ),
    ),
    ...calls.map((call, index) => callStep(call, { ...options, index })),
    ...approvals.map(({ spender, asset }, index) =>
      step(
        `reset${index}`,
        `Take back what is left of that allowance of ${asset?.symbol ?? 'the token'} to ${shortAddress(spender)}`,
      ),
    ),
    ...(fee ? [step('fee', `Pay the fee of ${amountText(fee.amount, fee.asset, formats)}`)] : []),
  ]
}

function step(id: string, text: string): PreparedStep {
  return { id, text, values: [], isOwn: false }
}

function callStep(
  { to, value, data, decoded }: ReviewedCall,
  options: { formats: Formats; coin: string; index: number },
): PreparedStep {
  const { formats, coin, index } = options
  const sent =
    value === 0n ? '' : ` with ${formats.amount(value, { decimals: 18, detail: 'quote' })} ${coin}`
  const what = decoded
    ? `Call ${decoded.function.name} on ${shortAddress(to)}`
    : data === '0x'
      ? `Send to ${shortAddress(to)}`
      : `Call ${shortAddress(to)} with raw data`
  return {
    id: `call${index}`,
    text: `${what}${sent}`,
    isOwn: true,
    values: [
      { name: 'contract', value: to },
      ...(decoded
        ? decoded.function.fields.map(({ name, type }, at) => {
            return { name: name === '' ? type : name, value: valueText(decoded.values[at] ?? '') }
          })
        : [{ name: 'data', value: data }]),
    ],
  }
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
  return `${formats.amount(units, { decimals, detail: 'quote' })} ${symbol}`
}
