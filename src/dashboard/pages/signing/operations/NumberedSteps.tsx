import type { ReactNode } from 'react'

/** The steps of an operation as a numbered list. */
export function NumberedSteps(props: NumberedSteps.Props) {
  return (
    <ol className="rule -my-1">
      {props.steps.map(({ id, content }, index) => (
        <li key={id} className="flex gap-3 py-2.5">
          <span className="num w-5 shrink-0 text-right text-ink-3">{index + 1}</span>
          <div className="min-w-0 flex-1">{content}</div>
        </li>
      ))}
    </ol>
  )
}

export declare namespace NumberedSteps {
  type Props = { steps: readonly { id: string; content: ReactNode }[] }
}
