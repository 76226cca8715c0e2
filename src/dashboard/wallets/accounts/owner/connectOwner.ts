import type { Connector } from 'wagmi'
import { connect, disconnect } from 'wagmi/actions'
import { create } from 'zustand'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { localWalletRdns } from '../../local/localWalletIdentity.ts'
import { toSigningError } from '../../errors/signingError.ts'
import type { Wallets } from '../../walletConfig.ts'
import { requireKeyAccount } from './requireKeyAccount.ts'

/** An owner that was disconnected because it is a contract, and the name of its wallet. */
export type RefusedOwner = { address: EvmAddress; wallet: string }

const useStore = create<{ isAsking: boolean; refused: RefusedOwner | undefined }>(() => ({
  isAsking: false,
  refused: undefined,
}))

/** Whether a wallet is being asked to connect; not while wagmi looks for those of the last visit. */
export function useIsAsking(): boolean {
  return useStore(({ isAsking }) => isAsking)
}

/** Remembers a refusal until a wallet is connected; undefined forgets it. */
export function setRefusedOwner(refused: RefusedOwner | undefined): void {
  useStore.setState({ refused })
}

/** The owner that was refused last, if no wallet was connected since. */
export function useRefusedOwner(): RefusedOwner | undefined {
  return useStore(({ refused }) => refused)
}

type ConnectingWallets = Pick<Wallets, 'config' | 'rpcUrls'>

/**
 * Connects a wallet, which asks its user. The page hears of it once its account is known not to be
 * a contract.
 *
 * @throws SigningError `ACCOUNT` for a contract, which is disconnected again.
 */
export async function connectOwner(
  wallets: ConnectingWallets,
  connector: Connector,
): Promise<void> {
  const checked = connector.id === localWalletRdns ? connector : withCheck(connector, wallets)
  useStore.setState({ isAsking: true })
  try {
    await connect(wallets.config, { connector: checked })
  } catch (cause) {
    throw toSigningError(cause)
  } finally {
    useStore.setState({ isAsking: false })
  }
  setRefusedOwner(undefined)
}

/** The connector, which gives no account that is a contract. */
function withCheck(connector: Connector, { config, rpcUrls }: ConnectingWallets): Connector {
  return {
    ...connector,
    async connect(how) {
      const shared = await connector.connect(how)
      const [address] = await connector.getAccounts()
      try {
        if (address) await requireKeyAccount(address, [...rpcUrls.values()])
      } catch (cause) {
        await disconnect(config, { connector })
        throw cause
      }
      return shared
    },
  }
}
