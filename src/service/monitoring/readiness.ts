import { hasEscrow } from '#chains/solana/settlement/findSolanaRoleKeyErrors.ts'
import type { Links } from '../links/links.ts'

/** What is not usable now, by name; see {@link createReadiness}. */
export type Readiness = { missing: readonly string[] }

const keptMs = 500

/**
 * Makes the check behind `/readyz`: the database answers, and every chain is the one it should be and
 * has our escrow. An answer is kept for half a second.
 *
 * @param options.isDatabaseReady - Absent where the process has none.
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
    // Whatever the reason, the answer to "is it usable" is no; its name goes into the answer.
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
    // As above: why it is not usable changes nothing.
    return false
  }
}
