import { connect, disconnect } from 'wagmi/actions'

import { devnet } from '#networks/devnet/devnet.ts'
import { createWallets } from '#dashboard/wallets/walletConfig.ts'
import { testAddress } from './wallet.ts'

/**
 * Announces and connects a wallet extension that answers as the test says.
 *
 * @param options.readChainId - The chain that it is on, the devnet's first by default.
 */
export async function announceWallet(
  answer: (method: string, params: unknown) => unknown,
  { readChainId = () => '0x43d28c9' }: { readChainId?: () => string } = {},
) {
  const asked: { method: string; params: unknown }[] = []
  const provider = {
    on: ignore,
    removeListener: ignore,
    async request({ method, params }: { method: string; params?: unknown }) {
      asked.push({ method, params })
      if (method === 'eth_chainId') return readChainId()
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [testAddress]
      return method === 'wallet_requestPermissions' ? [] : answer(method, params)
    },
  }
  const icon = 'data:image/png;,'
  const info = { uuid: crypto.randomUUID(), name: 'Batcher', icon, rdns: 'b.test' }
  const detail = Object.freeze({ info, provider })
  function announce(): void {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  const wallets = createWallets(devnet)
  const connector = wallets.config.connectors.find(({ id }) => id === 'b.test')
  if (!connector) throw new Error('The wallet was not found.')
  await connect(wallets.config, { connector })
  async function stop(): Promise<void> {
    await disconnect(wallets.config)
    window.removeEventListener('eip6963:requestProvider', announce)
  }
  return { asked, signing: { wallets, owner: testAddress } as const, stop }
}

function ignore(): void {}
