import { Keypair } from '@solana/web3.js'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

import { type SolanaInstruction, toWebInstruction } from '#chains/solana/program/instruction.ts'
import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { RoleBasedAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { createFreezable, type Freezable, withFreezable } from '#testing/attacks/freezable.ts'
import { getAsset, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import {
  requestQuote,
  type HarnessRequest,
  startSolanaHarness,
  stopSolanaHarness,
} from '#testing/harness/solanaHarness.ts'
import { createStops, type Stop } from './stops.ts'

/** A new user with an account on each ecosystem. */
export type Person = {
  owner: PrivateKeyAccount
  wallet: Keypair
  onEvm: RoleBasedAccount
  onSolana: SolanaAccount
}

/** What a user starts with, smallest units; `coin` is the token that can be frozen. */
export type InitialFunds = Partial<Record<'sol' | 'usdc' | 'coin' | 'onFirth', bigint>>

/** An execution, and the fault to inject into it. */
export type SolanaFaultCase = {
  person: Person
  quote: Quote
  at: Stop['at']
  when?: Stop['when']
  /** Injects the fault while the execution is held. */
  inject: () => Promise<unknown>
  /** Undoes what would affect other cases. */
  undo?: () => Promise<unknown>
}

/** Runs executions on both ecosystems that fail; see {@link startSolanaFailureHarness}. */
export type SolanaFailureHarness = Awaited<ReturnType<typeof startSolanaFailureHarness>>

/** Starts a service whose executions can be held while a fault is injected on Solana. */
export async function startSolanaFailureHarness() {
  const stops = createStops()
  const mint = Keypair.generate()
  const harness = await startSolanaHarness({
    onFailpoint: stops.onFailpoint,
    networkOf: (network) => withFreezable(network, mint.publicKey.toBase58()),
  })
  const { devnet, services } = harness
  const { network, solana } = devnet
  const freezable: Freezable = await createFreezable(solana, mint)
  await freezable.give(deriveSolanaKey('solver').publicKey, 1_000_000_000n)

  async function holdings({ onEvm, onSolana }: Person): Promise<Map<string, bigint>> {
    const found = await Promise.all(
      getAssets(network).map(async (assetType) => {
        const { chainId } = splitAssetType(assetType)
        const { accountAddress } = chainId.startsWith('eip155') ? onEvm : onSolana
        const balance = await services.chains.get(chainId)?.readBalance(accountAddress, assetType)
        return [assetType, balance?.units ?? 0n] as const
      }),
    )
    return new Map(found)
  }

  await services.start()
  return {
    ...harness,
    freezable,
    asset: (chain: string, symbol: string): AssetType => getAsset(network, { chain, symbol }),
    async person(funds: InitialFunds): Promise<Person> {
      const owner = privateKeyToAccount(generatePrivateKey())
      const wallet = Keypair.generate()
      const onEvm = getAccount(owner.address, services.service.quotes)
      const { sol, usdc, coin, onFirth } = funds
      if (onFirth !== undefined) {
        const assetType = getAsset(network, { chain: 'Firth', symbol: 'USDC' })
        await devnet.faucet.send(onEvm.accountAddress, [{ assetType, amount: onFirth }])
      }
      await solana.give(wallet.publicKey, [
        ...(sol === undefined ? [] : [{ asset: 'sol' as const, units: sol }]),
        ...(usdc === undefined ? [] : [{ asset: 'usdc' as const, units: usdc }]),
      ])
      if (coin !== undefined) await freezable.give(wallet.publicKey, coin)
      const accountAddress = wallet.publicKey.toBase58()
      return { owner, wallet, onEvm, onSolana: { type: 'solana', accountAddress } }
    },
    ask: ({ owner, wallet }: Person, request: HarnessRequest): Promise<Quote> =>
      requestQuote({ ...harness, owner, user: wallet }, request),
    /** Sends instructions of a wallet without the service; the deployer pays the fee. */
    act: (wallet: Keypair, instructions: readonly SolanaInstruction[]): Promise<string> =>
      sendSigned(solana.connection, {
        signers: [deriveSolanaKey('deployer'), wallet],
        instructions: instructions.map(toWebInstruction),
      }),
    /**
     * Runs a case.
     * @returns The final record, and what its owner lost (negative: gained) by asset.
     */
    async end(
      faultCase: SolanaFaultCase,
    ): Promise<{ record: StatusRecord; lost: Record<string, bigint> }> {
      const { person, quote, inject, undo, at, when = 'before sign' } = faultCase
      const before = await holdings(person)
      const isReached = stops.hold(quote.id, { at, when })
      await services.executions.accept(quote, { receivedBody: quote })
      const ending = waitUntilTerminal(services, { quoteId: quote.id })
      const early = await Promise.race([isReached, ending])
      if (early) throw new Error(`It ended before: ${JSON.stringify(early)}`)
      const held = await holdings(person)
      await inject()
      const injected = await holdings(person)
      stops.letGo(quote.id)
      const record = await ending
      await undo?.()
      const after = await holdings(person)
      const lost = [...after].flatMap(([assetType, units]) => {
        const own = (injected.get(assetType) ?? 0n) - (held.get(assetType) ?? 0n)
        const missing = (before.get(assetType) ?? 0n) + own - units
        return missing === 0n ? [] : [[assetType, missing] as const]
      })
      return { record, lost: Object.fromEntries(lost) }
    },
    /** The actions of an execution that reverted on chain. */
    async reverted({ id }: Quote): Promise<string[]> {
      const rows = await harness.database.storage.query<{ action: string }>(
        `select action from steps where quote_id = $1 and state = 'reverted'`,
        [id],
      )
      return rows.map(({ action }) => action)
    },
    stop: () => stopSolanaHarness(harness),
  }
}

function getAssets(network: Network): readonly AssetType[] {
  const natives = getSolanaChains(network).map(({ nativeAsset }) => nativeAsset)
  const members = network.aggregates.flatMap((aggregate) => aggregate.members)
  return [...new Set([...natives, ...members.map(({ assetType }) => assetType)])]
}
