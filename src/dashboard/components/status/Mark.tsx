/** Estuary's logo: three streams into one; decorative next to the name. */
export function Mark(props: Mark.Props) {
  const { size = 26 } = props
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      strokeLinecap="round"
      aria-hidden
    >
      <path className="mark-stream" d="M2.5 4.5C11 4.5 11.5 12 18 12.6" strokeWidth={2.4} />
      <path className="mark-stream" d="M2.5 14H18" strokeWidth={2.4} />
      <path className="mark-stream" d="M2.5 23.5C11 23.5 11.5 16 18 15.4" strokeWidth={2.4} />
      <path className="mark-mouth" d="M17.5 14H25.5" strokeWidth={5.2} strokeLinecap="butt" />
    </svg>
  )
}

export declare namespace Mark {
  type Props = { size?: number }
}
