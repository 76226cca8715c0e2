import { useMemo } from 'react'

import { useOperationTrials } from '#dashboard/api/chains/operationTrials.ts'
import type { OperationFacts } from '#dashboard/review/verifyQuote.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useRoots } from '../../chains/useInstallation.ts'
import { buildTrialRequests, readTrials, type SimulatedChanges } from './simulatedChanges.ts'

/** Runs what is signed by the chains' own nodes, and returns what it does to the balances. */
export function useSimulatedChanges(operations: readonly OperationFacts[]): SimulatedChanges {
  const roots = useRoots()
  const requests = useMemo(() => buildTrialRequests(operations, roots), [operations, roots])
  const answers = useOperationTrials(useNetwork(), requests)
  return useMemo(
    () => readTrials(operations, { assets: roots.assets, answers }),
    [operations, roots, answers],
  )
}
