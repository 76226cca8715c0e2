/** A labelled switch that takes effect at once. */
export function Toggle(props: Toggle.Props) {
  const { label, isOn, isLabelHidden = false, onChange } = props
  return (
    <span className="inline-flex items-center gap-2.5 align-middle text-sm text-ink-2">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        className="toggle"
        onClick={() => onChange(!isOn)}
      />
      {!isLabelHidden && (
        <span aria-hidden className="cursor-default" onClick={() => onChange(!isOn)}>
          {label}
        </span>
      )}
    </span>
  )
}

export declare namespace Toggle {
  type Props = {
    label: string
    isOn: boolean
    isLabelHidden?: boolean
    onChange: (isOn: boolean) => void
  }
}
