import { privateKeyToAccount } from 'viem/accounts'

import { encodeBatch, type BatchCall } from '#chains/evm/operation/batch.ts'
import { buildDeployment } from '#chains/evm/account/predictAccount.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { startTestDevnet } from '../devnet/startTestDevnet.ts'
import { mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { startTestDatabase } from '#testing/harness/database.ts'
import { composeCalls, signCall } from '#testing/harness/calls.ts'
import {
  getAsset,
  composeServices,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'
import {
  createOwner,
  signByOwners,
  type SigningForm,
  type TestOwner,
} from '#testing/harness/kinds.ts'
import { createStops, holdSends, type Stop } from './stops.ts'

/** Runs executions that fail; see {@link startFailureHarness}. */
export type FailureHarness = Awaited<ReturnType<typeof startFailureHarness>>

/** An execution, and the fault to inject into it. */
export type FaultCase = {
  owner: TestOwner
  quote: Quote
  at: Stop['at']
  when?: Stop['when']
  /** Injects the fault while the execution is held. */
  inject: () => Promise<unknown>
  /** Undoes what would affect other cases. */
  undo?: () => Promise<unknown>
}

/** Starts a service whose executions can be held one by one while a fault is injected. */
export async function startFailureHarness() {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { network } = devnet
  const stops = createStops()
  let isEnding = false
  let services = createServices()
  let made = 0

  function createServices(): TestServices {
    return composeServices(network, {
      storage: database.storage,
      keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
      onFailpoint: stops.onFailpoint,
      alterChain: (chain) => holdSends(chain, () => isEnding || stops.holdsSends()),
    })
  }

  function getNode(assetType: AssetType): DevnetChain {
    const { chainId } = splitAssetType(assetType)
    const node = devnet.chains.find((chain) => chain.chainId === chainId)
    if (!node) throw new Error(`${chainId} has no node.`)
    return node
  }

  async function holdings({ account }: TestOwner): Promise<Map<string, bigint>> {
    const members = network.aggregates.flatMap((aggregate) => aggregate.members)
    const found = await Promise.all(
      members.map(async ({ assetType }) => {
        const chain = services.chains.get(splitAssetType(assetType).chainId)
        const balance = await chain?.readBalance(account.accountAddress, assetType)
        return [assetType, balance?.units ?? 0n] as const
      }),
    )
    return new Map(found)
  }

  const harness = {
    devnet,
    database,
    network,
    nodeOf: getNode,
    services: () => services,
    asset: (chain: string, symbol: string) => getAsset(network, { chain, symbol }),
    /** Creates an account with a new key and these assets. */
    async owner(
      kind: 'roleBased' | 'basic' | 'eip7702',
      funds: readonly (readonly [AssetType, bigint])[],
    ): Promise<TestOwner> {
      made += 1
      const key = privateKeyToAccount(`0xfa11${made.toString(16).padStart(60, '0')}`)
      const owner = createOwner(key, { kind, quotes: services.service.quotes })
      await harness.give(owner.account.accountAddress, funds)
      return owner
    },
    async give(to: EvmAddress, funds: readonly (readonly [AssetType, bigint])[]): Promise<void> {
      const requests = funds.map(([assetType, amount]) => ({ assetType, amount }))
      await devnet.faucet.send(to, requests)
      services.service.balances.forget(to)
    },
    /** Requests and signs a quote: `amount` of one asset for another. */
    async swap(
      owner: TestOwner,
      terms: {
        from: AssetType
        amount: string
        to: AssetType
        recipient?: EvmAddress
        form?: SigningForm
      },
    ): Promise<Quote> {
      const { from, amount, to, recipient, form = 'approve' } = terms
      const account = recipient && `${splitAssetType(to).chainId}:${recipient}`
      const quote = await services.service.quotes.quoteV3({
        from: { accounts: [owner.account], asset: { assetId: from }, amount },
        to: { asset: { assetId: to }, ...(account !== undefined && { account }) },
      })
      return signByOwners(quote, { owners: [owner], network, form })
    },
    /** Requests and signs a quote of an owner's calls on the chain of an asset. */
    async call(
      owner: TestOwner,
      request: Pick<PrepareCallQuoteRequest, 'calls'> &
        Partial<PrepareCallQuoteRequest> & { on: AssetType },
    ) {
      const { on, ...fields } = request
      const calls = composeCalls(services, { network, storage: database.storage })
      return signCall(
        {
          accounts: [owner.account],
          targetChain: splitAssetType(on).chainId,
          tokensRequired: [],
          allowanceRequirements: [],
          ...fields,
        },
        { calls, services, signer: owner.key },
      )
    },
    /** The owner of a role-based account calls it directly, and deploys it first if necessary. */
    async act(
      { key, account }: TestOwner,
      { on, calls }: { on: AssetType; calls: BatchCall[] },
    ): Promise<void> {
      const chain = getNode(on)
      const { address } = key
      await devnet.faucet.send(address, [
        { assetType: `${chain.chainId}/slip44:60`, amount: 10n ** 18n },
      ])
      const keys = { kind: 'roleBased', session: address, admin: address } as const
      const { factory, factoryData } = buildDeployment(keys, devnetAddresses)
      const to = account.accountAddress
      await mine(chain, {
        from: key,
        calls: [
          { to: factory, data: factoryData, value: 0n },
          { to, data: encodeBatch(calls), value: 0n },
        ],
      })
    },
    /** Runs `work`, which may use the worker's keys, while no worker runs. */
    async withoutWorker(work: () => Promise<unknown>): Promise<void> {
      // A stopping worker starts nothing new, so held executions only finish their tick.
      isEnding = true
      const ended = services.stop()
      stops.endTicks()
      await ended
      isEnding = false
      await work()
      services = createServices()
      await services.start()
    },
    /**
     * Runs a case.
     * @returns The final record, and what its owner lost (negative: gained) by asset.
     */
    async end(
      faultCase: FaultCase,
    ): Promise<{ record: StatusRecord; lost: Record<string, bigint> }> {
      const { owner, quote, inject, undo } = faultCase
      const { when = 'before sign', at } = faultCase
      const before = await holdings(owner)
      const isReached = stops.hold(quote.id, { at, when })
      await services.executions.accept(quote, { receivedBody: quote })
      const ending = waitUntilTerminal(services, { quoteId: quote.id })
      const early = await Promise.race([isReached, ending])
      if (early) throw new Error(`It ended before: ${JSON.stringify(early)}`)
      const held = await holdings(owner)
      await inject()
      const injected = await holdings(owner)
      stops.letGo(quote.id)
      try {
        const record = await ending
        const after = await holdings(owner)
        const lost = [...after].flatMap(([assetType, units]) => {
          const own = (injected.get(assetType) ?? 0n) - (held.get(assetType) ?? 0n)
          const missing = (before.get(assetType) ?? 0n) + own - units
          return missing === 0n ? [] : [[assetType, missing] as const]
        })
        return { record, lost: Object.fromEntries(lost) }
      } finally {
        await undo?.()
      }
    },
    async stop(): Promise<void> {
      await services.stop()
      await database.stop()
      await devnet.stop()
    },
  }
  await services.start()
  return harness
}
