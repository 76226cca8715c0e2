import { vi } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { getEvmChainNumber } from '#protocol/ids/caip.ts'

/**
 * Answers, for the chains of the devnet, what a page asks about the code of addresses.
 *
 * @param codeOf - The code at an address, by the chain's name; undefined where none answers.
 */
export function answerCodes(codeOf: (address: string, chain: string) => string | undefined): void {
  vi.stubGlobal('fetch', async (url: string | URL, { body }: RequestInit = {}) => {
    const chain = findChain(String(url))
    const asked: unknown = JSON.parse(typeof body === 'string' ? body : '{}')
    function answer({ id, method, params }: RpcRequest) {
      const code = codeOf(String(params?.[0]).toLowerCase(), chain.name)
      if (code === undefined) throw new TypeError('The chain does not answer.')
      const chainId = `0x${(getEvmChainNumber(chain.chainId) ?? 0).toString(16)}`
      const result = method === 'eth_chainId' ? chainId : method === 'eth_getCode' ? code : '0x0'
      return { jsonrpc: '2.0', id, result }
    }
    return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(Object(asked)))
  })
}

type RpcRequest = { id?: unknown; method?: string; params?: readonly unknown[] }

/** The chain whose node, or the service's relay to it, has this address. */
function findChain(url: string) {
  const found = devnetWithSolana.chains.find(
    ({ chainId, rpcUrl }) => url === rpcUrl || url.endsWith(chainId),
  )
  if (!found) throw new Error(`No chain has the address ${url}.`)
  return found
}
