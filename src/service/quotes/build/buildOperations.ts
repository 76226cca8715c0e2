import { describeProgramError } from '#chains/solana/errors/programError.ts'
import type { Chain, PreparedOperation } from '#chains/ports/chain.ts'
import type { Account } from '#protocol/accounts/account.ts'
import type { Network } from '#networks/network.ts'
import { type ChainId, splitAssetType } from '#protocol/ids/caip.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import { ServiceError } from '../../ServiceError.ts'
import { checkPayees } from '../routing/checkPayees.ts'
import { buildDeploymentIntent, buildIntents, type IntentTerms } from './buildIntents.ts'
import type { Route } from '../routing/planRoutes.ts'
import { type BuiltOperation, checkOperationGas } from './operationGas.ts'
import { getLifetimeSeconds } from '../pricing/rates.ts'
import type { LegAmounts } from '../routing/terms.ts'

/** What is fixed about a quote before its operations are built. */
export type QuoteTerms = Pick<
  IntentTerms,
  'id' | 'recipient' | 'minimumAmount' | 'createsRecipientAccount' | 'startsAt' | 'call'
> & { plan: Route; legs: readonly LegAmounts[] }

/**
 * Builds and tries out the origin operations of a quote, all chains at once.
 *
 * @throws ServiceError SIMULATION_FAILED when one would revert now, GAS_LIMIT_EXCEEDED, NO_ROUTE when a
 *   deposit could not be paid out; ChainUnavailable underneath whatever a chain threw.
 */
export async function buildOperations(
  terms: QuoteTerms,
  options: {
    network: Network
    chains: ReadonlyMap<ChainId, Chain>
    maxOperationGas?: bigint | undefined
  },
): Promise<readonly BuiltOperation[]> {
  const { network, chains, maxOperationGas } = options
  const payable = checkPayees(terms.plan, options)
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
 * Builds the operation of generation 1 by which the account shows up on the destination chain: it
 * makes the account there and moves nothing, so that signing it is never needed. Signed, it goes to
 * the chain before the delivery: what is delivered then finds the account there.
 *
 * @throws ServiceError SIMULATION_FAILED; ChainUnavailable underneath whatever the chain threw.
 * Source: specification section 4.1; wire, "Quotes".
 */
export async function buildDestinationOperation(
  terms: QuoteTerms,
  options: { network: Network; chain: Chain; account: Account; isFirst: boolean; amount: bigint },
): Promise<ChainOperation> {
  const { chain, ...who } = options
  const prepared = await chain.prepareOperation(buildDeploymentIntent(getIntentTerms(terms), who))
  return getBuilt(prepared, { chainId: chain.chainId }).operation
}

/**
 * When a quote is over, Unix seconds: what somebody signs on Solana has to land while its blockhash
 * lives. Source: wire, "Quotes".
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

function getIntentTerms({ plan, legs, ...terms }: QuoteTerms): IntentTerms {
  return {
    ...terms,
    kind: plan.kind,
    destination: plan.destination.assetType,
    legs: legs.map(({ allocation: { account, isFirst, asset }, amount, fee }) => ({
      account,
      isFirst,
      assetType: asset.assetType,
      amount,
      fee,
    })),
  }
}
