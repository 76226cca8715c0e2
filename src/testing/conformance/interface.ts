import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import {
  type ChainOperation,
  EvmChainOperation,
  isEvmOperation,
} from '#protocol/orders/operation.ts'
import { getAsset } from '#testing/harness/composeServices.ts'
import { signOperation, type SigningForm, type TestOwner } from '#testing/harness/kinds.ts'
import { hashApiKey } from '#service/http/access/apiKeys.ts'
import { saveApiKey } from '#service/storage/tables/apiKeys.ts'
import { startTestService, type TestService } from '#testing/harness/service.ts'
import { createDevnetParts } from '#cli/start/createDevnetParts.ts'

/** A column of the table: one account of a kind, or one of each together. */
export const kinds = ['role-based', 'basic', 'EIP-7702', 'mixed'] as const
export type Kind = (typeof kinds)[number]

/** Kinds of one account: what generation 1 takes. */
export const singleKinds: readonly Kind[] = ['role-based', 'basic', 'EIP-7702']

/** An answer as it came. */
export type Answer = { status: number; body: unknown }

/** How a request differs from one that is in order. */
export type Sending = { key?: string | null; type?: string; raw?: string; method?: string }

/** Generation of an endpoint. */
export type Generation = 1 | 3

/** A running service with funded accounts of every kind. */
export type ConformanceContext = {
  service: TestService
  /** The owners of a column's accounts; with `fresh` such as nobody used and nobody funded. */
  owners: (kind: Kind, options?: { fresh?: boolean }) => Promise<readonly TestOwner[]>
  fund: (owners: readonly TestOwner[], units: bigint) => Promise<void>
  send: (path: string, body: unknown, how?: Sending) => Promise<Answer>
  asset: (chain: string, symbol: string) => AssetType
}

/** Keys that may only read, and that may ask once in a second. */
export const readingKey = 'reads-only'
export const slowKey = 'once-a-second'
/** A key that may do nothing. */
export const emptyKey = 'may-nothing'
/** Where what is paid goes. */
export const friend: EvmAddress = '0x00000000000000000000000000000000000f41e7'

/** Units of USDC that each account of a column holds on Firth. */
const funds = 400_000_000n

/** Starts the service with everything and gives every column's accounts their funds. */
export async function startConformance(): Promise<ConformanceContext> {
  // A row signs several quotes one after the other: none is over before, however busy the machine is.
  const service = await startTestService({ QUOTE_VALIDITY_SECONDS: '120' }, createDevnetParts)
  await Promise.all([
    saveKey(service, { key: readingKey, permissions: ['read'], requestsPerSecond: 300 }),
    saveKey(service, { key: emptyKey, permissions: [], requestsPerSecond: 300 }),
    saveKey(service, { key: slowKey, permissions: ['*'], requestsPerSecond: 1 }),
  ])
  let used = 0
  function nextKey() {
    used += 1
    return privateKeyToAccount(`0x7ab1${used.toString(16).padStart(60, '0')}`)
  }
  const harness: ConformanceContext = {
    service,
    async owners(kind, { fresh = false } = {}) {
      const known = columns.get(kind)
      if (known && !fresh) return known
      const members = kind === 'mixed' ? singleKinds : [kind]
      return Promise.all(
        members.map((member) => getOwner(service, { kind: member, key: nextKey() })),
      )
    },
    async fund(owners, units) {
      const assetType = harness.asset('Firth', 'USDC')
      for (const { account } of owners)
        await service.devnet.faucet.send(account.accountAddress, [{ assetType, amount: units }])
    },
    send: (path, body, how) => send(service, { path, body, ...how }),
    asset: (chain, symbol) => getAsset(service.devnet.network, { chain, symbol }),
  }
  const columns = new Map<Kind, readonly TestOwner[]>()
  for (const kind of kinds) {
    const owners = await harness.owners(kind, { fresh: true })
    await harness.fund(owners, funds)
    columns.set(kind, owners)
  }
  return harness
}

/** The accounts of a body: one in generation 1, a list in generation 3. */
export function buildParty(owners: readonly TestOwner[], generation: Generation): object {
  const accounts = owners.map(({ account }) => account)
  return generation === 1 ? { account: accounts[0] } : { accounts }
}

