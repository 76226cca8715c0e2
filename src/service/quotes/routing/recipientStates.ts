import type { Chain, RecipientAccountState } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { EvmAccount } from '#protocol/accounts/account.ts'
import { type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import { type Asset, toAssetKey } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import { type ResolvedQuoteRequest, buildRecipientError } from '../request/resolveQuoteRequest.ts'
import { gasUse, type RouteKind } from '../pricing/rates.ts'

/** What each asset that may be delivered meets where it goes. */
export type RecipientStates = {
  /** Whether what is there could be read. */
  isKnown(asset: Asset): boolean
  /** Gas that it takes there beyond what a plan of this kind takes anyway. */
  getGas(asset: Asset, kind: RouteKind): bigint
  /** The least of it that can be delivered, in its smallest unit. */
  getMinAmount(asset: Asset): bigint
  /** Why the solver cannot deliver it: a sentence; undefined when it can. */
  getError(asset: Asset): string | undefined
  /** Whether the rent of an account to be made for it is in its gas. */
  isRentPriced(asset: Asset): boolean
}

/**
 * One asset's arrival: gas of what is made for the delivery, of who comes there to take it, and of
 * what the recipient does when the solver pays it.
 */
type RecipientState = {
  asset: Asset
  minAmount: bigint
  accountCreationGas: bigint
  deploymentGas: bigint
  fillGas: bigint
  isMissing: boolean
  error: string | undefined
}

/**
 * Reads what deliveries would meet at the recipient.
 *
 * @param options.deployingAccount - Who may come to the destination by an operation of its own.
 * @throws ServiceError INVALID_REQUEST when the recipient cannot receive.
 */
export async function readRecipientStates(
  { output, recipient }: Pick<ResolvedQuoteRequest, 'output' | 'recipient'>,
  options: {
    chains: ReadonlyMap<ChainId, Chain>
    balances: Balances
    deployingAccount?: EvmAccount
  },
): Promise<RecipientStates> {
  const chainIds = [...new Set(output.members.map(({ chainId }) => chainId))]
  const read = await Promise.all(
    chainIds.map(async (chainId) => {
      const members = output.members.filter((member) => member.chainId === chainId)
      const chain = options.chains.get(chainId)
      const [reception, deploymentGas] = await Promise.all([
        readUnlessDown(async () =>
          chain?.readRecipientAccount?.(
            recipient,
            members.map(({ assetType }) => assetType),
          ),
        ),
        getDeploymentGas(chainId, options),
      ])
      return reception === 'down' ? [] : toRecipientStates(members, { reception, deploymentGas })
    }),
  )
  const recipientStates = new Map(read.flat().map((one) => [toAssetKey(one.asset.assetType), one]))
  return {
    isKnown: (asset) => getArrival(asset) !== undefined,
    getGas(asset, kind) {
      const { accountCreationGas = 0n, deploymentGas = 0n, fillGas = 0n } = getArrival(asset) ?? {}
      return accountCreationGas + (kind === 'deposit' ? deploymentGas + fillGas : 0n)
    },
    getMinAmount: (asset) => getArrival(asset)?.minAmount ?? 0n,
    getError: (asset) => getArrival(asset)?.error,
    isRentPriced: (asset) => getArrival(asset)?.isMissing ?? false,
  }

  function getArrival({ assetType }: Asset): RecipientState | undefined {
    return recipientStates.get(toAssetKey(assetType))
  }
}

function toRecipientStates(
  members: readonly Asset[],
  {
    reception,
    deploymentGas,
  }: { reception: RecipientAccountState | undefined; deploymentGas: bigint },
): readonly RecipientState[] {
  if (reception?.error !== undefined) throw buildRecipientError(reception.error)
  return members.map((asset, index) => ({
    asset,
    minAmount: asset.assetType.includes('/slip44:') ? (reception?.minNative ?? 0n) : 0n,
    accountCreationGas: reception?.extraGas[index] ?? 0n,
    deploymentGas,
    fillGas: reception?.fillGas?.[index] ?? 0n,
    isMissing: reception?.isMissing[index] ?? false,
    error: reception?.assetErrors[index],
  }))
}

/**
 * What it takes an account to come to a chain where it may be delivered to: its operation there makes
 * it, or delegates it. Charged whether or not that is signed in the end.
 */
async function getDeploymentGas(
  chainId: ChainId,
  { balances, deployingAccount }: { balances: Balances; deployingAccount?: EvmAccount },
): Promise<bigint> {
  if (!deployingAccount || !isAddressOn(deployingAccount.accountAddress, chainId)) return 0n
  const holdings = await balances.holdings(deployingAccount.accountAddress, chainId)
  return holdings?.code === 'none' ? gasUse.arrival + gasUse.firstOperation : 0n
}

async function readUnlessDown<value>(read: () => Promise<value>): Promise<value | 'down'> {
  try {
    return await read()
  } catch (error) {
    if (findChainUnavailableError(error)) return 'down'
    throw error
  }
}
