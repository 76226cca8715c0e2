import type { Adapter, WalletError, WalletName } from '@solana/wallet-adapter-base'
import { useWallet, type WalletContextState, WalletProvider } from '@solana/wallet-adapter-react'
import { VersionedMessage, VersionedTransaction } from '@solana/web3.js'
import { useCallback, useEffect, useState } from 'react'

import { translate } from '../../language/translate.ts'
import { SigningError } from '../errors/signingError.ts'
import type { Asking } from './phoneApp/phoneApp.ts'
import { PhoneAppAdapter } from './phoneApp/PhoneAppAdapter.ts'
import {
  phoneAppName,
  provideSolanaLink,
  type SolanaWalletLink,
  updateAnnounced,
} from './solanaConnection.ts'
import {
  toSolanaError,
  createSolanaWatch,
  type SeenWallets,
  type SolanaWatch,
} from './solanaWatch.ts'

/**
 * Connects wallet-adapter's state of announced wallets (Wallet Standard) to the app's store.
 * Renders nothing; loaded on demand.
 */
export function SolanaBridge({ phone }: SolanaBridge.Props) {
  // All others are found through the Wallet Standard.
  const [builtIn] = useState<Adapter[]>(() => (phone ? [new PhoneAppAdapter(phone)] : []))
  const [watch] = useState(createSolanaWatch)
  const onError = useCallback(
    (error: WalletError, adapter?: Adapter) => watch.fail(error, adapter),
    [watch],
  )
  return (
    <WalletProvider
      wallets={builtIn}
      autoConnect
      localStorageKey="estuary.solana.wallet"
      onError={onError}
    >
      <Link watch={watch} />
    </WalletProvider>
  )
}

export declare namespace SolanaBridge {
  type Props = {
    /** Set where wallet apps of this phone are asked. */
    phone?: Asking | undefined
  }
}

function Link(props: { watch: SolanaWatch }) {
  const { watch } = props
  const context = useWallet()
  const { wallets } = context
  useEffect(() => {
    const announced = wallets.filter(({ adapter }) => !isImpostor(adapter))
    updateAnnounced({ announced: announced.map(({ adapter }) => toWalletLabel(adapter)) })
  }, [wallets])
  useEffect(() => watch.see(toSeenWallets(context)), [watch, context])
  useEffect(() => provideSolanaLink(createLink(context, watch)), [watch, context])
  return null
}

function toSeenWallets(context: WalletContextState): SeenWallets {
  const { wallet, connected, publicKey } = context
  return {
    selected: wallet?.adapter.name,
    shown: connected ? publicKey?.toBase58() : undefined,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- their brand of a string
    select: (name) => context.select(name as WalletName),
    disconnect: () => context.disconnect(),
  }
}

function createLink(context: WalletContextState, watch: SolanaWatch): SolanaWalletLink {
  return {
    async connect(name) {
      if (!context.wallets.some(({ adapter }) => adapter.name === name && !isImpostor(adapter)))
        throw new SigningError(
          'ABSENT',
          translate('{wallet} is no longer in this browser.', { wallet: name }),
        )
      return watch.ask(name)
    },
    disconnect: () => context.disconnect(),
    async sign(message) {
      const { signTransaction, wallet } = context
      if (!signTransaction)
        throw new SigningError(
          'FAILED',
          translate('{wallet} can’t sign a transaction without sending it.', {
            wallet: wallet?.adapter.name ?? 'Solana',
          }),
        )
      const transaction = new VersionedTransaction(VersionedMessage.deserialize(message))
      try {
        return (await signTransaction(transaction)).serialize()
      } catch (cause) {
        throw toSolanaError(cause)
      }
    },
  }
}

/**
 * Whether a wallet announced itself under the name of the phone's apps, or is the adapter for them that
 * wallet-adapter adds by itself: its windows need what the content policy refuses.
 */
function isImpostor(adapter: Adapter): boolean {
  return adapter.name === phoneAppName && !(adapter instanceof PhoneAppAdapter)
}

function toWalletLabel({ name, icon }: Adapter): { name: string; icon: string } {
  return { name, icon }
}
