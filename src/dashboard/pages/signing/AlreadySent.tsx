import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'

import type { Hash } from '#protocol/ids/hex.ts'
import { useSentQuote } from '../../api/state/formState.ts'
import { getButtonClass } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { usePageTitle } from '../usePageTitle.ts'

/**
 * Stands in for a page whose review was sent and that is opened again by the browser's back button: the
 * page would ask for a new quote, which one click would sign.
 */
export function AlreadySent(props: AlreadySent.Props) {
  const quoteId = useSentQuote()
  return quoteId === undefined ? props.children : <SentNote quoteId={quoteId} />
}

export declare namespace AlreadySent {
  type Props = { children: ReactNode }
}

function SentNote({ quoteId }: { quoteId: Hash }) {
  const [path] = useLocation()
  usePageTitle(translate('Already done'))
  return (
    <section className="max-w-prose" aria-labelledby="already-sent">
      <h1 id="already-sent" className="text-xl font-semibold md:text-2xl">
        {translate('Already done')}
      </h1>
      <p className="mt-2 text-ink-2">
        {translate('You signed and sent this. There’s nothing left to sign here.')}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href={`/executions/${quoteId}`} className={getButtonClass({ variant: 'primary' })}>
          {translate('Open execution')}
        </Link>
        <Link href={path} className={getButtonClass()}>
          {translate('Start new')}
        </Link>
      </div>
    </section>
  )
}
