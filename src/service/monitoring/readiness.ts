import { hasEscrow } from '#chains/solana/settlement/keys/findSolanaRoleKeyErrors.ts'
import type { Links } from '../links/links.ts'

/** Names of what is unusable now; see {@link createReadiness}. */
export type Readiness = { missing: readonly string[] }

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
    const [isDatabaseReady, ...missingChains] = await Promise.all([
      options.isDatabaseReady(),
      ...clients.map(async (one) => ((await isUsable(one)) ? [] : [one.chain.chainId])),
      ...solanaClients.map(async (one) => {
        return (await isSolanaUsable(one)) ? [] : [one.chain.chainId]
      }),
    ])
    return { missing: [...(isDatabaseReady ? [] : ['database']), ...missingChains.flat()] }
  }

  return () => {
    if (!kept || performance.now() > kept.untilMs)
      kept = { answer: check(), untilMs: performance.now() + keptMs }
    return kept.answer
  }
}

async function isUsable({ chain, client }: Links['clients'][number]) {
  try {
    const [chainNumber, code] = await Promise.all([
      client.rpc.request({ method: 'eth_chainId' }),
      client.rpc.request({
        method: 'eth_getCode',
        params: [chain.contracts.originEscrow, 'latest'],
      }),
    ])
    return Number(chainNumber) === client.chainNumber && code !== '0x'
  } catch {
    // Any error means not usable; the caller reports the chain's name.
    return false
  }
}

async function isSolanaUsable({ chain, client }: Links['solanaClients'][number]) {
  try {
    const [genesis, health, isDeployed] = await Promise.all([
      client.request({ method: 'getGenesisHash' }),
      client.request({ method: 'getHealth' }),
      hasEscrow(client, chain),
    ])
    return genesis === chain.genesisHash && health === 'ok' && isDeployed
  } catch {
    // Any error means not usable, as above.
    return false
  }
}
