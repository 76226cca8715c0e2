import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import type { CallFunction } from '#chains/evm/operation/readAbi.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import type { PreparedFacts, ReviewedCall } from '#dashboard/review/verifyPrepared.ts'
import { describeEffect } from '../../signing/operations/describeEffect.ts'
import { formatFieldValue } from '../../signing/operations/findAmountToken.ts'

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
  const { lent, approvals, calls, fee, validAfter, validUntil } = facts
  const { formats, coin, contracts } = options
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
    ...calls.map((call, index) =>
      buildCallStep(call, { formats, coin, account, index, contract: contracts?.[index] }),
    ),
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
  const sent =
    value === 0n ? '' : ` with ${formats.amount(value, { decimals: 18, detail: 'quote' })} ${coin}`
  const what = decoded
    ? `Call ${decoded.function.name} on ${shortenAddress(to)}`
    : `Call ${shortenAddress(to)} with raw data`
  if (decoded) {
    const worded = getArguments(decoded.function, {
      values: decoded.values,
      facts: options.contract,
      formats,
    })
    const values = [contract, ...worded]
    return { ...common, text: what + sent, values, raw: [contract, ...args, ...raw] }
  }
  return { ...common, text: what + sent, values: [contract, ...raw], raw: [] }
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
        value: formats ? formatFieldValue(field, { value, facts, formats }) : formatValue(value),
      }
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
