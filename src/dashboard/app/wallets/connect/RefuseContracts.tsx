import { useEffect } from 'react'

import { useAccountCodes } from '../../../api/chains/accountCodes.ts'
import { setRefusedOwner } from '../../../wallets/accounts/owner/connectOwner.ts'
import { useOwner } from '../../../wallets/accounts/owner/useOwner.ts'
import { useDisconnectOwner } from '../../../wallets/accounts/owner/useWalletChoices.ts'
import { openWalletDialog } from '../../../wallets/walletDialogs.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'

/**
 * Disconnects a wallet in which a contract was chosen since it was connected, also before a reload,
 * and opens the dialog that says so. Renders nothing.
 */
export function RefuseContracts() {
  const { address, connectorName = '' } = useOwner()
  const codes = useAccountCodes(useNetwork(), address)
  const disconnect = useDisconnectOwner()
  const isContract = [...(codes.data?.values() ?? [])].includes('contract')
  useEffect(() => {
    if (!address || !isContract) return
    setRefusedOwner({ address, wallet: connectorName })
    openWalletDialog('connect')
    void disconnect()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each such account
  }, [address, isContract])
  return null
}
