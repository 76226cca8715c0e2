import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { hasEscrow } from '#chains/solana/settlement/keys/findSolanaRoleKeyErrors.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { describeProvider } from '../links/describeProvider.ts'
import type { Links } from '../links/links.ts'

/** What is unusable now; see {@link createReadiness}. */
export type Readiness = {
  /** Names: `database`, or a chain. */
  missing: readonly string[]
  /** Why a chain is missing, by its name. */
  reasons: Readonly<Record<string, string>>
}

const keptMs = 500

/**
 * Creates the check behind `/readyz`: the database answers, and every chain is the expected one and
 * has the escrow. The result is cached for half a second.
 */
export function createReadiness(options: {
  isDatabaseReady: () => Promise<boolean>
  links: Pick<Links, 'clients' | 'solanaClients'>
}): () => Promise<Readiness> {
  const { clients, solanaClients } = options.links
  let kept: { answer: Promise<Readiness>; untilMs: number } | undefined

  async function check(): Promise<Readiness> {
    const [isDatabaseReady, ...chains] = await Promise.all([
      options.isDatabaseReady(),
      ...clients.map(async (one) => ({ ...one.chain, fault: await findFault(one) })),
      ...solanaClients.map(async (one) => ({ ...one.chain, fault: await findSolanaFault(one) })),
    ])
    const faults = chains.flatMap(({ chainId, fault }) =>
      fault === undefined ? [] : [[chainId, fault] as const],
    )
    return {
      missing: [...(isDatabaseReady ? [] : ['database']), ...faults.map(([chainId]) => chainId)],
      reasons: Object.fromEntries(faults),
    }
  }

  return () => {
    if (!kept || performance.now() > kept.untilMs)
      kept = { answer: check(), untilMs: performance.now() + keptMs }
    return kept.answer
  }
}

async function findFault({ chain, client }: Links['clients'][number]) {
  try {
    const [chainNumber, code] = await Promise.all([
      client.rpc.request({ method: 'eth_chainId' }),
      client.rpc.request({
        method: 'eth_getCode',
        params: [chain.contracts.originEscrow, 'latest'],
      }),
    ])
    if (Number(chainNumber) !== client.chainNumber)
      return describeForeign(chain.chainId, `eip155:${Number(chainNumber)}`)
    return code === '0x' ? `no contract at ${chain.contracts.originEscrow}, its escrow` : undefined
  } catch (error) {
    return describeError(chain.chainId, error)
  }
}

async function findSolanaFault({ chain, client }: Links['solanaClients'][number]) {
  try {
    const [genesis, health, isDeployed] = await Promise.all([
      client.request({ method: 'getGenesisHash' }),
      client.request({ method: 'getHealth' }),
      hasEscrow(client, chain),
    ])
    if (genesis !== chain.genesisHash) return describeForeign(chain.chainId, String(genesis))
    if (health !== 'ok') return `${describeProvider(chain.chainId, 1)} is behind`
    return isDeployed ? undefined : `no program at ${chain.program}, its escrow`
  } catch (error) {
    return describeError(chain.chainId, error)
  }
}

function describeError(chainId: ChainId, error: unknown): string {
  const served = findChainUnavailableError(error)?.served
  return served === undefined
    ? `${describeProvider(chainId, 1)} isn't responding`
    : describeForeign(chainId, served)
}

function describeForeign(chainId: ChainId, served: string): string {
  return `${describeProvider(chainId, 1)} answers for ${served}`
}
