import type { Chain, Reception } from '#chains/ports/chain.ts'
import { chainUnavailableIn } from '#chains/rpc/ChainUnavailable.ts'
import type { EvmAccount } from '#protocol/accounts/account.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type Asset, assetKey } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import { type Asking, cannotReceive } from '../request/asking.ts'
import { gasUse, type PlanKind } from '../pricing/rates.ts'

/** What each asset that may be delivered meets where it goes. */
export type Arrivals = {
  /** Whether what is there could be read. */
  isKnown(asset: Asset): boolean
  /** Gas that it takes there beyond what a plan of this kind takes anyway. */
  gasOf(asset: Asset, kind: PlanKind): bigint
  /** The least of it that can be delivered, in its smallest unit. */
  leastOf(asset: Asset): bigint
  /** Why the solver cannot deliver it: a sentence; undefined when it can. */
  refusalOf(asset: Asset): string | undefined
  /** Whether the rent of an account to be made for it is in its gas. */
  isRentPriced(asset: Asset): boolean
}

/**
 * One asset's arrival: gas of what is made for the delivery, of who comes there to take it, and of
 * what the recipient does when the solver pays it.
 */
type Arrival = {
  asset: Asset
  least: bigint
  makingGas: bigint
  comingGas: bigint
  fillGas: bigint
  isMissing: boolean
  refusal: string | undefined
}

/**
 * Reads what deliveries would meet at the recipient.
 *
 * @param options.arriving - Who may come to the destination by an operation of its own.
 * @throws ServiceError INVALID_REQUEST when the recipient cannot receive.
 */
export async function readArrivals(
  { to, recipient }: Pick<Asking, 'to' | 'recipient'>,
  options: {
    chains: ReadonlyMap<ChainId, Chain>
    balances: Balances
    arriving?: EvmAccount
  },
): Promise<Arrivals> {
  const chainIds = [...new Set(to.members.map(({ chainId }) => chainId))]
  const read = await Promise.all(
    chainIds.map(async (chainId) => {
      const members = to.members.filter((member) => member.chainId === chainId)
      const chain = options.chains.get(chainId)
      const [reception, comingGas] = await Promise.all([
        readUnlessDown(async () =>
          chain?.readReception?.(
            recipient,
            members.map(({ assetType }) => assetType),
          ),
        ),
        comingGasOf(chainId, options),
      ])
      return reception === 'down' ? [] : arrivalsOf(members, { reception, comingGas })
    }),
  )
  const arrivals = new Map(read.flat().map((one) => [assetKey(one.asset.assetType), one]))
  return {
    isKnown: (asset) => arrivalOf(asset) !== undefined,
    gasOf(asset, kind) {
      const { makingGas = 0n, comingGas = 0n, fillGas = 0n } = arrivalOf(asset) ?? {}
      return makingGas + (kind === 'deposit' ? comingGas + fillGas : 0n)
    },
    leastOf: (asset) => arrivalOf(asset)?.least ?? 0n,
    refusalOf: (asset) => arrivalOf(asset)?.refusal,
    isRentPriced: (asset) => arrivalOf(asset)?.isMissing ?? false,
  }

  function arrivalOf({ assetType }: Asset): Arrival | undefined {
    return arrivals.get(assetKey(assetType))
  }
}

function arrivalsOf(
  members: readonly Asset[],
  { reception, comingGas }: { reception: Reception | undefined; comingGas: bigint },
): readonly Arrival[] {
  if (reception?.fault !== undefined) throw cannotReceive(reception.fault)
  return members.map((asset, index) => ({
    asset,
    least: asset.assetType.includes('/slip44:') ? (reception?.leastNative ?? 0n) : 0n,
    makingGas: reception?.extraGas[index] ?? 0n,
    comingGas,
    fillGas: reception?.fillGas?.[index] ?? 0n,
    isMissing: reception?.isMissing[index] ?? false,
    refusal: reception?.refusals[index],
  }))
}

/**
 * What it takes an account to come to a chain where it may be delivered to: its operation there makes
 * it, or delegates it. Charged whether or not that is signed in the end.
 */
async function comingGasOf(
  chainId: ChainId,
  { balances, arriving }: { balances: Balances; arriving?: EvmAccount },
): Promise<bigint> {
  if (!arriving || !chainId.startsWith('eip155:')) return 0n
  const holdings = await balances.holdings(arriving.accountAddress, chainId)
  return holdings?.code === 'none' ? gasUse.arrival + gasUse.firstOperation : 0n
}

async function readUnlessDown<value>(read: () => Promise<value>): Promise<value | 'down'> {
  try {
    return await read()
  } catch (error) {
    if (chainUnavailableIn(error)) return 'down'
    throw error
  }
}
