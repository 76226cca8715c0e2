import { getEvmClient } from '#dashboard/api/chains/getEvmClient.ts'
import { useRpcUrls } from '#dashboard/api/chains/rpcUrls.ts'
import { useBatches } from '#dashboard/wallets/signing/useBatches.ts'
import { useSigner } from '#dashboard/wallets/signing/useSigner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import type { MoveSender } from './moveRun.ts'
import { buildMove } from './moveSteps.ts'
import type { OwnWallet } from './useWalletHoldings.ts'

/** Returns what asks the wallet for a step; its calls are built here. */
export function useSendMove(wallet: OwnWallet): MoveSender {
  const { owner, kind } = wallet
  const network = useNetwork()
  const signer = useSigner()
  const batches = useBatches()
  const rpcUrls = useRpcUrls(network)
  return {
    async readBlock(chainId) {
      const client = getEvmClient({ chainId, rpcUrl: rpcUrls?.get(chainId) ?? '' })
      const block = await client.rpc.request({ method: 'eth_blockNumber' }).catch(() => undefined)
      return block === undefined ? undefined : BigInt(block)
    },
    async send({ isBatch, moves }) {
      const calls = moves.map((one) => buildMove(one, { network, target: { owner, kind } }))
      const [first] = calls
      if (!first) throw new Error(translate('There are no funds to add.'))
      return isBatch ? batches.send(calls) : signer.sendTransaction(first)
    },
  }
}
