import type { EvmNetworkChain } from '#networks/network.ts'
import { type AssetType, EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { AssetAmount } from '../../ports/chain.ts'
import { nativeToken } from '../operation/accountCalls.ts'
import { decodeBatch } from '../operation/batch.ts'
import { decodeOperation } from '../operation/decodeOperation.ts'
import { sumEvents } from '../orders/sumEvents.ts'
import type { EvmLog } from '../orders/watch.ts'
import type { ManyRead, Read } from '../rpc/readMany.ts'

/** Whose holdings to measure, and which balances to read besides what events name. */
export type OutflowQuery = {
  account: EvmAddress
  chain: Pick<EvmNetworkChain, 'chainId' | 'nativeAsset'> & {
    contracts: Pick<EvmNetworkChain['contracts'], 'destinationSettler'>
  }
  /** Listed tokens of the chain. */
  tokens: readonly EvmAddress[]
  /** The account's batch; each contract that it calls may be a token that no list names. */
  callData: Hex
}

/** Gas to read one balance: several times what common tokens use. */
const gasPerBalance = 100_000

/** Most tokens without a price in an outflow; one is enough to refuse it. */
const maxUnlisted = 5

/** Reads of what an account holds, before and after its calls. */
export function getHoldingReads(query: OutflowQuery): readonly Read[] {
  const of = query.account
  return getTokens(query).map((to): Read => {
    if (to === nativeToken) return { kind: 'balance', of }
    // balanceOf(address)
    const data: Hex = `0x70a08231${of.slice(2).toLowerCase().padStart(64, '0')}`
    return { kind: 'call', to, data, words: 1, gas: gasPerBalance }
  })
}

/**
 * Measures what calls take from an account: of each token the larger of what its balances and its
 * events show, as some tokens have no events and others lie about balances; at least what the called
 * contracts could take at another price or state than when they were tried, which is all that is
 * approved and sent along. An item of a collection counts as one unit. What is no token, but a
 * position in the books of a called contract, is not seen.
 *
 * @param seen - All events, and the values of {@link getHoldingReads}.
 * @returns Listed assets first.
 */
export function findOutflow(
  query: OutflowQuery,
  seen: { logs: readonly EvmLog[]; before: ManyRead['values']; after: ManyRead['values'] },
): readonly AssetAmount[] {
  const taken = new Map<EvmAddress, bigint>()
  const tokens = getTokens(query)
  for (const [index, token] of tokens.entries())
    // A contract that says no more what it holds for the account may have given it all away.
    take(token, (seen.before[index]?.[0] ?? 0n) - (seen.after[index]?.[0] ?? 0n))
  for (const [token, change] of sumEvents(seen.logs, query.account)) take(token, -change)
  for (const [token, { given, open, lent }] of sumGiven(query)) {
    const held = seen.before[tokens.indexOf(token)]?.[0] ?? 0n
    const most = open + (given === undefined ? (taken.get(token) ?? 0n) : given - lent)
    if (open > 0n) take(token, most < held ? most : held)
  }
  const all = [...taken]
  return [
    ...all.filter(([token]) => isListed(token)),
    ...all.filter(([token]) => !isListed(token)).slice(0, maxUnlisted),
  ].map(([token, amount]) => ({ assetType: toAssetType(token, query), amount }))

  function take(token: EvmAddress, amount: bigint): void {
    if (amount > (taken.get(token) ?? 0n)) taken.set(token, amount)
  }

  function isListed(token: EvmAddress): boolean {
    return token === nativeToken || query.tokens.some((one) => isSameAddress(one, token))
  }
}

/** The native coin and all tokens whose balances are read, each once. */
function getTokens({ tokens, callData }: OutflowQuery): readonly EvmAddress[] {
  const targets = (decodeBatch(callData) ?? []).map(({ to }) => to)
  return [nativeToken, ...new Set([...tokens, ...targets].map(normalize))]
}

/** What a batch says itself of a token, before it runs. */
type GivenToken = {
  /** Units that it gives away; undefined if a call of the token does what only the token knows. */
  given: bigint | undefined
  /** Units that the called contracts may take. */
  open: bigint
  /** Units that our settler lends. */
  lent: bigint
}

function sumGiven({ callData, chain }: OutflowQuery): ReadonlyMap<EvmAddress, GivenToken> {
  const sums = new Map<EvmAddress, GivenToken>()
  for (const { value } of decodeBatch(callData) ?? []) add(nativeToken, { open: value })
  for (const fact of decodeOperation(callData) ?? [])
    if (fact.kind === 'approval') add(fact.token, { open: fact.amount })
    else if (fact.kind === 'unwrap') add(fact.token, { given: fact.amount })
    else if (fact.kind === 'transfer' && fact.token !== nativeToken)
      add(fact.token, { given: fact.amount })
    else if (fact.kind === 'unknown') add(fact.call.to, { given: undefined })
    else if (
      fact.kind === 'pull' &&
      isSameAddress(fact.settler, chain.contracts.destinationSettler)
    )
      for (const [index, token] of fact.tokens.entries())
        add(token, { lent: fact.amounts[index] ?? 0n })
  return sums

  function add(address: EvmAddress, more: Partial<GivenToken>): void {
    const token = normalize(address)
    const { given, open, lent } = sums.get(token) ?? { given: 0n, open: 0n, lent: 0n }
    sums.set(token, {
      given:
        given === undefined || ('given' in more && more.given === undefined)
          ? undefined
          : given + (more.given ?? 0n),
      open: open + (more.open ?? 0n),
      lent: lent + (more.lent ?? 0n),
    })
  }
}

function toAssetType(token: EvmAddress, { chain }: OutflowQuery): AssetType {
  return token === nativeToken ? chain.nativeAsset : `${chain.chainId}/erc20:${token}`
}

function normalize(address: string): EvmAddress {
  return EvmAddress.parse(address.toLowerCase())
}
