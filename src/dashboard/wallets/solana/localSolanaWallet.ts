import type { SolanaSignTransactionFeature } from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'

import {
  decodeTransaction,
  encodeTransaction,
  decodeMessage,
  signersOf,
} from '#chains/solana/message.ts'
import { solanaChains } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import { decodeBase58 } from '#protocol/base58.ts'
import { localWalletTarget } from '../announcement.ts'
import { localWallet, watchLocalWallet } from '../localWallet.ts'
import type { Prompts } from '../prompts.ts'
import { providerCode, ProviderError } from '../providerError.ts'
import { answerSolana } from './answerSolana.ts'

/** What a Wallet Standard wallet for strangers is made of. */
export type LocalSolanaOptions = {
  prompts: Prompts
  /** On a devnet a wallet without a passphrase may sign too. */
  network: Pick<Network, 'isDevnet' | 'chains'>
}

/** The Wallet Standard takes images in base64 only. */
const svg = decodeURIComponent(localWalletTarget.icon.slice('data:image/svg+xml,'.length))

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignTransactionFeature

/** A wallet with the features that the local one has. */
export type LocalSolanaWallet = Wallet & { features: Features }

/**
 * The local wallet's Solana account as the Wallet Standard describes it, to be announced and so for
 * any script or extension: it shows its account only once the person agreed and while it is unlocked,
 * and asks the person before each signature. This app reaches its own wallet by another way.
 */
export function createLocalSolanaWallet(options: LocalSolanaOptions): LocalSolanaWallet {
  const session = createSession(options)
  const features: Features = {
    'standard:connect': { version: '1.0.0', connect: (input) => session.connect(input) },
    'standard:disconnect': { version: '1.0.0', disconnect: () => session.disconnect() },
    'standard:events': { version: '1.0.0', on: (_event, listener) => session.listen(listener) },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: [0],
      async signTransaction(...inputs) {
        if (session.accounts().length === 0) throw lockedOrGone()
        return Promise.all(
          inputs.map(async ({ transaction }) => ({
            signedTransaction: await signed(Uint8Array.from(transaction), options),
          })),
        )
      },
    },
  }
  // Nobody who holds it can put themselves between its other users and the wallet.
  for (const feature of Object.values(features)) Object.freeze(feature)
  return Object.freeze({
    version: '1.0.0',
    name: localWalletTarget.name,
    icon: `data:image/svg+xml;base64,${btoa(svg)}`,
    chains: clustersOf(options.network),
    features: Object.freeze(features),
    get accounts() {
      return session.accounts()
    },
  })
}

/** Who was let in, and what they are shown. */
function createSession({ prompts, network }: LocalSolanaOptions) {
  const listeners = new Set<StandardEventsListeners['change']>()
  const chains = clustersOf(network)
  let isConnected = false
  let shown = ''
  function accounts(): readonly WalletAccount[] {
    const { solanaAddress, status } = localWallet()
    return isConnected && status === 'unlocked' && solanaAddress !== undefined
      ? [accountOf(solanaAddress, chains)]
      : []
  }
  function tell(): void {
    const now = accounts().map(({ address }) => address)
    if (now.join() === shown) return
    shown = now.join()
    for (const listener of listeners) listener({ accounts: accounts() })
  }
  watchLocalWallet(() => {
    if (localWallet().solanaAddress === undefined) isConnected = false
    tell()
  })
  return {
    accounts,
    async connect({ silent = false } = {}) {
      if (!isConnected && !silent) {
        const { solanaAddress, status } = localWallet()
        if (solanaAddress === undefined || status !== 'unlocked') throw lockedOrGone()
        await prompts.ask({ from: 'page', address: solanaAddress, asked: { kind: 'accounts' } })
        isConnected = true
      }
      tell()
      return { accounts: accounts() }
    },
    async disconnect() {
      isConnected = false
      tell()
    },
    listen(listener: StandardEventsListeners['change']) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A transaction with the wallet's signature in its place; those of others stay as they came. */
async function signed(
  transaction: Uint8Array,
  { prompts, network }: LocalSolanaOptions,
): Promise<Uint8Array> {
  const given = decodeTransaction(transaction)
  const read = given && decodeMessage(given.message)
  const own = localWallet().solanaAddress
  if (!given || !read || own === undefined)
    throw new ProviderError(
      providerCode.invalidParameters,
      'This is no version 0 transaction without lookup tables.',
    )
  const { message, signatures } = given
  const signature = await answerSolana(message, {
    from: 'page',
    prompts,
    isPlayMoney: network.isDevnet,
  })
  const all = new Map(
    signersOf(read).flatMap((signer, index) => {
      const others = signatures[index]
      return others ? [[signer, others] as const] : []
    }),
  )
  return encodeTransaction(message, all.set(own, signature))
}

/** The clusters that it signs for, by the names that the Wallet Standard has for them. */
function clustersOf(network: LocalSolanaOptions['network']): WalletAccount['chains'] {
  if (network.isDevnet) return ['solana:localnet']
  return solanaChains(network).map(({ isTestnet }) =>
    isTestnet ? 'solana:devnet' : 'solana:mainnet',
  )
}

function accountOf(address: string, chains: WalletAccount['chains']): WalletAccount {
  return Object.freeze({
    address,
    publicKey: decodeBase58(address),
    chains,
    features: ['solana:signTransaction'] as const,
  })
}

function lockedOrGone(): ProviderError {
  return new ProviderError(
    providerCode.unauthorized,
    'The wallet is locked, gone, or not connected.',
  )
}
