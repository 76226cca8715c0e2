import { getEvmChains } from '#networks/getChain.ts'
import { useAccountCodes } from '../../api/chains/accountCodes.ts'
import { Note } from '../../components/status/Note.tsx'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/**
 * Before an account gets its first funds: which chains do not answer whether its owner is a contract,
 * which could never sign for them. Nothing where the key is in this browser, or where the account
 * stands on a chain already.
 */
export function OwnerNote() {
  const network = useNetwork()
  const { address, isLocal } = useOwner()
  const { accountAddress } = useAccount()
  const owner = isLocal ? undefined : address
  const codes = useAccountCodes(network, owner)
  const account = useAccountCodes(network, owner && accountAddress)
  if (owner === undefined) return null
  if (codes.isPending || account.isPending)
    return (
      <output className="block text-sm text-ink-3">
        {translate('Checking that your account has its own key')}
      </output>
    )
  const isUsed = [...(account.data?.values() ?? [])].some((code) => isOurs(code))
  const silent = getEvmChains(network).filter(({ chainId }) => !codes.data?.has(chainId))
  if (isUsed || silent.length === 0) return null
  return (
    <Note
      tone="buff"
      isAlert
      title={translate('No response from {chains}', {
        chains: joinNames(silent.map(({ name }) => name)),
      })}
    >
      {translate(
        'Your wallet’s account may be a contract there, such as a Safe. Funds such an account receives here can never be moved. Wait for the chain, unless you know the account has its own key.',
      )}
    </Note>
  )
}

/** Whether an account was used: its contract stands there, or its address is delegated to ours. */
function isOurs(code: string): boolean {
  return code === 'contract' || code === 'delegate'
}
