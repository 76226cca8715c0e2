/** A decoded contract error: its name and its values. */
export function RevertReason(props: RevertReason.Props) {
  const { name, values } = props
  return (
    <div className="mt-2 rounded-md border border-line bg-surface px-3 py-2">
      <div className="mono text-sm font-semibold break-all text-ink">{name}</div>
      {values.length > 0 && (
        <dl className="mt-1 text-sm">
          {values.map((one, index) => (
            <div key={index} className="flex gap-3 py-0.5">
              <dt className="max-w-28 shrink-0 break-words text-ink-2">{one.name}</dt>
              <dd className="mono min-w-0 break-all text-ink">{one.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

export declare namespace RevertReason {
  type Props = { name: string; values: readonly { name: string; value: string }[] }
}
