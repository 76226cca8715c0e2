import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { buildSessionChange } from '#chains/evm/account/sessionKey.ts'
import { type ChainId, type EvmAddress, getEvmChainNumber } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { useReceipt } from '../../../api/chains/receipt.ts'
import { translate } from '../../../language/translate.ts'
import { useSigner } from '../../../wallets/signing/useSigner.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { findSwitchStep, type SwitchStep } from './sessionState.ts'

/** The change of a session key on a chain: what it waits for, and why it failed. */
export type SessionSwitch = {
  step: SwitchStep
  problem: string | undefined
  /** Allows a key, or none, by a transaction of the account's owner. */
  change: (session: EvmAddress | undefined) => void
}

/** Changes the session key of an account on a chain, and follows the transaction. */
export function useSessionSwitch(account: EvmAddress, chainId: ChainId): SessionSwitch {
  const signer = useSigner()
  const network = useNetwork()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [hash, setHash] = useState<Hex>()
  const [problem, setProblem] = useState<string>()
  const outcome = useReceipt(network, { chainId, hash }).data
  // The switch shows what the chain says, which has changed now.
  useEffect(() => {
    if (outcome === 'succeeded') void queries.invalidateQueries({ queryKey: ['sessionKeys'] })
  }, [outcome, queries])
  async function send(session: EvmAddress | undefined): Promise<Hex> {
    const number = getEvmChainNumber(chainId)
    if (number === undefined) throw new Error(translate('This app doesn’t support that chain.'))
    return signer.sendTransaction({ chainId: number, ...buildSessionChange(account, session) })
  }
  function change(session: EvmAddress | undefined): void {
    setAsking(true)
    setProblem(undefined)
    setHash(undefined)
    send(session)
      .then(setHash)
      .catch((error: unknown) =>
        setProblem(
          error instanceof Error ? error.message : translate('The wallet gave no reason.'),
        ),
      )
      .finally(() => setAsking(false))
  }
  return {
    step: findSwitchStep({ isAsking, isSent: hash !== undefined, outcome }),
    problem: outcome === 'reverted' ? translate('The change was reverted on chain.') : problem,
    change,
  }
}
