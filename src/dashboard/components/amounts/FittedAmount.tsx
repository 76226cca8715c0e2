import type { CSSProperties, ReactNode } from 'react'

/** A large amount whose font size shrinks from 30 px to 16 px until it fits on one line. */
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
    /** The text inside, to measure its length. */
    text: string
    children: ReactNode
  }
}
