import type { EvmNetworkChain, NetworkChain, SolanaNetworkChain } from '#networks/network.ts'
import { getEvmChainNumber } from '#protocol/ids/caip.ts'
import { getDirectEvmClient } from './getEvmClient.ts'
import { getDirectSolanaClient } from './getSolanaClient.ts'
import type { AskedName, NameAnswer } from './nameAnswer.ts'

/** Reads what a name points to, from the own endpoint of the chain that has the names. */
export function readName(namesChain: NetworkChain, asked: AskedName): Promise<NameAnswer> {
  return namesChain.kind === 'evm' ? readEnsName(namesChain, asked) : readSnsName(namesChain, asked)
}

async function readEnsName(chain: EvmNetworkChain, of: AskedName): Promise<NameAnswer> {
  const { ensUniversalResolver: resolver } = chain
  const client = getDirectEvmClient(chain, of.rpcUrls)
  if (!client || !resolver) return { kind: 'unreachable' }
  // The rules of these names are large: loaded with the first one.
  const { normalizeName, readEnsAddress } = await import('#chains/evm/names/readEnsAddress.ts')
  const name = normalizeName(of.text)
  if (name === undefined) return { kind: 'malformed' }
  const chainNumber = of.chainId && getEvmChainNumber(of.chainId)
  const answer = await readEnsAddress(client, { resolver, name, chainNumber })
  if (answer.kind === 'noResolver') return { kind: 'unreachable' }
  return answer.kind === 'address' ? { ...answer, name } : { kind: answer.kind }
}

async function readSnsName(chain: SolanaNetworkChain, of: AskedName): Promise<NameAnswer> {
  const { snsProgram: program } = chain
  const rpcUrl = of.rpcUrls.get(chain.chainId) ?? chain.rpcUrl
  const client = await getDirectSolanaClient({ chain, rpcUrl })
  if (!client || !program) return { kind: 'unreachable' }
  const { normalizeSnsName, readSnsAddress } =
    await import('#chains/solana/names/readSnsAddress.ts')
  const name = normalizeSnsName(of.text)
  if (name === undefined) return { kind: 'malformed' }
  const answer = await readSnsAddress(client, { program, name })
  return answer.kind === 'address' ? { ...answer, name, isOfChain: true } : answer
}
