/** A chain in the discovery response; only fields that flows read. */
export type ChainInfo = { chain: string; name: string; rpcUrl: string; explorerUrl: string }

/** A member of an aggregate: CAIP-19 id and decimals. */
export type ListedMember = { assetType: string; decimals: number }

/** An aggregate of the asset list. */
export type ListedAggregate = {
  name: string
  aggregatedAssetId: string
  decimals: number
  aggregatedEntities: ListedMember[]
}

/** Chains and assets of the running service. */
export type ServiceInfo = { url: string; chains: ChainInfo[]; aggregates: ListedAggregate[] }

const devnetKey = 'estuary-devnet'

/** Reads chains and assets of the service at `url` through its public interface. */
export async function readService(url: string, key = devnetKey): Promise<ServiceInfo> {
  const discovery: { chains: ChainInfo[] } = await getJson(`${url}/api/discovery`, key)
  const aggregates: ListedAggregate[] = await getJson(`${url}/api/assets/list`, key)
  return { url, chains: discovery.chains, aggregates }
}

/**
 * Returns the aggregate with this id.
 * @throws Error when the service does not list it.
 */
export function getAggregate(service: ServiceInfo, id: string): ListedAggregate {
  const aggregate = service.aggregates.find((it) => it.aggregatedAssetId === id)
  if (aggregate === undefined) throw new Error(`${service.url} lists no ${id}`)
  return aggregate
}

/**
 * Returns the chain of this name.
 * @throws Error when the service does not list it.
 */
export function getChainByName(service: ServiceInfo, name: string): ChainInfo {
  const chain = service.chains.find((it) => it.name === name)
  if (chain === undefined) throw new Error(`${service.url} lists no chain ${name}`)
  return chain
}

/**
 * Returns the CAIP-19 id of an aggregate's member on the chain of this name.
 * @throws Error when the aggregate has none there.
 */
export function getAsset(service: ServiceInfo, aggregateId: string, chainName: string): string {
  const { chain } = getChainByName(service, chainName)
  const members = getAggregate(service, aggregateId).aggregatedEntities
  const member = members.find(({ assetType }) => assetType.startsWith(`${chain}/`))
  if (member === undefined) throw new Error(`${aggregateId} has no member on ${chainName}`)
  return member.assetType
}

/**
 * Returns the chain that an asset is on.
 * @throws Error when the service does not list it.
 */
export function getChain(service: ServiceInfo, assetType: string): ChainInfo {
  const chain = service.chains.find((it) => assetType.startsWith(`${it.chain}/`))
  if (chain === undefined) throw new Error(`${service.url} lists no chain of ${assetType}`)
  return chain
}

/**
 * Returns an asset's entry in the asset list.
 * @throws Error when the service does not list it.
 */
export function getMember(service: ServiceInfo, assetType: string): ListedMember {
  const members = service.aggregates.flatMap((aggregate) => aggregate.aggregatedEntities)
  const member = members.find((it) => it.assetType === assetType)
  if (member === undefined) throw new Error(`${service.url} lists no asset ${assetType}`)
  return member
}

/** The chains that an EVM wallet knows. */
export function getEvmChains({ chains }: ServiceInfo): readonly ChainInfo[] {
  return chains.filter(({ chain }) => chain.startsWith('eip155:'))
}

/** The EIP-155 number of a chain or of an asset's chain. */
export function getChainNumber(id: string): number {
  return Number(id.split('/')[0]?.split(':')[1])
}

/** Funds an address from the faucet; without an asset with the starter set. */
export async function fund(service: ServiceInfo, request: Record<string, string>): Promise<void> {
  const response = await fetch(`${service.url}/api/devnet/faucet`, {
    method: 'POST',
    headers: { 'x-api-key': devnetKey, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  if (!response.ok) throw new Error(`The faucet answered ${response.status}`)
}

async function getJson<Answer>(url: string, key: string): Promise<Answer> {
  const response = await fetch(url, { headers: { 'x-api-key': key } })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const answer: Answer = await response.json()
  return answer
}
