import type { Adapter, WalletError, WalletName } from '@solana/wallet-adapter-base'
import { useWallet, type WalletContextState, WalletProvider } from '@solana/wallet-adapter-react'
import { VersionedMessage, VersionedTransaction } from '@solana/web3.js'
import { useCallback, useEffect, useState } from 'react'

import { SigningError } from '../signingError.ts'
import { keepSolana, offerSolanaLink, type SolanaLink, tellSolana } from './solanaConnection.ts'
import { solanaErrorOf } from './solanaError.ts'
import { createSolanaWatch, type SolanaWatch } from './solanaWatch.ts'

/** No wallet is built in: all announce themselves. */
const builtIn: Adapter[] = []

/**
 * Watches the wallets that announce themselves (Wallet Standard) through wallet-adapter and tells the
 * rest of the app; shows nothing. The only part that needs web3.js, so it is loaded when wanted.
 */
export function SolanaBridge() {
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

function Link(props: { watch: SolanaWatch }) {
  const { watch } = props
  const context = useWallet()
  const { connected, publicKey, wallets } = context
  const name = context.wallet?.adapter.name
  const address = publicKey?.toBase58()
  useEffect(() => {
    tellSolana({ announced: wallets.map(({ adapter }) => shownOf(adapter)) })
  }, [wallets])
  useEffect(() => {
    const isSeen = connected && name !== undefined && address !== undefined
    watch.see(isSeen ? { name, address } : undefined)
  }, [watch, connected, name, address])
  useEffect(() => offerSolanaLink(linkOf(context, watch)), [context, watch])
  return null
}

function linkOf(context: WalletContextState, watch: SolanaWatch): SolanaLink {
  return {
    async connect(wanted) {
      const found = context.wallets.find(({ adapter }) => adapter.name === wanted)?.adapter
      if (!found) throw new SigningError('ABSENT', `${wanted} is not in this browser any more.`)
      const shown = found.publicKey?.toBase58()
      if (context.wallet?.adapter !== found || !context.connected || shown === undefined)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- their brand of a string
        return watch.ask(wanted, () => context.select(wanted as WalletName))
      keepSolana({ kind: 'announced', name: wanted, address: shown })
      return shown
    },
    disconnect: () => context.disconnect(),
    async sign(message) {
      const { signTransaction, wallet } = context
      if (!signTransaction)
        throw new SigningError(
          'FAILED',
          `${wallet?.adapter.name ?? 'The wallet'} cannot sign a transaction without sending it.`,
        )
      const transaction = new VersionedTransaction(VersionedMessage.deserialize(message))
      const signed = await signTransaction(transaction).catch((cause: unknown) => {
        throw solanaErrorOf(cause)
      })
      return signed.serialize()
    },
  }
}

function shownOf({ name, icon }: Adapter): { name: string; icon: string } {
  return { name, icon }
}
