import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { translate } from '../../../language/translate.ts'
import { MoveProgress } from './MoveProgress.tsx'
import { MoveReview } from './MoveReview.tsx'
import { isReceived, useMoveRun } from './moveRun.ts'
import type { ChosenMoves, OwnWallet } from './useWalletHoldings.ts'

/** What is moved in, to where and at what cost; then how far each transfer is. */
export function MoveInDialog(props: MoveInDialog.Props) {
  const { wallet, chosen, onClose } = props
  const run = useMoveRun()
  const isStopped = chosen.ownerKey !== wallet.ownerKey
  return (
    <Dialog
      isOpen
      title={
        !run || isStopped
          ? translate('Add funds')
          : translate(isReceived(run) ? 'Funds added' : 'Adding funds')
      }
      description={translate('From {wallet} to your account.', { wallet: wallet.name })}
      width={540}
      onClose={onClose}
    >
      {isStopped ? (
        <Note tone="buff" isAlert title={translate('The wallet switched accounts')}>
          {translate(
            'This was for another account, so it was stopped. Only what you had confirmed was sent.',
          )}
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
