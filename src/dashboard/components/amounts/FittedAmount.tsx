import type { CSSProperties, ReactNode } from 'react'

/**
 * A place for a large amount whose letters get smaller until it fits in one line, from 30 px down to 16 px.
 */
export function FittedAmount(props: FittedAmount.Props) {
  const { text, children } = props
  const style: CSSProperties & { '--letters': number } = { '--letters': Math.max(1, text.length) }
  return (
    <div className="fitted" style={style}>
      {children}
    </div>
  )
}

export declare namespace FittedAmount {
  type Props = {
    /** What is shown inside. */
    text: string
    children: ReactNode
  }
}
