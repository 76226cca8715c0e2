import type { RecipientAccountState } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { EvmAccount } from '#protocol/accounts/account.ts'
import { type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import { type Asset, toAssetKey } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import { type ResolvedQuoteRequest, buildRecipientError } from '../request/resolveQuoteRequest.ts'
import { gasUse, type RouteKind } from '../pricing/rates.ts'
import type { QuoteService } from '../quoteService.ts'

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
 * @param deployingAccount - Account that may deploy itself on the destination.
 * @throws ServiceError INVALID_REQUEST when the recipient cannot be paid.
 */
export async function readRecipientStates(
  { output, recipient }: ResolvedQuoteRequest,
  { chains, balances }: QuoteService,
  deployingAccount?: EvmAccount,
): Promise<RecipientStates> {
  const chainIds = [...new Set(output.members.map(({ chainId }) => chainId))]
  const read = await Promise.all(
    chainIds.map(async (chainId) => {
      const members = output.members.filter((member) => member.chainId === chainId)
      const chain = chains.get(chainId)
      const [account, deploymentGas] = await Promise.all([
        readUnlessDown(async () =>
          chain?.readRecipientAccount?.(
            recipient,
            members.map(({ assetType }) => assetType),
          ),
        ),
        deployingAccount ? getDeploymentGas(deployingAccount, chainId, balances) : 0n,
      ])
      return account === 'down' ? [] : toRecipientStates(members, { account, deploymentGas })
    }),
  )
  const states = new Map(read.flat().map((one) => [toAssetKey(one.asset.assetType), one]))
  return {
    isKnown: (asset) => getState(asset) !== undefined,
    getGas(asset, kind) {
      const { accountCreationGas = 0n, deploymentGas = 0n, fillGas = 0n } = getState(asset) ?? {}
      return accountCreationGas + (kind === 'deposit' ? deploymentGas + fillGas : 0n)
    },
    getMinAmount: (asset) => getState(asset)?.minAmount ?? 0n,
    getError: (asset) => getState(asset)?.error,
    isRentPriced: (asset) => getState(asset)?.isMissing ?? false,
  }

  function getState({ assetType }: Asset): RecipientState | undefined {
    return states.get(toAssetKey(assetType))
  }
}

function toRecipientStates(
  members: readonly Asset[],
  { account, deploymentGas }: { account: RecipientAccountState | undefined; deploymentGas: bigint },
): readonly RecipientState[] {
  if (account?.error !== undefined) throw buildRecipientError(account.error)
  return members.map((asset, index) => ({
    asset,
    minAmount: asset.assetType.includes('/slip44:') ? (account?.minNative ?? 0n) : 0n,
    accountCreationGas: account?.extraGas[index] ?? 0n,
    deploymentGas,
    fillGas: account?.fillGas?.[index] ?? 0n,
    isMissing: account?.isMissing[index] ?? false,
    error: account?.assetErrors[index],
  }))
}

/** Gas of deploying or delegating the account there; charged even if the client does not sign. */
async function getDeploymentGas(
  account: EvmAccount,
  chainId: ChainId,
  balances: Balances,
): Promise<bigint> {
  if (!isAddressOn(account.accountAddress, chainId)) return 0n
  const holdings = await balances.holdings(account.accountAddress, chainId)
  return holdings?.code === 'none' ? gasUse.deployment + gasUse.firstOperation : 0n
}

async function readUnlessDown<value>(read: () => Promise<value>): Promise<value | 'down'> {
  try {
    return await read()
  } catch (error) {
    if (findChainUnavailableError(error)) return 'down'
    throw error
  }
}
