/** Values of a call with their names. */
export function NamedValues(props: NamedValues.Props) {
  return (
    <dl className="mt-1.5 rounded-md bg-sunken px-3 py-2">
      {props.of.map(({ name, value }) => (
        <div key={name} className="grid gap-x-4 py-0.5 text-sm sm:grid-cols-[96px_minmax(0,1fr)]">
          <dt className="truncate text-ink-3">{name}</dt>
          <dd className="mono max-h-40 overflow-y-auto break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export declare namespace NamedValues {
  type Props = { of: readonly { name: string; value: string }[] }
}
