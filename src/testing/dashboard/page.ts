import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render } from '@testing-library/react'
import { createElement, type ReactElement } from 'react'
import { onTestFinished } from 'vitest'
import { connect } from 'wagmi/actions'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import type { ErrorBody } from '#protocol/status/errors.ts'
import { ApiContext } from '#dashboard/api/service/apiContext.ts'
import { feedPricesOptions } from '#dashboard/api/chains/feedPrices.ts'
import { forgetEvmClients } from '#dashboard/api/chains/getEvmClient.ts'
import { createApi } from '#dashboard/api/service/client.ts'
import type { RemoteWallets } from '#dashboard/wallets/remote/remoteWallets.ts'
import { saveSolanaConnection } from '#dashboard/wallets/solana/solanaConnection.ts'
import { testAddress } from './wallet.ts'
import { createWallets } from '#dashboard/wallets/walletConfig.ts'
import { WalletsProvider } from '#dashboard/wallets/WalletsProvider.tsx'

/** Answers a request to the test's service; undefined if it has no answer. */
export type TestResponder = (url: URL, body: unknown) => Response | Promise<Response> | undefined

/** A part of the app rendered in a test, with an EVM wallet and a service of the test's. */
export type TestPage = {
  /** Connects the EVM wallet, which shares {@link testAddress}, or another one by its id. */
  connectEvm: (id?: string) => Promise<void>
  /** Disconnects the page from within the wallet. */
  disconnectEvm: () => Promise<void>
}

// Nothing in a rendered part waits for a chain: what it does not show in a minute it never does.
configure({ asyncUtilTimeout: 60_000 })

const origin = 'https://service.test'

/** Renders a part of the app at the document's current address. */
export function showPage(
  content: ReactElement,
  options: {
    service: TestResponder
    network?: Network
    remote?: RemoteWallets
    /** Set for a browser without an EVM wallet. */
    hasNoWallet?: boolean
    /** What the network's price feeds say: US dollars per whole token, by asset type. */
    prices?: ReadonlyMap<string, number> | undefined
  },
): TestPage {
  const { service, network = devnetWithSolana, remote, hasNoWallet = false, prices } = options
  // A chain that was silent for one page is asked again by the next.
  forgetEvmClients()
  const api = createApi({
    baseUrl: origin,
    async fetch(input, { body } = {}) {
      const url = new URL(typeof input === 'string' ? input : '', origin)
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
      return service(url, sent) ?? new Response('{}', { status: 404 })
    },
  })
  const wallet = createEvmWallet()
  if (!hasNoWallet) announceWallet(wallet)
  const wallets = createWallets(network, remote)
  const inner: WalletsProvider.Props = { wallets, children: content }
  const inWallets = createElement(WalletsProvider, inner)
  const inApi = createElement(ApiContext, { value: api }, inWallets)
  const client = new QueryClient()
  client.setQueryData(feedPricesOptions(network, undefined).queryKey, prices)
  render(createElement(QueryClientProvider, { client }, inApi))
  return {
    async connectEvm(wanted = wallet.rdns) {
      const connector = wallets.config.connectors.find(({ id }) => id === wanted)
      if (!connector) throw new Error('The wallet was not found.')
      await act(() => connect(wallets.config, { connector }))
    },
    disconnectEvm: async () => act(() => wallet.disconnect()),
  }
}

/** Builds an error response as the service writes it. */
export function buildErrorResponse(
  statusCode: number,
  error: Pick<ErrorBody, 'code' | 'message' | 'revertData' | 'most'>,
): Response {
  const timestamp = new Date().toISOString()
  const body: ErrorBody = { error: 'Refused', statusCode, timestamp, path: '/', ...error }
  return Response.json(body, { status: statusCode })
}

/** Connects the Solana account of an announced wallet; undefined disconnects it. */
export function setSolanaAccount(address: string | undefined): void {
  const name = 'Test Wallet'
  act(() =>
    saveSolanaConnection(address === undefined ? undefined : { kind: 'announced', name, address }),
  )
}

type AccountsListener = (value: unknown) => void

let announced = 0

/** Creates an EVM wallet, each under a name of its own. */
function createEvmWallet() {
  announced += 1
  const rdns = `test.wallet${announced}`
  const listeners = new Set<AccountsListener>()
  let shared: readonly string[] = []
  const provider = {
    on: (event: string, listener: AccountsListener) =>
      event === accountsChanged && listeners.add(listener),
    removeListener: (_: string, listener: AccountsListener) => listeners.delete(listener),
    async request({ method }: { method: string }) {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_requestAccounts') shared = [testAddress]
      return method === 'eth_requestAccounts' || method === 'eth_accounts' ? shared : null
    },
  }
  const info = { uuid: crypto.randomUUID(), name: 'Test Wallet', icon: 'data:image/png;,', rdns }
  const detail = Object.freeze({ info, provider })
  function disconnect(): void {
    shared = []
    for (const listener of listeners) listener(shared)
  }
  return { rdns, detail, disconnect }
}

/** Announces a wallet whenever a page asks for wallets (EIP-6963). */
function announceWallet({ detail }: { detail: object }): void {
  function announce(): void {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  // The document outlives the test and is shared with other files.
  onTestFinished(() => window.removeEventListener('eip6963:requestProvider', announce))
}

const accountsChanged = 'accountsChanged'
