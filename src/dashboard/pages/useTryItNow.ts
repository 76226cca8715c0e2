import { useState } from 'react'

import { getSolanaChains } from '#networks/getChain.ts'
import { useFaucet } from '../api/service/faucet.ts'
import { keepTestFunds } from '../api/state/addedFunds.ts'
import { translate } from '../language/translate.ts'
import { createLocalWallet, getLocalWallet } from '../wallets/local/localWallet.ts'
import { computeRoleAccount } from '../wallets/accounts/choice/ownAccounts.ts'
import { useConnectLocal } from '../wallets/accounts/owner/useWalletChoices.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'

/** The quickest way to start on a devnet. */
export type TryItNow = {
  /** What it is doing; undefined while idle. */
  step: string | undefined
  error: string | undefined
  /** @returns Whether it worked. */
  start: () => Promise<boolean>
}

/**
 * Creates a local wallet (or uses the existing one), funds its account from the faucet, and connects
 * it.
 */
export function useTryItNow(): TryItNow {
  const network = useNetwork()
  const connect = useConnectLocal()
  const faucet = useFaucet()
  const hasSolana = getSolanaChains(network).length > 0
  const [step, setStep] = useState<string>()
  const [error, setError] = useState<string>()
  return {
    step,
    error,
    async start() {
      setError(undefined)
      try {
        setStep(translate('Creating a key in this browser'))
        const owner = getLocalWallet()?.addresses[0] ?? (await createLocalWallet(network))
        setStep(
          translate('Funding your account on {count, plural, one {# chain} other {# chains}}', {
            count: network.chains.length,
          }),
        )
        const { accountAddress } = computeRoleAccount(network, owner)
        const solana = hasSolana ? getLocalWallet()?.solanaAddress : undefined
        const evm = { account: accountAddress, owner }
        keepTestFunds(await faucet.mutateAsync({ evm, solana, network }))
        await connect()
        return true
      } catch (error) {
        setError(error instanceof Error ? error.message : String(error))
        return false
      } finally {
        setStep(undefined)
      }
    },
  }
}
