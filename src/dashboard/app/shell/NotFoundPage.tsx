import { Link } from 'wouter'

import { getButtonClass } from '../../components/forms/getButtonClass.ts'
import { translate } from '../../language/translate.ts'

/** Shown for an unknown address. */
export function NotFoundPage() {
  return (
    <section className="max-w-prose" aria-labelledby="not-found">
      <h1 id="not-found" className="text-xl font-semibold md:text-2xl">
        {translate('There is no page at this address')}
      </h1>
      <p className="mt-2 text-ink-2">
        {translate('It may be mistyped, or cut off when it was copied.')}
      </p>
      <Link
        href="/"
        className={getButtonClass({ variant: 'primary', size: 'lg', className: 'mt-6' })}
      >
        {translate('Show balances')}
      </Link>
    </section>
  )
}
