import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { useWalletFunds } from '#dashboard/api/balances/walletFunds.ts'
import { useFeedPrices } from '#dashboard/api/chains/feedPrices.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import type { EvmKind } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { useOwner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { toWalletHoldings, type WalletHolding, type WalletHoldings } from './walletHoldings.ts'

/** The connected wallet beside the account that it owns. */
export type OwnWallet = {
  owner: EvmAddress
  ownerKey: string
  name: string
  isLocal: boolean
  /** The account that receives, and its kind. */
  account: EvmAddress
  kind: EvmKind
  /** Undefined until read. */
  holdings: WalletHoldings | undefined
}

/** What is to be moved in, of the key that was connected when it was chosen. */
export type ChosenMoves = { ownerKey: string; holdings: readonly WalletHolding[] }

/** What the key of the local wallet keeps of each coin, to take back a deposit itself; wei. */
const localKeptWei = 50_000_000_000_000_000n

/**
 * The connected wallet and what it holds itself. Undefined without an EVM wallet, and where the
 * wallet's own address is one of the accounts, whose balance is the total already.
 */
export function useOwnWallet(): OwnWallet | undefined {
  const { address, key, connectorName, isLocal, status } = useOwner()
  const { accounts, members } = useAccount()
  const network = useNetwork()
  const chains = useChainIdentities()
  const prices = useFeedPrices(network).data
  const [first] = members
  const isItself =
    address !== undefined &&
    accounts.some(({ accountAddress }) => isSameAddress(accountAddress, address))
  const owner = status === 'connected' && !isItself ? address : undefined
  const funds = useWalletFunds(network, owner).data
  if (owner === undefined || key === undefined || !first) return undefined
  if (!isSameAddress(first.owner, owner)) return undefined
  const keptWei = isLocal ? localKeptWei : 0n
  return {
    owner,
    ownerKey: key,
    name: connectorName ?? translate('your wallet'),
    isLocal,
    account: first.account.accountAddress,
    kind: first.kind,
    holdings: funds && toWalletHoldings(funds, { network, chains, prices, keptWei }),
  }
}
