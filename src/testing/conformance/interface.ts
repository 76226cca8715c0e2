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

/** A column of the table: one account of a kind, or one of each kind together. */
export const kinds = ['role-based', 'basic', 'EIP-7702', 'mixed'] as const
export type Kind = (typeof kinds)[number]

/** Kinds with a single account, as generation 1 accepts. */
export const singleKinds: readonly Kind[] = ['role-based', 'basic', 'EIP-7702']

/** A response. */
export type Answer = { status: number; body: unknown }

/** How a request differs from a valid one. */
export type Sending = { key?: string | null; type?: string; raw?: string; method?: string }

/** Generation of an endpoint. */
export type Generation = 1 | 3

/** A running service with funded accounts of every kind. */
export type ConformanceContext = {
  service: TestService
  /** Returns the owners of a column's accounts; with `fresh`, unused and unfunded ones. */
  owners: (kind: Kind, options?: { fresh?: boolean }) => Promise<readonly TestOwner[]>
  fund: (owners: readonly TestOwner[], units: bigint) => Promise<void>
  send: (path: string, body: unknown, how?: Sending) => Promise<Answer>
  asset: (chain: string, symbol: string) => AssetType
}

/** Keys limited to reading, and to one request per second. */
export const readingKey = 'reads-only'
export const slowKey = 'once-a-second'
/** A key without permissions. */
export const emptyKey = 'may-nothing'
/** Recipient of payments. */
export const recipient: EvmAddress = '0x00000000000000000000000000000000000f41e7'

/** USDC units of each account of a column on Firth. */
const funds = 400_000_000n

/** Starts the service and funds every column's accounts. */
export async function startConformance(): Promise<ConformanceContext> {
  // Long enough for rows that sign several quotes in sequence on a slow machine.
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

/** A valid quote request; with several accounts, the amount needs all of them. */
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

/** A call that needs USDC on Lagoon, where the account has none. */
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

/** Call data of a transfer to the recipient. */
export function transferData(amount: bigint) {
  return encodeFunctionData({
    abi: devTokenAbi,
    functionName: 'transfer',
    args: [recipient, amount],
  })
}

/** Call data that grants the recipient a token right. */
export function approveData() {
  return encodeFunctionData({ abi: devTokenAbi, functionName: 'approve', args: [recipient, 1n] })
}

/** Signs every EVM operation of a document with its owners' keys. */
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

/** Returns the body of a response that must be successful. */
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
