import { getEvmChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AssetType, EvmAddress, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { parseExecutionPlan } from '#service/executions/plan/parseExecutionPlan.ts'
import type { TestServices } from './composeServices.ts'
import type { TestHarness } from './harness.ts'

/** The account of a quote and the service that reads balances. */
export type LedgerContext = { services: TestServices; network: Network; account: Holder }

type Holder = { accountAddress: EvmAddress }

/** Balances of everyone involved in a quote, of each of its assets, by `<role> <asset type>`. */
export async function readBalancesAround(
  { services, network, account }: LedgerContext,
  quote: Quote,
): Promise<Map<string, bigint>> {
  const { roles } = network
  const recipient = quote.destinationToken.recipientAccount.split(':').at(-1) ?? ''
  const contracts = getEvmChains(network)[0]?.contracts
  const holders = {
    user: account.accountAddress,
    ...(!isOwn(quote, account) && { recipient: EvmAddress.parse(recipient) }),
    solver: roles.solver,
    payee: roles.payee,
    feeReceiver: roles.feeReceiver,
    escrow: contracts?.originEscrow ?? roles.solver,
    settler: contracts?.destinationSettler ?? roles.solver,
  }
  const assets = new Set([
    ...quote.originChainsOperations.map(({ assetType }) => assetType),
    quote.destinationToken.assetType,
  ])
  const found = new Map<string, bigint>()
  for (const assetType of assets)
    for (const [name, holder] of Object.entries(holders)) {
      const chain = services.chains.get(splitAssetType(assetType).chainId)
      const balance = await chain?.readBalance(holder, assetType)
      found.set(`${name} ${assetType}`, balance?.units ?? 0n)
    }
  return found
}

/** Balances of these holders from the nodes, by `<address key> <asset type>`. */
export async function readBalances(
  { chains }: Pick<TestServices, 'chains'>,
  { holders, assets }: { holders: readonly EvmAddress[]; assets: readonly AssetType[] },
): Promise<Map<string, bigint>> {
  const pairs = assets.flatMap((assetType) => holders.map((holder) => ({ holder, assetType })))
  const found = await Promise.all(
    pairs.map(async ({ holder, assetType }) => {
      const chain = chains.get(splitAssetType(assetType).chainId)
      const balance = await chain?.readBalance(holder, assetType)
      return [`${toAddressKey(holder)} ${assetType}`, balance?.units ?? 0n] as const
    }),
  )
  return new Map(found)
}

/** Expected gain of each address from a quote over several accounts, taken from its call data. */
export function getPromisedEach(
  quote: Quote,
  { services: { chains }, network }: Pick<LedgerContext, 'services' | 'network'>,
): Record<string, bigint> {
  const result: Record<string, bigint> = {}
  function add(holder: string, assetType: AssetType, units: bigint): void {
    const key = `${holder.toLowerCase()} ${assetType}`
    result[key] = (result[key] ?? 0n) + units
  }
  const { solver, payee, feeReceiver } = network.roles
  for (const { sender, assetType, spends, fee } of parseExecutionPlan(quote, { network, chains })
    .legs) {
    add(sender, assetType, -spends)
    add(payee, assetType, spends - fee)
    add(feeReceiver, assetType, fee)
  }
  const { assetType, amount, recipientAccount } = quote.destinationToken
  add(recipientAccount.split(':').at(-1) ?? '', assetType, BigInt(amount))
  add(solver, assetType, -BigInt(amount))
  return result
}

/** Gas that the solver paid for a quote according to receipts: wei, by native asset. */
export async function getSolverGas(
  { devnet, database }: Pick<TestHarness, 'devnet' | 'database'>,
  { id }: Quote,
): Promise<Map<AssetType, bigint>> {
  const { chains, roles } = devnet.network
  const rows = await database.storage.query<{ chain: string; hash: Hash }>(
    `select t.chain, t.hash from transactions t join steps s using (quote_id, leg, action, attempt)
     where quote_id = $1 and t.signer = $2 and s.hash = t.hash`,
    [id, toAddressKey(roles.solver)],
  )
  const paid = new Map<AssetType, bigint>()
  for (const { chain, hash } of rows) {
    const asset = chains.find(({ chainId }) => chainId === chain)?.nativeAsset
    const node = devnet.chains.find(({ chainId }) => chainId === chain)
    if (!asset || !node) throw new Error(`${chain} has no node.`)
    const { gasUsed, effectiveGasPrice } = await node.client.getTransactionReceipt({ hash })
    paid.set(asset, (paid.get(asset) ?? 0n) + gasUsed * effectiveGasPrice)
  }
  return paid
}

/** Balance changes, without those that are zero. */
export function getGains(
  before: Map<string, bigint>,
  after: Map<string, bigint>,
): Record<string, bigint> {
  const all = [...after].map(([key, units]) => [key, units - (before.get(key) ?? 0n)] as const)
  return Object.fromEntries(all.filter(([, gain]) => gain !== 0n))
}

function isOwn({ destinationToken }: Quote, account: Holder): boolean {
  const recipient = destinationToken.recipientAccount.split(':').at(-1) ?? ''
  return isSameAddress(recipient, account.accountAddress)
}

/** Expected gain of each role, taken from the fields of the quote. */
export function getPromised(quote: Quote, account: Holder): Record<string, bigint> {
  const result: Record<string, bigint> = {}
  function add(key: string, units: bigint): void {
    result[key] = (result[key] ?? 0n) + units
  }
  for (const operation of quote.originChainsOperations) {
    const { assetType } = operation
    const amount = BigInt(operation.amount)
    const fee = BigInt(quote.fees?.assets[assetType] ?? 0)
    add(`user ${assetType}`, -amount - fee)
    add(`payee ${assetType}`, amount)
    add(`feeReceiver ${assetType}`, fee)
  }
  const { assetType, amount } = quote.destinationToken
  add(`${isOwn(quote, account) ? 'user' : 'recipient'} ${assetType}`, BigInt(amount))
  add(`solver ${assetType}`, -BigInt(amount))
  return Object.fromEntries(Object.entries(result).filter(([, gain]) => gain !== 0n))
}
