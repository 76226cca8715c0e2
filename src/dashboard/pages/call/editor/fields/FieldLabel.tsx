/** A field's name, with its Solidity type at the end of the line. */
export function FieldLabel(props: FieldLabel.Props) {
  return (
    <span className="flex w-full items-baseline justify-between gap-3">
      <span>{props.name}</span>{' '}
      <span className="mono truncate text-sm font-normal text-ink-3">{props.type}</span>
    </span>
  )
}

export declare namespace FieldLabel {
  type Props = { name: string; type: string }
}
