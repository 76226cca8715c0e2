import type { ReactNode } from 'react'

import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Address } from '#dashboard/components/status/Address.tsx'
import { translate } from '../../../../language/translate.ts'
import { translateRich } from '../../../../language/translateRich.ts'
import type { DecodedData } from './decodeData.ts'
import { formatFieldValue } from './findAmountToken.ts'

/** Call data as a tree: each function with its values, and the calls inside it below. */
export function DataTree(props: DataTree.Props) {
  const { node, facts, coin, action } = props
  return (
    <section className="rounded-md bg-sunken px-4 py-3" aria-label={translate('Decoded data')}>
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{translate('Decoded data')}</h3>
        {action}
      </div>
      <ul>
        <Branch node={node} facts={facts} coin={coin} isInner={false} />
      </ul>
    </section>
  )
}

export declare namespace DataTree {
  type Props = {
    node: DecodedData
    /** What the chain says of the contract itself. */
    facts: ContractFacts | undefined
    /** Ticker of the chain's native coin. */
    coin: string
    action?: ReactNode
  }
}

function Branch(props: {
  node: DecodedData
  facts: ContractFacts | undefined
  coin: string
  isInner: boolean
}) {
  const { node, facts, coin, isInner } = props
  const { fn, to, value, values, inner, data, isApproval } = node
  const formats = useFormats()
  return (
    <li className="mt-1.5 min-w-0 text-sm">
      <div className="flex flex-wrap items-center gap-x-1.5">
        <strong>{fn?.name ?? translate('Unknown function')}</strong>
        <span className="mono text-ink-3">{data.slice(0, 10)}</span>
        {isInner && to && (
          <>
            {translateRich('<word>on</word> {contract}', {
              word: <span className="text-ink-2" />,
              contract: <Address value={to} />,
            })}
          </>
        )}
        {value !== undefined && value > 0n && (
          <span className="num text-ink-2">
            {translate('with {value} {coin}', {
              value: formats.amount(value, { decimals: 18 }),
              coin,
            })}
          </span>
        )}
      </div>
      {isApproval && isInner && (
        <p className="text-flare">
          {translate('It lets another address spend the caller’s tokens.')}
        </p>
      )}
      {fn ? (
        <dl>
          {fn.fields.map((field, index) => (
            <div
              key={`${index}${field.name}`}
              className="grid gap-x-4 py-0.5 sm:grid-cols-[112px_minmax(0,1fr)]"
            >
              <dt className="truncate text-ink-3">{field.name === '' ? field.type : field.name}</dt>
              <dd className="mono max-h-28 overflow-y-auto break-all">
                {formatFieldValue(field, { value: values[index] ?? '', facts, formats })}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-ink-2">
          {translate(
            'This function is unknown here, so it can’t be decoded. Paste the contract’s ABI to decode it.',
          )}
        </p>
      )}
      {inner.length > 0 && (
        <ul
          className="mt-1 border-l-2 border-line-strong pl-3"
          aria-label={
            fn ? translate('Calls inside {name}', { name: fn.name }) : translate('Calls inside it')
          }
        >
          {inner.map((one, index) => (
            <Branch
              key={index}
              node={one}
              facts={one.to === to ? facts : undefined}
              coin={coin}
              isInner
            />
          ))}
        </ul>
      )}
    </li>
  )
}
