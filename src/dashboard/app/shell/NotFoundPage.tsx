import { Link } from 'wouter'

import { getButtonClass } from '../../components/forms/getButtonClass.ts'

/** Shown for an unknown address. */
export function NotFoundPage() {
  return (
    <section className="mt-10 max-w-prose" aria-labelledby="not-found">
      <h1 id="not-found" className="text-2xl font-semibold">
        There is no page at this address
      </h1>
      <p className="mt-2 text-ink-2">It may be mistyped, or cut off when it was copied.</p>
      <Link
        href="/"
        className={getButtonClass({ variant: 'primary', size: 'lg', className: 'mt-6' })}
      >
        Show balances
      </Link>
    </section>
  )
}
