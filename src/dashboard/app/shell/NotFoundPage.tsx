import { Link } from 'wouter'

import { Button } from '../../components/forms/Button.tsx'
import { getButtonClass } from '../../components/forms/getButtonClass.ts'
import { translate } from '../../language/translate.ts'

/** Shown for an unknown address. */
export function NotFoundPage() {
  return (
    <section className="max-w-prose" aria-labelledby="not-found">
      <h1 id="not-found" className="text-xl font-semibold md:text-2xl">
        {translate('Page not found')}
      </h1>
      <p className="mt-2 text-ink-2">
        {translate('Check the address. It may be mistyped or cut off.')}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href="/" className={getButtonClass({ variant: 'primary', size: 'lg' })}>
          {translate('Go to Balances')}
        </Link>
        {window.history.length > 1 && (
          <Button size="lg" onClick={() => window.history.back()}>
            {translate('Back')}
          </Button>
        )}
      </div>
    </section>
  )
}
