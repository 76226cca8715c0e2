import type { Network } from '#networks/network.ts'
import { EvmAddress, isSameAddress, splitAssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import type { TestDesk } from './testDesk.ts'

/** Whose balances around a quote are looked at. */
export type LedgerScene = { desk: TestDesk; network: Network; account: Holder }

/** Whoever holds something. */
type Holder = { accountAddress: EvmAddress }

/** What everybody concerned by a quote holds of its assets. */
export async function balancesAround(
  { desk, network, account }: LedgerScene,
  quote: Quote,
): Promise<Map<string, bigint>> {
  const { roles, chains } = network
  const recipient = quote.destinationToken.recipientAccount.split(':').at(-1) ?? ''
  const contracts = chains[0]?.contracts
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
      const chain = desk.chains.get(splitAssetType(assetType).chainId)
      const balance = await chain?.readBalance(holder, assetType)
      found.set(`${name} ${assetType}`, balance?.units ?? 0n)
    }
  return found
}

/** Everybody's gain, without those who gained nothing. */
export function gains(
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

/** What each should have gained, from the quote alone. */
export function promised(quote: Quote, account: Holder): Record<string, bigint> {
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
