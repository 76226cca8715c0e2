import { createEvmClient, type EvmClient } from '#chains/evm/client.ts'
import { createEvmChain } from '#chains/evm/evmChain.ts'
import type { Chain } from '#chains/chain.ts'
import type { NetworkChain } from '#networks/network.ts'
import { quoteSignerOf } from '#protocol/seal.ts'
import { createBalances } from './balances/balances.ts'
import { type Config, secretsOf } from './config.ts'
import { type HttpParts, createHttp } from './http/http.ts'
import { apiKeyOf, apiKeyOfRow } from './apiKeyRecord.ts'
import { type DevnetHandlers, serviceHandlers } from './http/serviceHandlers.ts'
import { type Log, createLog } from './log.ts'
import { explainOutage } from './outage.ts'
import { createPrices } from './prices/prices.ts'
import { createQuotes } from './quotes/quotes.ts'
import { createReadiness } from './readiness.ts'
import { findApiKey } from './storage/apiKeys.ts'
import type { Storage } from './storage/database.ts'
import { createStorage } from './storage/storage.ts'

/** What a devnet adds to the service. */
export type DevnetParts = { handlers: DevnetHandlers; pages: HttpParts['pages'] }

/** A running service process. */
export type Service = {
  /** Where people reach it; undefined for a process without the api role. */
  url: string | undefined
  stop: () => Promise<void>
}

/** One chain as this process reaches it. */
type Link = { chain: NetworkChain; client: EvmClient; adapter: Chain }

/**
 * Starts the roles that the configuration names and composes the parts they need.
 *
 * @throws Error in one sentence when the database cannot be used or the port not be listened on.
 */
export async function startService(
  config: Config,
  options: { devnet?: DevnetParts } = {},
): Promise<Service> {
  const log = createLog({
    role: [...config.roles].join(','),
    level: config.logLevel,
    secrets: secretsOf(config),
  })
  const links = linksOf(config)
  const storage = await createStorage({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onError: (error) => log.warn({ err: error }, 'a connection to the database broke'),
  })
  const stops: (() => Promise<void>)[] = [() => storage.stop()]
  let url: string | undefined
  if (config.roles.has('api')) {
    const api = await startApi(config, { ...options, log, links, storage })
    url = api.url
    stops.unshift(api.stop)
  }
  return {
    url,
    async stop() {
      for (const stop of stops) await stop()
    },
  }
}

async function startApi(
  config: Config,
  parts: { devnet?: DevnetParts; log: Log; links: readonly Link[]; storage: Storage },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { devnet, log, links, storage } = parts
  const { network } = config
  const chains = new Map(links.map(({ adapter }) => [adapter.chainId, adapter]))
  const prices = createPrices({ network, chains })
  const balances = createBalances({ network, chains, prices })
  const quoteKey = Buffer.from((config.keys.quote ?? '0x').slice(2), 'hex')
  const quotes = createQuotes({ network, chains, balances, prices, quoteKey })
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const app = await createHttp(
    {
      handlers: serviceHandlers({
        deployment: { ...config, publicUrl, quoteSigner: quoteSignerOf(quoteKey) },
        balances,
        quotes,
        ...(devnet && { devnet: devnet.handlers }),
      }),
      keys: [apiKeyOf(config)],
      lookUpKey: async (sha256) => {
        const row = await findApiKey(storage, sha256)
        return row && apiKeyOfRow(row)
      },
      readiness: createReadiness({ isDatabaseReady: storage.isReady, chains: links }),
      explain: explainOutage,
      pages: devnet?.pages ?? [],
      log,
    },
    {
      publicUrl,
      corsOrigins: config.corsOrigins,
      publicRpcUrls: Object.values(config.publicRpcUrls),
      trustedProxies: config.trustedProxies,
      ...(config.dashboardFolder !== undefined && { dashboardFolder: config.dashboardFolder }),
    },
  )
  await app.listen({ host: config.host, port: config.port })
  return { url: publicUrl, stop: () => app.close() }
}

function linksOf({ network, rpcUrls }: Config): Link[] {
  return network.chains.map((chain) => {
    const client = createEvmClient(chain.chainId, { rpcUrl: rpcUrls[chain.chainId] ?? '' })
    return { chain, client, adapter: createEvmChain(chain, client) }
  })
}
