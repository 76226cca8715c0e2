import { getAddress } from 'viem'

import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../../language/translate.ts'
import { providerCode, ProviderError } from '../../errors/providerError.ts'
import { toProviderError } from './pairWallet.ts'
import type { WalletConnectClient, WalletConnectSession } from './signClient.ts'

/** The methods that a wallet is asked to allow. */
export const askedMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
]

/** What a session allows on EVM chains. */
export type Allowed = { accounts: `0x${string}`[]; chainIds: number[]; methods: string[] }

/** Most accounts of one wallet that are read, on all chains together. */
const maxAccounts = 1_000

/**
 * Reads a session, without what is no account of an EVM chain: the wallet may write anything.
 * Namespaces are `eip155`, or `eip155:1` for one chain. Source: CAIP-217.
 */
export function readAllowed({ namespaces }: Pick<WalletConnectSession, 'namespaces'>): Allowed {
  const evm = Object.entries(namespaces)
    .filter(([name]) => /^eip155(:|$)/.test(name))
    .map(([, namespace]) => namespace)
  const accounts = evm
    .flatMap((one) => one.accounts)
    .slice(0, maxAccounts)
    .filter((account) => /^eip155:[1-9]\d{0,15}:0x[\da-f]{40}$/i.test(account))
    .map((account) => account.split(':'))
  return {
    accounts: [...new Set(accounts.map(([, , address = '']) => getAddress(address.toLowerCase())))],
    chainIds: [...new Set(accounts.map(([, chain]) => Number(chain)))],
    methods: [...new Set(evm.flatMap(({ methods }) => methods))],
  }
}

/** Longest name of a wallet that is shown, characters. */
const maxName = 40

/** What a wallet calls itself, in one line without invisible characters. */
export function getWalletName({ peer }: Pick<WalletConnectSession, 'peer'>): string {
  const name = peer.metadata.name.replaceAll(/[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu, '').trim()
  return Array.from(name).slice(0, maxName).join('')
}

/** The session and chain of a {@link createWalletConnectProvider}. */
export type LinkState = {
  /** The session; undefined when there is none. */
  find: () => WalletConnectSession | undefined
  getChainId: () => number
  setChainId: (chainId: number) => void
}

/** Creates an EIP-1193 provider for a session. Every request names its chain. */
export function createWalletConnectProvider(client: WalletConnectClient, store: LinkState) {
  return {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const session = store.find()
      if (!session)
        throw new ProviderError(providerCode.unauthorized, translate('The wallet disconnected.'))
      const { accounts, chainIds, methods } = readAllowed(session)
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accounts
      if (method === 'eth_chainId') return `0x${store.getChainId().toString(16)}`
      if (method === 'wallet_switchEthereumChain') {
        const chainId = readChainId(params)
        // Each request says on which chain it is: a chain that the wallet shared needs no question.
        if (!chainIds.includes(chainId)) throw createChainError(session)
        store.setChainId(chainId)
        return null
      }
      if (!methods.includes(method))
        throw method === 'wallet_addEthereumChain'
          ? createChainError(session)
          : new ProviderError(
              providerCode.unsupportedMethod,
              translate('{method} isn’t supported.', { method }),
            )
      const request = { method, params: params ?? [] }
      const chainId = `eip155:${store.getChainId()}`
      return client.request({ topic: session.topic, chainId, request }).catch((cause: unknown) => {
        throw toProviderError(cause)
      })
    },
  }
}

function createChainError({ peer }: Pick<WalletConnectSession, 'peer'>): ProviderError {
  return new ProviderError(
    providerCode.unknownChain,
    translate('{wallet} didn’t share this chain. Add it there, then disconnect and reconnect.', {
      wallet: getWalletName({ peer }),
    }),
  )
}

function readChainId(params: unknown): number {
  const [wanted]: readonly unknown[] = Array.isArray(params) ? params : []
  return Number(isRecord(wanted) ? wanted['chainId'] : undefined)
}
