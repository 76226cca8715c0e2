import { CopyButton } from '#dashboard/components/status/Address.tsx'

import { translate } from '../../../../language/translate.ts'

/** Named raw values, each with a copy button. */
export function RawRows(props: RawRows.Props) {
  return (
    <dl className="panel rule px-5 py-1">
      {props.rows.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-4 gap-y-0.5 py-2.5 md:grid-cols-[220px_minmax(0,1fr)]"
        >
          <dt className="text-sm break-words text-ink-2">{name}</dt>
          <dd className="mono flex min-w-0 items-start justify-between gap-2 text-sm">
            <span className="min-w-0 break-all">{value}</span>
            <CopyButton value={value} label={translate('Copy {name}', { name })} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export declare namespace RawRows {
  type Props = { rows: readonly (readonly [string, string])[] }
}
