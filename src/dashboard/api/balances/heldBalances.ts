import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

import type { EvmClient } from '#chains/evm/rpc/client.ts'
import { readBalances } from '#chains/evm/assets/readBalances.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  EvmAddress,
  isAddressOn,
  isSameAsset,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { evmClient } from '../chains/evmChain.ts'
import type { AccountBalances, balancesOptions } from './saidBalances.ts'
import type { readSolanaHoldings } from '../chains/solanaHoldings.ts'

/** Smallest units of pinned assets that an account holds, of the chains that answered. */
export type HeldUnits = ReadonlyMap<AssetType, bigint>

/** An amount that the service tells otherwise than the chain. */
export type HeldDifference = {
  account: AccountAddress
  assetType: AssetType
  said: bigint
  held: bigint
}

/** What accounts hold as the chains themselves tell it. */
export type Held = {
  /** By {@link toAddressKey} of the account. */
  units: ReadonlyMap<string, HeldUnits>
  /** What the service tells otherwise in this reading: perhaps it moved in between. */
  suspects: readonly HeldDifference[]
  /** Of these what it told otherwise in the reading before it too. */
  differences: readonly HeldDifference[]
}

/** What each chain that was asked says, or that it did not answer. */
export type HeldByChain = ReadonlyMap<ChainId, Held | 'silent'>

/** What all chains say together. */
export type HeldTogether = Held & {
  /** Chains that did not answer this browser: what is held there is the service's word. */
  silent: readonly ChainId[]
}

/** What was read so long ago is not asked for again. */
const freshMs = 5_000
const everyMs = 10_000
/** What differs is looked at again so soon. */
const againAfterMs = 2_000

type Said = ReturnType<typeof balancesOptions>
type Place = { network: Network; chain: NetworkChain; rpcUrls: ReadonlyMap<ChainId, string> }

/**
 * Key and fetch of what accounts hold by the chains themselves, compared with what the service tells.
 * Each chain is there as soon as it has answered, so that a dead one delays no other; one that does not
 * answer any more is silent.
 *
 * @param said - The query of what the service tells of the same accounts.
 */
export function heldOptions(
  said: Said,
  options: {
    network: Network
    rpcUrls: Place['rpcUrls'] | undefined
    accounts: readonly { accountAddress: AccountAddress }[]
  },
) {
  const { network, rpcUrls } = options
  const accounts = options.accounts.map(({ accountAddress }) => accountAddress)
  const queryKey = ['balances', 'held', network.name, accounts.map((one) => toAddressKey(one))]
  return queryOptions({
    queryKey,
    queryFn:
      rpcUrls && accounts.length > 0
        ? async ({ client }) => {
            let held: HeldByChain = client.getQueryData<HeldByChain>(queryKey) ?? new Map()
            await Promise.all(
              network.chains.map(async (chain) => {
                const place = { network, chain, rpcUrls }
                const last = held.get(chain.chainId)
                const before = last === 'silent' ? undefined : last
                const read = await readOnce(accounts, { client, said, place, before }).catch(
                  // Its part is the service's word until it answers again.
                  () => 'silent' as const,
                )
                held = new Map([...held, [chain.chainId, read]])
                client.setQueryData(queryKey, held)
              }),
            )
            return held
          }
        : skipToken,
    refetchInterval: ({ state: { data } }) => (data && isSuspicious(data) ? againAfterMs : everyMs),
    staleTime: freshMs,
    retry: false,
  })
}

/** Whether something differs that is still to be looked at again. */
function isSuspicious(held: HeldByChain): boolean {
  return [...held.values()].some(
    (read) => read !== 'silent' && read.suspects.length > read.differences.length,
  )
}

/** All chains together. */
export function joinHeld(chains: HeldByChain): HeldTogether {
  const read = [...chains.values()].filter((one) => one !== 'silent')
  const units = new Map<string, HeldUnits>()
  for (const [account, more] of read.flatMap((one) => [...one.units]))
    units.set(account, new Map([...(units.get(account) ?? []), ...more]))
  return {
    units,
    suspects: read.flatMap(({ suspects }) => suspects),
    differences: read.flatMap(({ differences }) => differences),
    silent: [...chains].flatMap(([chainId, one]) => (one === 'silent' ? [chainId] : [])),
  }
}

