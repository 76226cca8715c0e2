import { SignClient } from '@walletconnect/sign-client'
import { type PrivateKeyAccount, isHex } from 'viem'

import { createClientParts } from '#dashboard/wallets/remote/walletConnect/signClient.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'

/** A wallet on a phone, for tests. */
export type PhoneWallet = {
  /** Scans a code and answers it. */
  scan: (uri: string) => Promise<void>
  /** The requests that it was asked, in order, as methods with their chains. */
  asked: readonly string[]
  /** Shares other addresses on its chains than before. */
  share: (addresses: readonly string[]) => Promise<void>
  /** Ends all connections, as a person does on the phone. */
  leave: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a wallet that answers through a relay.
 *
 * @param options.answer - `reject` declines connections and requests.
 * @param options.chains - The chains that it shares, such as `eip155:1`.
 */
export async function startPhoneWallet(options: {
  account: PrivateKeyAccount
  relayUrl: string
  chains: readonly string[]
  answer: () => 'approve' | 'reject'
}): Promise<PhoneWallet> {
  const { account, relayUrl, chains, answer } = options
  const client = await SignClient.init({
    projectId: '0'.repeat(32),
    relayUrl,
    ...createClientParts(),
    customStoragePrefix: `phone-${account.address}-${Date.now()}`,
    metadata: { name: 'Phone', description: 'A phone', url: 'https://phone.test', icons: [] },
  })
  const asked: string[] = []
  const declined = { code: 5000, message: 'User rejected.' }
  client.on('session_proposal', ({ id, params }) => {
    const methods = params.optionalNamespaces['eip155']?.methods ?? []
    const eip155 = {
      accounts: chains.map((chain) => `${chain}:${account.address}`),
      methods: methods.filter((method) => /sign/i.test(method)),
      events: ['accountsChanged', 'chainChanged'],
    }
    void (answer() === 'approve'
      ? client.approve({ id, namespaces: { eip155 } })
      : client.reject({ id, reason: declined }))
  })
  client.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    asked.push(`${request.method} on ${chainId}`)
    const given: readonly unknown[] = Array.isArray(request.params) ? request.params : []
    void (async () => {
      const result = answer() === 'approve' ? await sign(account, request.method, given) : undefined
      const response =
        result === undefined
          ? { id, jsonrpc: '2.0', error: declined }
          : { id, jsonrpc: '2.0', result }
      await client.respond({ topic, response })
    })()
  })
  return {
    asked,
    async scan(uri) {
      await client.pair({ uri })
    },
    async share(addresses) {
      for (const { topic, namespaces } of client.session.getAll()) {
        const accounts = chains.flatMap((chain) => addresses.map((one) => `${chain}:${one}`))
        const eip155 = { methods: [], events: [], ...namespaces['eip155'], accounts }
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await client.update({ topic, namespaces: { eip155 } })
      }
    },
    async leave() {
      const reason = { code: 6000, message: 'Left' }
      for (const { topic } of client.session.getAll())
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await client.disconnect({ topic, reason })
    },
    async stop() {
      await client.core.relayer.transportClose()
    },
  }
}

async function sign(
  account: PrivateKeyAccount,
  method: string,
  given: readonly unknown[],
): Promise<string | undefined> {
  const [first, second] = given
  if (method === 'personal_sign' && isHex(first))
    return account.signMessage({ message: { raw: first } })
  const typed: unknown = JSON.parse(String(second))
  if (!isRecord(typed)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a wallet signs what it is given
  return account.signTypedData(typed as Parameters<typeof account.signTypedData>[0])
}
