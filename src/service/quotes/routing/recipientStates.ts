import type { Chain, RecipientAccountState } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { EvmAccount } from '#protocol/accounts/account.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type Asset, toAssetKey } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import { type ResolvedQuoteRequest, buildRecipientError } from '../request/resolveQuoteRequest.ts'
import { gasUse, type RouteKind } from '../pricing/rates.ts'

/** State of the recipient for each asset that may be delivered. */
export type RecipientStates = {
  /** Whether the state could be read. */
  isKnown(asset: Asset): boolean
  /** Gas of the delivery beyond what a route of this kind usually uses. */
  getGas(asset: Asset, kind: RouteKind): bigint
  /** Minimum amount that can be delivered, in the smallest unit. */
  getMinAmount(asset: Asset): bigint
  /** A sentence on why the solver cannot deliver the asset; undefined when it can. */
  getError(asset: Asset): string | undefined
  /** Whether the gas includes the rent of a new token account. */
  isRentPriced(asset: Asset): boolean
}

/**
 * State for one asset: gas of creating the token account, of deploying the account on the
 * destination, and of the recipient's code when it is paid.
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
 * Reads the state of a recipient.
 *
 * @param options.deployingAccount - Account that may deploy itself on the destination.
 * @throws ServiceError INVALID_REQUEST when the recipient cannot be paid.
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

/** Gas of deploying or delegating the account there; charged even if the client does not sign. */
async function getDeploymentGas(
  chainId: ChainId,
  { balances, deployingAccount }: { balances: Balances; deployingAccount?: EvmAccount },
): Promise<bigint> {
  if (!deployingAccount || !chainId.startsWith('eip155:')) return 0n
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
