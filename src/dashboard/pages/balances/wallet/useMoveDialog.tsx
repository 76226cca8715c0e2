import { type ReactNode, Suspense, useState } from 'react'

import { endMoveRun } from './moveRun.ts'
import type { ChosenMoves, OwnWallet } from './useWalletHoldings.ts'
import type { WalletHolding } from './walletHoldings.ts'
import { lazyComponent } from '../../../components/lazyComponent.tsx'

const MoveInDialog = lazyComponent(async () => (await import('./MoveInDialog.tsx')).MoveInDialog)

/**
 * The dialog that moves in, and what opens it. It belongs to the page, so that it stays when the
 * first arrival changes what else the page shows.
 */
export function useMoveDialog(wallet: OwnWallet | undefined): {
  dialog: ReactNode
  open: (holdings: readonly WalletHolding[] | undefined) => void
} {
  const [chosen, setChosen] = useState<ChosenMoves>()
  return {
    dialog: wallet && chosen && (
      <Suspense>
        <MoveInDialog wallet={wallet} chosen={chosen} onClose={() => setChosen(undefined)} />
      </Suspense>
    ),
    open(holdings) {
      if (!wallet) return
      if (holdings) endMoveRun()
      setChosen({ ownerKey: wallet.ownerKey, holdings: holdings ?? [] })
    },
  }
}
