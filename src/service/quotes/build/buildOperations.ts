import { describeProgramError } from '#chains/solana/errors/programError.ts'
import type { Chain, PreparedOperation } from '#chains/ports/chain.ts'
import type { Account } from '#protocol/accounts/account.ts'
import type { Network } from '#networks/network.ts'
import { type AccountAddress, type ChainId, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import { ServiceError } from '../../ServiceError.ts'
import { checkPayees } from '../routing/checkPayees.ts'
import {
  buildDeploymentIntent,
  buildIntents,
  type IntentTerms,
  keepOwnFee,
  type PaidCall,
} from './buildIntents.ts'
import type { QuoteService } from '../quoteService.ts'
import type { Route } from '../routing/route.ts'
import type { LegAmounts } from '../routing/terms.ts'
import { type BuiltOperation, checkOperationGas } from './operationGas.ts'
import { getLifetimeSeconds } from '../pricing/rates.ts'

/** All that is decided about a quote before its operations are built. */
export type QuoteTerms = {
  id: Hash
  route: Route
  legs: readonly LegAmounts[]
  recipient: AccountAddress
  minimumAmount: bigint
  createsRecipientAccount: boolean
  /** Unix second from which all deadlines count. */
  startsAt: bigint
  /** The prepared call that the deposits pay for; absent for transfers and swaps. */
  call?: PaidCall
}

/**
 * Builds and simulates the origin operations of a quote, all chains in parallel.
 *
 * @throws ServiceError SIMULATION_FAILED when one would revert, GAS_LIMIT_EXCEEDED, NO_ROUTE when a
 *   deposit could not be released; errors of a chain have ChainUnavailableError as cause.
 */
export async function buildOperations(
  terms: QuoteTerms,
  service: QuoteService,
): Promise<readonly BuiltOperation[]> {
  const { network, chains, maxOperationGas } = service
  const payable = checkPayees(terms, service)
  const operations = Promise.all(
    buildIntents(getIntentTerms(terms), network).map(async (intent) => {
      const { chainId } = splitAssetType(intent.assetType)
      const chain = chains.get(chainId)
      if (!chain) throw new Error(`${chainId} has no adapter.`)
      return getBuilt(await chain.prepareOperation(intent), { chainId, maxOperationGas })
    }),
  )
  await Promise.all([payable, operations])
  return operations
}

/**
 * Builds generation 1's destination operation, which deploys the account there and moves nothing.
 * Signing it is optional; when signed, it is sent before the fill.
 *
 * @throws ServiceError SIMULATION_FAILED; errors of the chain have ChainUnavailableError as cause.
 * Source: specification section 4.1; wire, "Quotes".
 */
export async function buildDestinationOperation(
  terms: QuoteTerms,
  options: { network: Network; chain: Chain; account: Account; isFirst: boolean; amount: bigint },
): Promise<ChainOperation> {
  const { network, chain, account, isFirst, amount } = options
  const intent = buildDeploymentIntent(getIntentTerms(terms), { network, account, isFirst, amount })
  return getBuilt(await chain.prepareOperation(intent), { chainId: chain.chainId }).operation
}

/**
 * Returns a quote's expiry in Unix seconds: operations on Solana must land while their blockhash is
 * valid. Source: wire, "Quotes".
 */
export function getExpiry(
  { legs, startsAt }: Pick<QuoteTerms, 'legs' | 'startsAt'>,
  { deadlines }: Pick<Network, 'deadlines'>,
): bigint {
  const chainIds = legs.map(({ allocation }) => allocation.asset.chainId)
  return startsAt + getLifetimeSeconds(chainIds, deadlines.quoteSeconds)
}

function getBuilt(
  prepared: PreparedOperation,
  { chainId, maxOperationGas }: { chainId: ChainId; maxOperationGas?: bigint | undefined },
): BuiltOperation {
  if ('operation' in prepared) {
    checkOperationGas(prepared.operation, { chainId, maxOperationGas })
    return prepared
  }
  throw new ServiceError(
    'SIMULATION_FAILED',
    `The operation on ${chainId} would fail now: ${describeProgramError(prepared.revertData) ?? `revert data ${prepared.revertData}`}.`,
  )
}

function getIntentTerms({ route, legs, ...terms }: QuoteTerms): IntentTerms {
  return {
    ...terms,
    kind: route.kind,
    destination: route.destination.assetType,
    legs: legs.map(({ allocation: { account, isFirst, asset }, ...amounts }) => ({
      account,
      isFirst,
      assetType: asset.assetType,
      ...(route.kind === 'deposit' ? keepOwnFee(amounts) : amounts),
    })),
  }
}
