import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

import { createEvmClient, type EvmClient } from '#chains/evm/client.ts'
import { readBalances } from '#chains/evm/readBalances.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { addressKey } from '#protocol/account.ts'
import { unitsOf } from '#protocol/amount.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  EvmAddress,
  isSameAsset,
  splitAssetType,
} from '#protocol/caip.ts'
import type { AccountBalances, balancesOptions } from './saidBalances.ts'
import type { readSolanaHoldings } from './solanaHoldings.ts'

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
  /** By {@link addressKey} of the account. */
  units: ReadonlyMap<string, HeldUnits>
  /** What the service tells otherwise in this reading: perhaps it moved in between. */
  suspects: readonly HeldDifference[]
  /** Of these what it told otherwise in the reading before it too. */
  differences: readonly HeldDifference[]
}

/** What was read so long ago is not asked for again. */
const freshMs = 5_000
const everyMs = 10_000
/** What differs is looked at again so soon. */
const againAfterMs = 2_000

type Said = ReturnType<typeof balancesOptions>
type Reading = { network: Network; rpcUrls: ReadonlyMap<ChainId, string> }

/**
 * Key and fetch of what accounts hold by the chains themselves, compared with what the service tells. A
 * chain that does not answer is left out.
 *
 * @param said - The query of what the service tells of the same accounts.
 */
export function heldOptions(
  said: Said,
  options: {
    network: Network
    rpcUrls: Reading['rpcUrls'] | undefined
    accounts: readonly { accountAddress: AccountAddress }[]
  },
) {
  const { network, rpcUrls } = options
  const accounts = options.accounts.map(({ accountAddress }) => accountAddress)
  const queryKey = ['balances', 'held', network.name, accounts.map((one) => addressKey(one))]
  return queryOptions({
    queryKey,
    queryFn:
      rpcUrls && accounts.length > 0
        ? ({ client }) =>
            readOnce(accounts, {
              client,
              said,
              reading: { network, rpcUrls },
              before: client.getQueryData<Held>(queryKey),
            })
        : skipToken,
    refetchInterval: ({ state: { data } }) =>
      data && data.suspects.length > data.differences.length ? againAfterMs : everyMs,
    staleTime: freshMs,
    retry: false,
  })
}

/** One reading; what differs has to differ in the reading before it too. */
async function readOnce(
  accounts: readonly AccountAddress[],
  of: { client: QueryClient; said: Said; reading: Reading; before: Held | undefined },
): Promise<Held> {
  const { client, said, reading, before } = of
  const suspects = before?.suspects ?? []
  const [each, units] = await Promise.all([
    client.fetchQuery({ ...said, staleTime: suspects.length > 0 ? 0 : freshMs }),
    readHeld(accounts, reading),
  ])
  const found = differencesOf(each, { units, network: reading.network })
  const differences = found.filter(({ account, assetType }) =>
    suspects.some((one) => one.account === account && one.assetType === assetType),
  )
  return { units, suspects: found, differences }
}

async function readHeld(
  accounts: readonly AccountAddress[],
  reading: Reading,
): Promise<Held['units']> {
  const read = accounts.map(async (account) => {
    const chains = reading.network.chains.filter(
      ({ kind }) => (kind === 'evm') === account.startsWith('0x'),
    )
    const parts = await Promise.allSettled(
      chains.map((chain) => readOn(chain, { account, ...reading })),
    )
    const units = parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []))
    return [addressKey(account), new Map(units)] as const
  })
  return new Map(await Promise.all(read))
}

async function readOn(
  chain: NetworkChain,
  { account, network, rpcUrls }: Reading & { account: AccountAddress },
): Promise<[AssetType, bigint][]> {
  const { chainId } = chain
  const assetTypes = network.aggregates
    .flatMap(({ members }) => members.map(({ assetType }) => assetType))
    .filter((assetType) => splitAssetType(assetType).chainId === chainId)
  const rpcUrl = rpcUrls.get(chainId) ?? chain.rpcUrl
  const balances =
    chain.kind === 'evm'
      ? await readEvm(createEvmClient(chainId, { rpcUrl }), { account, assetTypes })
      : await readSolana({ chain, rpcUrl }, { owner: account, assetTypes })
  return assetTypes.flatMap((assetType, index) => {
    const units = balances[index]
    return units === undefined ? [] : [[assetType, units]]
  })
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
  const solana = await import('./solanaHoldings.ts')
  return solana.readSolanaHoldings(...asked)
}

function differencesOf(
  each: readonly AccountBalances[],
  of: Pick<Held, 'units'> & { network: Pick<Network, 'aggregates'> },
): readonly HeldDifference[] {
  const members = of.network.aggregates.flatMap((aggregate) => aggregate.members)
  return each.flatMap(({ account, record }) => {
    const own = of.units.get(addressKey(account))
    const said = record.balanceByAggregatedAsset.flatMap((one) => one.individualAssetBalances)
    return members.flatMap(({ assetType }) => {
      const held = own?.get(assetType)
      const one = said.find((other) => isSameAsset(other.assetType, assetType))
      // What it does not mention it says is not there, but on a chain that it could not read.
      const isUnread = record.unavailableChains?.includes(splitAssetType(assetType).chainId)
      const units = unitsOf(one?.balance ?? '0')
      if (held === undefined || isUnread === true || units === held) return []
      return [{ account, assetType, said: units, held }]
    })
  })
}

/** Of several accounts together: only what is known of all of them. */
export function sumHeld(
  held: Held | undefined,
  accounts: readonly Pick<AccountBalances, 'account'>[],
): HeldUnits | undefined {
  const [first, ...others] = accounts.map(({ account }) => held?.units.get(addressKey(account)))
  if (!first) return undefined
  return new Map(
    [...first].flatMap(([assetType, units]) => {
      const more = others.map((one) => one?.get(assetType))
      return more.includes(undefined)
        ? []
        : [[assetType, more.reduce<bigint>((sum, one) => sum + (one ?? 0n), units)]]
    }),
  )
}
