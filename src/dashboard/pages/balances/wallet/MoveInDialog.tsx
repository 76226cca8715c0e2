import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { MoveProgress } from './MoveProgress.tsx'
import { MoveReview } from './MoveReview.tsx'
import { useMoveRun } from './moveRun.ts'
import type { ChosenMoves, OwnWallet } from './useWalletHoldings.ts'

/** What is moved in, to where and at what cost; then how far each transfer is. */
export function MoveInDialog(props: MoveInDialog.Props) {
  const { wallet, chosen, onClose } = props
  const run = useMoveRun()
  const isStopped = chosen.ownerKey !== wallet.ownerKey
  return (
    <Dialog
      isOpen
      title={run && !isStopped ? 'Moving in' : 'Move in'}
      description={`From ${wallet.name} to your account.`}
      width={540}
      onClose={onClose}
    >
      {isStopped ? (
        <Note tone="buff" isAlert title="The wallet changed its account">
          This was for another one, and was stopped. Nothing was sent that you had not confirmed.
        </Note>
      ) : run ? (
        <MoveProgress run={run} wallet={wallet} onClose={onClose} />
      ) : (
        <MoveReview wallet={wallet} holdings={chosen.holdings} />
      )}
    </Dialog>
  )
}

export declare namespace MoveInDialog {
  type Props = { wallet: OwnWallet; chosen: ChosenMoves; onClose: () => void }
}
