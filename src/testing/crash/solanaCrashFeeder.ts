import { Keypair } from '@solana/web3.js'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import {
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
  toWebInstruction,
} from '#chains/solana/program/instruction.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import type { TestDevnetWithSolana } from '../devnet/startTestDevnetWithSolana.ts'
import type { TestAccount } from '#testing/devnet/account.ts'
import { placeCoinRejecter, coinRejecter } from '#testing/devnet/coinRejecter.ts'
import {
  type AccountAddress,
  AssetType,
  EvmAddress,
  type SolanaAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { Storage } from '#service/storage/database.ts'
import { composeCalls, signCall } from '#testing/harness/calls.ts'
import { buildFriendlyCall, getFriend, lentTokens, placeTarget } from './crashCall.ts'
import { holdBack, getKeys, createAccount } from './crashFeeder.ts'
import type { CrashStop } from './crashStops.ts'
import { getAsset, composeServices, signQuote } from '#testing/harness/composeServices.ts'
import { keysWithSolana, signOnSolana } from '#testing/harness/solana.ts'
import { type SolanaPoint, type SolanaWorld, stopAt } from './solanaCrash.ts'

/** What each user is given, smallest units. */
export const given = { firthUsdc: 3_000_000n, reefUsdc: 3_000_000n, lamports: 1_000_000_000n }

/** An execution with accounts of its own. */
export type FedOnSolana = {
  point: SolanaPoint
  stop: CrashStop
  quote: Quote
  /** Its id in the contracts. */
  fillId: Hash
  onEvm: EvmAddress | undefined
  onSolana: SolanaAddress | undefined
  recipient: AccountAddress
  /** Whether its user burned what was to be deposited. */
  isBurned: boolean
}

/** Accepts executions that involve Solana; see {@link createSolanaCrashFeeder}. */
export type SolanaCrashFeeder = ReturnType<typeof createSolanaCrashFeeder>

type Users = { account: TestAccount | undefined; user: Keypair | undefined }
/** The participants of an execution; `spoil` makes it fail after it was accepted. */
type Prepared = {
  point: SolanaPoint
  users: Users
  terms: ExchangeTerms
  recipient: AccountAddress
  spoil?: () => Promise<void>
}
type ExchangeTerms = { from: string; to: AssetType; amount: bigint }

const firstIndex = 5_000
const { usdt } = solanaTokens

/** Creates a {@link SolanaCrashFeeder}. */
export function createSolanaCrashFeeder(parts: { devnet: TestDevnetWithSolana; storage: Storage }) {
  const { devnet, storage } = parts
  const { network, solana } = devnet
  const waiting = new Set<string>()
  const services = composeServices(network, {
    storage: holdBack(storage, waiting),
    keys: keysWithSolana,
  })
  const calls = composeCalls(services, { network, storage })
  const fed: FedOnSolana[] = []
  let accountCount = 0
  let turnCount = 0

  function asset(chain: string, symbol: string): AssetType {
    return getAsset(network, { chain, symbol })
  }

  async function newUsers(world: SolanaWorld): Promise<Users> {
    const isOnEvm = world === 'to Solana' || world === 'both draw' || world === 'call'
    const account = isOnEvm ? createAccount(firstIndex + ++accountCount) : undefined
    const user = world === 'to Solana' ? undefined : Keypair.generate()
    const usdc = { assetType: asset('Firth', 'USDC'), amount: given.firthUsdc }
    await Promise.all([
      account && devnet.faucet.send(account.address, [usdc]),
      user &&
        solana.give(user.publicKey, [
          { asset: 'sol', units: given.lamports },
          { asset: 'usdc', units: given.reefUsdc },
        ]),
    ])
    return { account, user }
  }

  /** What to exchange: native coins and tokens by turnCount, where both are possible. */
  function getTerms({ world, isDoomed }: SolanaPoint, turn: number): ExchangeTerms {
    const isCoins = turn % 2 === 1
    switch (world) {
      case 'from Solana':
        return isCoins
          ? { from: asset('Reef', 'SOL'), amount: 20_000_000n, to: asset('Lagoon', 'ETH') }
          : { from: asset('Reef', 'USDC'), amount: 2_000_000n, to: asset('Lagoon', 'ETH') }
      case 'to Solana': {
        const to = asset('Reef', isDoomed ? 'USDT' : isCoins ? 'SOL' : 'USDC')
        return { from: asset('Firth', 'USDC'), amount: 2_000_000n, to }
      }
      case 'both draw':
        return { from: 'agg:usdc', amount: 5_000_000n, to: asset('Lagoon', 'ETH') }
      case 'within Solana':
        return { from: asset('Reef', 'USDC'), amount: 2_000_000n, to: asset('Reef', 'USDT') }
      case 'call':
        return {
          from: asset('Reef', isCoins ? 'SOL' : 'USDC'),
          amount: lentTokens,
          to: asset('Lagoon', 'USDC'),
        }
      case 'transfer': {
        const what = asset('Reef', isCoins && !isDoomed ? 'SOL' : 'USDC')
        return { from: what, amount: 2_000_000n, to: what }
      }
    }
  }

  async function ask({
    point: { world, isDoomed },
    users: { account, user },
    terms: { from, to, amount },
    recipient,
  }: Prepared): Promise<{ quote: Quote; fillId: Hash }> {
    const onSolana = user && { type: 'solana' as const, accountAddress: user.publicKey.toBase58() }
    const accounts = [...(account ? [getKeys(account)] : []), ...(onSolana ? [onSolana] : [])]
    if (world === 'call' && account && user) {
      const end = isDoomed ? 'refused' : 'done'
      const request = buildFriendlyCall(account, { usdc: to, from: AssetType.parse(from), end })
      const call = await signCall(
        { ...request, accounts },
        { calls, services, signer: account.session },
      )
      return { quote: signOnSolana(call.quote, user), fillId: call.prepareId }
    }
    const quote = await services.service.quotes.quoteV3({
      from: { accounts, asset: { assetId: from }, amount: amount.toString() },
      to: { asset: { assetId: to }, account: `${splitAssetType(to).chainId}:${recipient}` },
    })
    const signed = account ? await signQuote(quote, account.session) : quote
    return { quote: user ? signOnSolana(signed, user) : signed, fillId: quote.id }
  }

  /** Sends one instruction; the faucet pays. */
  async function act(instruction: SolanaInstruction, ...others: Keypair[]): Promise<void> {
    const signers = [deriveSolanaKey('faucet'), ...others]
    await sendSigned(solana.connection, {
      signers,
      instructions: [toWebInstruction(instruction)],
    })
  }

  /** The recipient, and what makes a doomed execution fail. */
  async function prepareRecipient({ world, isDoomed }: SolanaPoint, { account, user }: Users) {
    const key = Keypair.generate()
    const recipient = key.publicKey.toBase58()
    if (world === 'call' && account) {
      await placeTarget(devnet, 'Lagoon')
      return { recipient: getFriend(account) }
    }
    if (world === 'transfer' && isDoomed && user)
      return { recipient, spoil: () => act(buildBurn(user), user) }
    if (world === 'transfer' || (world === 'to Solana' && !isDoomed)) return { recipient }
    if (world === 'to Solana' || (world === 'within Solana' && isDoomed)) {
      const payer = deriveSolanaKey('faucet').publicKey.toBase58()
      await act(buildCreateTokenAccountInstruction({ owner: recipient, ...usdt }, { payer }))
      // The service does not pay rent again for an account closed after the quote.
      return { recipient, spoil: () => act(buildClose(recipient), key) }
    }
    if (user && world === 'within Solana') return { recipient: user.publicKey.toBase58() }
    if (!isDoomed) return { recipient: createAccount(firstIndex + ++accountCount).session.address }
    await Promise.all(devnet.chains.map(placeCoinRejecter))
    return { recipient: coinRejecter }
  }

  async function accept(prepared: Prepared): Promise<FedOnSolana> {
    const one = await sign(prepared)
    const { quote } = one
    waiting.add(quote.id)
    await services.executions.accept(quote, { receivedBody: quote })
    waiting.delete(quote.id)
    await prepared.spoil?.()
    return one
  }

  async function sign(prepared: Prepared): Promise<FedOnSolana> {
    const { point, users, recipient } = prepared
    const { quote, fillId } = await ask(prepared)
    const one = {
      point,
      stop: stopAt(point, quote),
      quote,
      fillId,
      onEvm: users.account?.address,
      onSolana: users.user?.publicKey.toBase58(),
      recipient,
      isBurned: point.world === 'transfer' && point.isDoomed,
    }
    fed.push(one)
    return one
  }

  return {
    fed,
    asset,
    /** Prepares the participants in advance, as a quote expires soon. */
    async prepare(this: void, point: SolanaPoint): Promise<Prepared> {
      const users = await newUsers(point.world)
      return {
        point,
        users,
        terms: getTerms(point, ++turnCount),
        ...(await prepareRecipient(point, users)),
      }
    },
    sign,
    /** Accepts executions, and lets workers claim them once all are accepted. */
    async feed(this: void, some: readonly Prepared[]): Promise<FedOnSolana[]> {
      const accepted = await Promise.all(some.map(accept))
      const ids = accepted.map(({ quote }) => quote.id)
      await storage.query('update executions set next_run_at = now() where quote_id = any($1)', [
        ids,
      ])
      return accepted
    },
  }
}

/** `CloseAccount` of an empty account; its rent goes back to the payer. */
function buildClose(owner: SolanaAddress): SolanaInstruction {
  const payer = deriveSolanaKey('faucet').publicKey.toBase58()
  const accounts = [
    toWritableAccount(getAssociatedTokenAddress(owner, usdt)),
    toWritableAccount(payer),
    toSignerAccount(owner),
  ]
  return { programId: usdt.tokenProgram, accounts, data: Uint8Array.of(9) }
}

function buildBurn(user: Keypair): SolanaInstruction {
  const { mint, tokenProgram } = solanaTokens.usdc
  const owner = user.publicKey.toBase58()
  const account = getAssociatedTokenAddress(owner, solanaTokens.usdc)
  const units = Buffer.alloc(9)
  units.writeUInt8(8, 0)
  units.writeBigUInt64LE(given.reefUsdc, 1)
  return {
    programId: tokenProgram,
    accounts: [toWritableAccount(account), toWritableAccount(mint), toSignerAccount(owner)],
    data: units,
  }
}