async function readOnce(
  accounts: readonly AccountAddress[],
  of: { client: QueryClient; said: Said; place: Place; before: Held | undefined },
): Promise<Held> {
  const { client, said, place, before } = of
  const isAgain = before !== undefined && before.suspects.length > 0
  const [each, units] = await Promise.all([
    client.fetchQuery({ ...said, staleTime: isAgain ? 0 : freshMs }),
    Promise.all(
      accounts
        .filter((one) => isAddressOn(one, place.chain.chainId))
        .map(async (account) => {
          const own = await readOn(place, account)
          return [toAddressKey(account), new Map(own)] as const
        }),
    ),
  ])
  return compareHeld(each, { units: new Map(units), network: place.network, before })
}

/** Holds what the service tells against a reading; only what differs in two in a row is told. */
export function compareHeld(
  each: readonly AccountBalances[],
  reading: Pick<Held, 'units'> & {
    network: Pick<Network, 'aggregates'>
    before: Held | undefined
  },
): Held {
  const suspects = differencesOf(each, reading)
  const differences = suspects.filter(({ account, assetType }) =>
    reading.before?.suspects.some((one) => one.account === account && one.assetType === assetType),
  )
  return { units: reading.units, suspects, differences }
}

async function readOn(
  { network, chain, rpcUrls }: Place,
  account: AccountAddress,
): Promise<[AssetType, bigint][]> {
  const assetTypes = assetTypesOn(chain, network)
  const balances =
    chain.kind === 'evm'
      ? await readEvm(evmClient(chain, rpcUrls), { account, assetTypes })
      : await readSolana(
          { chain, rpcUrl: rpcUrls.get(chain.chainId) ?? chain.rpcUrl },
          { owner: account, assetTypes },
        )
  return assetTypes.flatMap((assetType, index) => {
    const units = balances[index]
    return units === undefined ? [] : [[assetType, units]]
  })
}

const lists = new WeakMap<Network, Map<ChainId, readonly AssetType[]>>()

/** The pinned assets of a chain; the same list each time, for its request is encoded once. */
function assetTypesOn({ chainId }: NetworkChain, network: Network): readonly AssetType[] {
  const known = lists.get(network) ?? new Map<ChainId, readonly AssetType[]>()
  const list =
    known.get(chainId) ??
    network.aggregates
      .flatMap(({ members }) => members.map(({ assetType }) => assetType))
      .filter((assetType) => splitAssetType(assetType).chainId === chainId)
  lists.set(network, known.set(chainId, list))
  return list
}

async function readEvm(
  client: EvmClient,
  { account, assetTypes }: { account: AccountAddress; assetTypes: readonly AssetType[] },
) {
  const { balances } = await readBalances(client, {
    account: EvmAddress.parse(account),
    assetTypes,
  })
  return balances
}

/** What reads Solana is loaded when it is first wanted. */
async function readSolana(...asked: Parameters<typeof readSolanaHoldings>) {
  const solana = await import('../chains/solanaHoldings.ts')
  return solana.readSolanaHoldings(...asked)
}

function differencesOf(
  each: readonly AccountBalances[],
  of: Pick<Held, 'units'> & { network: Pick<Network, 'aggregates'> },
): readonly HeldDifference[] {
  const members = of.network.aggregates.flatMap((aggregate) => aggregate.members)
  return each.flatMap(({ account, record }) => {
    const own = of.units.get(toAddressKey(account))
    const said = record.balanceByAggregatedAsset.flatMap((one) => one.individualAssetBalances)
    return members.flatMap(({ assetType }) => {
      const held = own?.get(assetType)
      const one = said.find((other) => isSameAsset(other.assetType, assetType))
      // What it does not mention it says is not there, but on a chain that it could not read.
      const isUnread = record.unavailableChains?.includes(splitAssetType(assetType).chainId)
      const units = toUnits(one?.balance ?? '0')
      if (held === undefined || isUnread === true || units === held) return []
      return [{ account, assetType, said: units, held }]
    })
  })
}

/** Of several accounts together: only what is known of all that can hold it. */
export function sumHeld(
  held: Pick<Held, 'units'>,
  accounts: readonly Pick<AccountBalances, 'account'>[],
): HeldUnits {
  const own = accounts.map(({ account }) => ({
    account,
    units: held.units.get(toAddressKey(account)),
  }))
  const assetTypes = new Set(own.flatMap(({ units }) => [...(units?.keys() ?? [])]))
  const sums = new Map<AssetType, bigint>()
  for (const assetType of assetTypes) {
    const { chainId } = splitAssetType(assetType)
    const parts = own
      .filter(({ account }) => isAddressOn(account, chainId))
      .map(({ units }) => units?.get(assetType))
    const known = parts.filter((part) => part !== undefined)
    if (known.length === parts.length)
      sums.set(
        assetType,
        known.reduce((sum, part) => sum + part, 0n),
      )
  }
  return sums
}
