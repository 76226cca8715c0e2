import { Keypair } from '@solana/web3.js'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { toWebInstruction } from '#chains/solana/deploy/webInstruction.ts'
import { sendSigned } from '#devnet/solana/deploy/sendSigned.ts'
import { solanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaChains } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import type { RoleBasedAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { accountOf } from '#testing/quotes/quotes.ts'
import { createFreezable, type Freezable, withFreezable } from '#testing/attacks/freezable.ts'
import { assetOf, untilTerminal } from '#testing/harness/desk.ts'
import {
  askScene,
  type SceneRequest,
  startSolanaScene,
  stopSolanaScene,
} from '#testing/harness/solanaScene.ts'
import { createStops, type Stop } from './stops.ts'

/** Somebody with an account of each ecosystem that nobody else has used. */
export type Person = {
  owner: PrivateKeyAccount
  wallet: Keypair
  onEvm: RoleBasedAccount
  onSolana: SolanaAccount
}

/** What somebody begins with, smallest units. `coin`: of the token that can be frozen. */
export type Means = Partial<Record<'sol' | 'usdc' | 'coin' | 'onFirth', bigint>>

/** An execution that something will happen to. */
export type SolanaPlot = {
  person: Person
  quote: Quote
  at: Stop['at']
  when?: Stop['when']
  /** What the world does meanwhile. */
  strike: () => Promise<unknown>
  /** Makes good what others would suffer from. */
  undo?: () => Promise<unknown>
}

/** Executions between chains of both ecosystems that go wrong; see {@link startSolanaFailureScene}. */
export type SolanaFailureScene = Awaited<ReturnType<typeof startSolanaFailureScene>>

/** A service whose executions can be stopped one by one while something happens to them on Solana. */
export async function startSolanaFailureScene() {
  const stops = createStops()
  const mint = Keypair.generate()
  const scene = await startSolanaScene({
    onBoundary: stops.onBoundary,
    networkOf: (network) => withFreezable(network, mint.publicKey.toBase58()),
  })
  const { devnet, desk } = scene
  const { network, solana } = devnet
  const freezable: Freezable = await createFreezable(solana, mint)
  await freezable.give(solanaKey('solver').publicKey, 1_000_000_000n)

  /** What somebody holds of every asset of every chain, in their smallest units. */
  async function holdings({ onEvm, onSolana }: Person): Promise<Map<string, bigint>> {
    const found = await Promise.all(
      assetsOf(network).map(async (assetType) => {
        const { chainId } = splitAssetType(assetType)
        const { accountAddress } = chainId.startsWith('eip155') ? onEvm : onSolana
        const balance = await desk.chains.get(chainId)?.readBalance(accountAddress, assetType)
        return [assetType, balance?.units ?? 0n] as const
      }),
    )
    return new Map(found)
  }

  await desk.start()
  return {
    ...scene,
    freezable,
    asset: (chain: string, symbol: string): AssetType => assetOf(network, { chain, symbol }),
    async person(means: Means): Promise<Person> {
      const owner = privateKeyToAccount(generatePrivateKey())
      const wallet = Keypair.generate()
      const onEvm = accountOf(owner.address, desk.service.quotes)
      const { sol, usdc, coin, onFirth } = means
      if (onFirth !== undefined) {
        const assetType = assetOf(network, { chain: 'Firth', symbol: 'USDC' })
        await devnet.faucet.give(onEvm.accountAddress, [{ assetType, amount: onFirth }])
      }
      await solana.give(wallet.publicKey, [
        ...(sol === undefined ? [] : [{ asset: 'sol' as const, units: sol }]),
        ...(usdc === undefined ? [] : [{ asset: 'usdc' as const, units: usdc }]),
      ])
      if (coin !== undefined) await freezable.give(wallet.publicKey, coin)
      const accountAddress = wallet.publicKey.toBase58()
      return { owner, wallet, onEvm, onSolana: { type: 'solana', accountAddress } }
    },
    ask: ({ owner, wallet }: Person, request: SceneRequest): Promise<Quote> =>
      askScene({ ...scene, owner, user: wallet }, request),
    /** A wallet acts without the service; somebody else pays the fee. */
    act: (wallet: Keypair, instructions: readonly SolanaInstruction[]): Promise<string> =>
      sendSigned(solana.connection, {
        signers: [solanaKey('deployer'), wallet],
        instructions: instructions.map(toWebInstruction),
      }),
    /** Carries a plot out. @returns How the execution ended, and what its owner has more or less. */
    async end(plot: SolanaPlot): Promise<{ record: StatusRecord; lost: Record<string, bigint> }> {
      const { person, quote, strike, undo, at, when = 'before sign' } = plot
      const before = await holdings(person)
      const isReached = stops.hold(quote.id, { at, when })
      await desk.executions.accept(quote, { receivedBody: quote })
      const ending = untilTerminal(desk, { quoteId: quote.id })
      const early = await Promise.race([isReached, ending])
      if (early) throw new Error(`It ended before: ${JSON.stringify(early)}`)
      const held = await holdings(person)
      await strike()
      const struck = await holdings(person)
      stops.letGo(quote.id)
      const record = await ending
      await undo?.()
      const after = await holdings(person)
      const lost = [...after].flatMap(([assetType, units]) => {
        const own = (struck.get(assetType) ?? 0n) - (held.get(assetType) ?? 0n)
        const missing = (before.get(assetType) ?? 0n) + own - units
        return missing === 0n ? [] : [[assetType, missing] as const]
      })
      return { record, lost: Object.fromEntries(lost) }
    },
    /** Actions of an execution that failed in the chain. */
    async reverted({ id }: Quote): Promise<string[]> {
      const rows = await scene.database.storage.query<{ action: string }>(
        `select action from steps where quote_id = $1 and state = 'reverted'`,
        [id],
      )
      return rows.map(({ action }) => action)
    },
    stop: () => stopSolanaScene(scene),
  }
}

function assetsOf(network: Network): readonly AssetType[] {
  const natives = solanaChains(network).map(({ nativeAsset }) => nativeAsset)
  const members = network.aggregates.flatMap((aggregate) => aggregate.members)
  return [...new Set([...natives, ...members.map(({ assetType }) => assetType)])]
}