/** A quote request that is in order: what several accounts hold is needed from all of them. */
export function quoteBody(
  harness: ConformanceContext,
  { owners, generation }: { owners: readonly TestOwner[]; generation: Generation },
) {
  const amount = owners.length > 1 ? '900000000' : '5000000'
  return {
    from: { ...buildParty(owners, generation), asset: { assetId: 'agg:usdc' }, amount },
    to: { asset: { assetId: harness.asset('Delta', 'USDT') } },
  }
}

/** A call of the account that needs USDC on Lagoon, where it has none. */
export function prepareBody(
  harness: ConformanceContext,
  { owners, generation }: { owners: readonly TestOwner[]; generation: Generation },
) {
  const assetType = harness.asset('Lagoon', 'USDC')
  return {
    ...buildParty(owners, generation),
    targetChain: assetType.split('/')[0],
    calls: [{ to: devnetAddresses.usdc, data: transferData(1_000_000n), value: '0x0' }],
    allowanceRequirements: [],
    tokensRequired: [{ assetType, amount: '1000000' }],
  }
}

/** Call data of a transfer to the friend. */
export function transferData(amount: bigint) {
  return encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [friend, amount] })
}

/** Call data that gives the friend a right over tokens. */
export function approveData() {
  return encodeFunctionData({ abi: devTokenAbi, functionName: 'approve', args: [friend, 1n] })
}

/** Signs every EVM operation of a document, as its owners do. */
export async function signDocument<Document extends object>(
  harness: ConformanceContext,
  {
    document,
    owners,
    form = 'approve',
  }: { document: Document; owners: readonly TestOwner[]; form?: SigningForm },
): Promise<Document> {
  const { network } = harness.service.devnet
  async function sign(operation: ChainOperation) {
    return isEvmOperation(operation)
      ? signOperation(operation, { owners, network, form })
      : operation
  }
  const { originChainsOperations, chainOperation } = Object(document)
  return {
    ...document,
    ...(originChainsOperations !== undefined && {
      originChainsOperations: await Promise.all(
        endpoints.quote.response.shape.originChainsOperations
          .parse(originChainsOperations)
          .map(sign),
      ),
    }),
    ...(chainOperation !== undefined && {
      chainOperation: await sign(EvmChainOperation.parse(chainOperation)),
    }),
  }
}

/** The body of an answer that must be a success. */
export function parseBody({ status, body }: Answer): Record<string, unknown> {
  if (status >= 300) throw new Error(`It answered ${status}: ${JSON.stringify(body)}`)
  return Object(body)
}

async function getOwner(
  service: TestService,
  { kind, key }: { kind: Kind; key: TestOwner['key'] },
): Promise<TestOwner> {
  const { address } = key
  if (kind === 'EIP-7702') {
    const type = 'smartacct-v3.3-ecdsa'
    const keys = { type, signerAddress: address, accountAddress: address }
    return { key, account: { ...keys, deploymentType: 'EIP7702' } }
  }
  const keys =
    kind === 'basic'
      ? { type: 'smartacct-v3.1-ecdsa', signerAddress: address }
      : { sessionAddress: address, adminAddress: address }
  const answer = await send(service, { path: '/api/account/predict-address', body: keys })
  const accountAddress = EvmAddress.parse(parseBody(answer)['predictedAddress'])
  return { key, account: { ...keys, accountAddress } }
}

async function send(
  { url }: TestService,
  { path, body, ...how }: Sending & { path: string; body: unknown },
): Promise<Answer> {
  const { key = 'estuary-devnet', type = 'application/json', raw, method = 'POST' } = how
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(method === 'POST' && { 'content-type': type }),
      ...(key !== null && { 'x-api-key': key }),
    },
    ...(method === 'POST' && { body: raw ?? JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

async function saveKey(
  { storage }: TestService,
  { key, ...row }: { key: string; permissions: string[]; requestsPerSecond: number },
): Promise<void> {
  await saveApiKey(storage, { hash: hashApiKey(key), label: key, allowedOrigins: [], ...row })
}
