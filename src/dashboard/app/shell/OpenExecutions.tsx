import { Suspense } from 'react'

import { useOpenExecutions } from '../../api/state/openExecutions.ts'
import { lazyComponent } from '../../components/lazyComponent.tsx'

const OpenExecutionsPill = lazyComponent(
  async () => (await import('./OpenExecutionsPill.tsx')).OpenExecutionsPill,
)

/** The header's pill while executions of this browser are open; its code loads when one is. */
export function OpenExecutions() {
  const open = useOpenExecutions()
  return open.length > 0 ? (
    <Suspense>
      <OpenExecutionsPill open={open} />
    </Suspense>
  ) : null
}
