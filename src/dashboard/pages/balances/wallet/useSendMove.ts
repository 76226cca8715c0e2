import { useBatches } from '#dashboard/wallets/signing/useBatches.ts'
import { useSigner } from '#dashboard/wallets/signing/useSigner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { buildMove, type MoveStep } from './moveSteps.ts'
import type { OwnWallet } from './useWalletHoldings.ts'

/** Returns what asks the wallet for a step: builds its calls here and gives the hash or batch id. */
export function useSendMove(wallet: OwnWallet): (step: MoveStep) => Promise<string> {
  const { owner, kind } = wallet
  const network = useNetwork()
  const signer = useSigner()
  const batches = useBatches()
  return async ({ isBatch, holdings }) => {
    const calls = holdings.map((one) => buildMove(one, { network, target: { owner, kind } }))
    const [first] = calls
    if (!first) throw new Error(translate('There is nothing to move.'))
    return isBatch ? batches.send(calls) : signer.sendTransaction(first)
  }
}
