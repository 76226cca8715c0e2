import { Component, type ReactNode } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'

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
        {translate('Load the page again')}
      </Button>
    )
    return (
      <Note tone="flare" isAlert title={translate('This page stopped')} action={again}>
        {translate('Funds are not affected: what was signed and sent goes on without this page.')}
      </Note>
    )
  }
}

export declare namespace PageBoundary {
  type Props = { children: ReactNode }
}
