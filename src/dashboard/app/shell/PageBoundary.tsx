import { Component, type ReactNode } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { Note } from '../../components/status/Note.tsx'

/** Error boundary of a page; React supports these as classes only. */
export class PageBoundary extends Component<PageBoundary.Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    const again = (
      <Button size="sm" onClick={() => this.setState({ isBroken: false })}>
        Load the page again
      </Button>
    )
    return (
      <Note tone="flare" isAlert title="This page stopped" action={again}>
        Funds are not affected: what was signed and sent goes on without this page.
      </Note>
    )
  }
}

export declare namespace PageBoundary {
  type Props = { children: ReactNode }
}
