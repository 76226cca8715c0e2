import { Component, type ReactNode } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { LoadError } from '../../components/lazyComponent.tsx'
import { Corner } from '../../components/overlays/Corner.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'

type Failure = 'none' | 'thrown' | 'notLoaded'

/**
 * Error boundary of a page, or of a part of the frame around it; React supports these as classes only.
 */
export class PartBoundary extends Component<PartBoundary.Props, { failure: Failure }> {
  override state: { failure: Failure } = { failure: 'none' }

  static getDerivedStateFromError(error: unknown) {
    return { failure: error instanceof LoadError ? 'notLoaded' : 'thrown' }
  }

  override render() {
    const { failure } = this.state
    const { children, isFrame = false } = this.props
    if (failure === 'none') return children
    const note = (
      <Note
        tone="flare"
        isAlert
        title={nameFailure(failure, isFrame)}
        action={this.#renderActions()}
      >
        {translate(
          'Your funds aren’t affected. Anything you signed and sent continues without this page.',
        )}
      </Note>
    )
    return isFrame ? <Corner isOther>{note}</Corner> : note
  }

  /** A page that threw is shown again; all else takes loading the document anew. */
  #renderActions(): ReactNode {
    const { isFrame = false } = this.props
    const isWhole = isFrame || this.state.failure === 'notLoaded'
    return (
      <>
        <Button size="sm" onClick={() => (isWhole ? location.reload() : this.#goOn())}>
          {translate('Reload page')}
        </Button>
        {isFrame && (
          <Button size="sm" onClick={() => this.#goOn()}>
            {translate('Dismiss')}
          </Button>
        )}
      </>
    )
  }

  #goOn(): void {
    this.props.onDismiss?.()
    this.setState({ failure: 'none' })
  }
}

export declare namespace PartBoundary {
  type Props = {
    children: ReactNode
    /** Whether it is a part around the page: then the note is shown above the page. */
    isFrame?: boolean
    /** Closes what failed, before the part is shown again. */
    onDismiss?: (() => void) | undefined
  }
}

function nameFailure(failure: Failure, isFrame: boolean): string {
  if (failure === 'notLoaded') return translate('Part of this page didn’t load')
  return isFrame
    ? translate('Part of this page stopped working')
    : translate('This page stopped working')
}
