import type { Adapter, WalletError, WalletName } from '@solana/wallet-adapter-base'
import { useWallet, type WalletContextState, WalletProvider } from '@solana/wallet-adapter-react'
import type { VersionedTransaction } from '@solana/web3.js'
import { useCallback, useEffect, useState } from 'react'

import { encodeTransaction } from '#chains/solana/codec/message.ts'
import { SigningError } from '../requests/signingError.ts'
import { VersionedTransaction as LeanTransaction } from './leanWeb3.ts'
import { offerSolanaLink, type SolanaLink, tellSolana } from './solanaConnection.ts'
import { solanaErrorOf } from './solanaError.ts'
import { createSolanaWatch, type SeenWallets, type SolanaWatch } from './solanaWatch.ts'

/** No wallet is built in: all announce themselves. */
const builtIn: Adapter[] = []

/**
 * Watches the wallets that announce themselves (Wallet Standard) through wallet-adapter and tells the
 * rest of the app; shows nothing. Loaded when wanted.
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
  const { wallets } = context
  useEffect(() => {
    tellSolana({ announced: wallets.map(({ adapter }) => shownOf(adapter)) })
  }, [wallets])
  useEffect(() => watch.see(seenIn(context)), [watch, context])
  useEffect(() => offerSolanaLink(linkOf(context, watch)), [watch, context])
  return null
}

function seenIn(context: WalletContextState): SeenWallets {
  const { wallet, connected, publicKey } = context
  return {
    selected: wallet?.adapter.name,
    shown: connected ? publicKey?.toBase58() : undefined,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- their brand of a string
    select: (name) => context.select(name as WalletName),
    disconnect: () => context.disconnect(),
  }
}

function linkOf(context: WalletContextState, watch: SolanaWatch): SolanaLink {
  return {
    async connect(name) {
      if (!context.wallets.some(({ adapter }) => adapter.name === name))
        throw new SigningError('ABSENT', `${name} is not in this browser any more.`)
      return watch.ask(name)
    },
    disconnect: () => context.disconnect(),
    async sign(message) {
      const { signTransaction, wallet } = context
      if (!signTransaction)
        throw new SigningError(
          'FAILED',
          `${wallet?.adapter.name ?? 'The wallet'} cannot sign a transaction without sending it.`,
        )
      const transaction = new LeanTransaction(encodeTransaction(message, new Map()))
      if (!isTransaction(transaction)) throw new Error('wallet-adapter takes no bytes.')
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

/** wallet-adapter asks for web3.js's class; of it is used what {@link LeanTransaction} has. */
function isTransaction(value: object): value is VersionedTransaction {
  return 'version' in value && 'serialize' in value
}
