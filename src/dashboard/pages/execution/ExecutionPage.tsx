/** One execution, watched to its end. */
export function ExecutionPage(props: ExecutionPage.Props) {
  return <h1 className="text-2xl font-semibold">Execution {props.quoteId}</h1>
}

export declare namespace ExecutionPage {
  type Props = {
    /** From the address. */
    quoteId: string
  }
}
