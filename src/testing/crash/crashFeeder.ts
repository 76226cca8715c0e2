import { createWalletClient, encodeFunctionData, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { createQueue } from '#devnet/node/queue.ts'
import { isCampaign } from '#testing/campaign.ts'
import type { TestDevnet } from '../devnet/startTestDevnet.ts'
import { placeCoinRejecter, coinRejecter } from '#testing/devnet/coinRejecter.ts'
import { buildCreateCall, createTestAccount, type TestAccount } from '#testing/devnet/account.ts'
import { getDevnetChain, mine } from '#testing/devnet/settlement.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { AnyQuote, Quote } from '#protocol/quotes/quote.ts'
import type { Storage } from '#service/storage/database.ts'
import { composeCalls, signCall } from '#testing/harness/calls.ts'
import type { CrashCase, CrashKind, FedExecution } from './crash.ts'
import { buildFriendlyCall, getFriend, placeTarget } from './crashCall.ts'
import { countEvents, startingBalance, getExpectedChanges } from './crashLedger.ts'
import {
  getAsset,
  composeServices,
  signApproval,
  signQuote,
  type TestServices,
  type TestKeys,
} from '#testing/harness/composeServices.ts'

/** Accepts executions for a crash test, and reads balances afterwards. */
export type CrashFeeder = Awaited<ReturnType<typeof createCrashFeeder>>

const amounts: Record<CrashKind, bigint> = {
  'one chain': 2_000_000n,
  'two chains': 5_000_000n,
  'same chain': 2_000_001n,
  arrival: 2_000_002n,
  call: 0n,
}
/** Accounts created at once; `npm test` needs twice as many. */
const batchSize = isCampaign ? 60 : 11

/** Creates a {@link CrashFeeder}. Each execution has a new account, which it must deploy. */
export async function createCrashFeeder(parts: {
  devnet: TestDevnet
  storage: Storage
  services: TestServices
  keys: TestKeys
}) {
  const { devnet, services } = parts
  const accounts: TestAccount[] = []
  const fed: FedExecution[] = []
  const enqueue = createQueue()
  const free: TestAccount[] = []
  const calls = composeCalls(services, { ...parts, network: devnet.network })

  async function addAccounts(): Promise<void> {
    const fresh = Array.from({ length: batchSize }, (_, index) =>
      createAccount(accounts.length + index),
    )
    accounts.push(...fresh)
    const usdc = [asset('Firth', 'USDC'), asset('Delta', 'USDC')]
    const requests = usdc.map((assetType) => ({ assetType, amount: startingBalance }))
    await Promise.all(fresh.map(({ address }) => devnet.faucet.send(address, requests)))
    free.push(...fresh)
  }

  function asset(chain: string, symbol: string): AssetType {
    return getAsset(devnet.network, { chain, symbol })
  }

  async function takeAccount(): Promise<TestAccount> {
    return enqueue(async () => {
      if (free.length === 0) await addAccounts()
      const account = free.pop()
      if (!account) throw new Error('No account is left.')
      return account
    })
  }

  async function askFor({ kind, isDoomed }: CrashCase, account: TestAccount): Promise<Quote> {
    const to = kind === 'same chain' ? asset('Firth', 'WETH') : asset('Lagoon', 'ETH')
    const from = kind === 'two chains' ? 'agg:usdc' : asset('Firth', 'USDC')
    const quote = await services.service.quotes.quoteV3({
      from: {
        accounts: [getKeys(account)],
        asset: { assetId: from },
        amount: amounts[kind].toString(),
      },
      to: {
        asset: { assetId: to },
        // The recipient rejects coins, so the fill always fails.
        ...(isDoomed &&
          kind !== 'same chain' && { account: `${splitAssetType(to).chainId}:${coinRejecter}` }),
      },
    })
    return signQuote(quote, account.session)
  }

  /** Requests a generation 1 quote, with its destination operation signed too. */
  async function askForArrival(account: TestAccount): Promise<AnyQuote> {
    const { destinationChainOperation: arrival, ...quote } = await services.service.quotes.quoteV1({
      from: {
        account: getKeys(account),
        asset: { assetId: asset('Firth', 'USDC') },
        amount: amounts.arrival.toString(),
      },
      to: { asset: { assetId: asset('Lagoon', 'ETH') } },
    })
    if (!arrival) throw new Error('The quote has no destination operation.')
    const signature = await signApproval(arrival, account.session)
    const { originChainsOperations } = await signQuote({ ...quote, accounts: [] }, account.session)
    const destinationChainOperation = { ...arrival, userOp: { ...arrival.userOp, signature } }
    return { ...quote, originChainsOperations, destinationChainOperation }
  }

  /** Accepts a swap on one chain, and takes its tokens away before a worker claims it. */
  async function feedDrained(quote: AnyQuote, account: TestAccount): Promise<void> {
    const storage = holdBack(parts.storage, [quote.id])
    const waiting = composeServices(devnet.network, { ...parts, storage })
    await waiting.executions.accept(quote, { receivedBody: quote })
    await enqueue(() => drainAccount(devnet, { account, token: asset('Firth', 'USDC') }))
    await parts.storage.query('update executions set next_run_at = now() where quote_id = $1', [
      quote.id,
    ])
  }

  /** Requests and signs a quote; for a call, also returns the id of its grant. */
  async function askForAny(
    wanted: CrashCase,
    account: TestAccount,
  ): Promise<{ quote: AnyQuote; prepareId?: Hash }> {
    const { kind, isDoomed } = wanted
    if (kind === 'arrival') return { quote: await askForArrival(account) }
    if (kind !== 'call') return { quote: await askFor(wanted, account) }
    const request = buildFriendlyCall(account, {
      usdc: asset('Lagoon', 'USDC'),
      from: asset('Firth', 'USDC'),
      end: isDoomed ? 'refused' : 'done',
    })
    return signCall(request, { calls, services, signer: account.session })
  }

  await Promise.all([
    addAccounts(),
    placeTarget(devnet, 'Lagoon'),
    placeCoinRejecter(getDevnetChain(devnet, 'Lagoon')),
  ])
  return {
    fed,
    async ask(wanted: CrashCase): Promise<Quote> {
      return askFor(wanted, await takeAccount())
    },
    async feed(wanted: CrashCase): Promise<FedExecution> {
      const { kind, isDoomed } = wanted
      const account = await takeAccount()
      const { quote, prepareId } = await askForAny(wanted, account)
      if (kind === 'same chain' && isDoomed) await feedDrained(quote, account)
      else await services.executions.accept(quote, { receivedBody: quote })
      const { address } = account
      const recipient = kind === 'call' ? getFriend(account) : address
      const one = {
        kind,
        isDoomed,
        quote,
        account: address,
        recipient,
        fillId: prepareId ?? quote.id,
      }
      fed.push(one)
      return one
    },
    countEvents: () => countEvents(devnet, fed),
    /**
     * Reads sums that must stay constant: all USDC less what accounts were given, the escrow's
     * holdings, and the grants in the settler.
     */
    async readTotals(): Promise<Record<string, bigint>> {
      const { roles, chains, pools } = devnet.network
      const { originEscrow, destinationSettler } = chains[0]?.contracts ?? {}
      const totals: Record<string, bigint> = {}
      for (const name of ['Firth', 'Delta', 'Lagoon']) {
        const token = asset(name, 'USDC')
        const others = [roles.solver, roles.payee, roles.feeReceiver, destinationSettler]
        const ours = pools.filter(({ tokens }) => tokens.includes(token)).map(({ pool }) => pool)
        const held = await balanceOf(token, originEscrow)
        const holders = accounts.flatMap((one) => [one.address, getFriend(one)])
        const all = [...others, ...ours, ...holders]
        const units = await Promise.all(all.map((holder) => balanceOf(token, holder)))
        const sum = units.reduce((total, one) => total + one, held)
        totals[`escrow ${name}`] = held
        totals[`all ${name}`] =
          name === 'Lagoon' ? sum : sum - startingBalance * BigInt(accounts.length)
        totals[`lent ${name}`] = await balanceOf(asset(name, 'ETH'), destinationSettler)
      }
      return totals
    },
    /** The balance changes of account and recipient; surplus from a pool is not counted. */
    async readChanges({
      account,
      quote,
      recipient,
    }: FedExecution): Promise<Record<string, bigint>> {
      const { assetType, minimumAmount } = quote.destinationToken
      const [firth, delta] = [asset('Firth', 'USDC'), asset('Delta', 'USDC')]
      const received = await balanceOf(assetType, recipient)
      const promised = BigInt(minimumAmount)
      const isPool = assetType === asset('Firth', 'WETH')
      return {
        [firth]: (await balanceOf(firth, account)) - startingBalance,
        [delta]: (await balanceOf(delta, account)) - startingBalance,
        [assetType]: isPool && received > promised ? promised : received,
      }
    },
    expectedChanges: (one: FedExecution) =>
      getExpectedChanges(one, { firth: asset('Firth', 'USDC'), delta: asset('Delta', 'USDC') }),
  }

  async function balanceOf(token: AssetType, holder: EvmAddress | undefined): Promise<bigint> {
    const chain = services.chains.get(splitAssetType(token).chainId)
    if (!chain || !holder) throw new Error(`There is no chain or holder for ${token}.`)
    const { units } = await chain.readBalance(holder, token)
    return units
  }
}

/** The keys of an account in the form of a quote request. */
export function getKeys({ session, admin, address }: TestAccount) {
  return {
    sessionAddress: session.address,
    adminAddress: admin.address,
    accountAddress: address,
  }
}

/**
 * Creates a test account of its own for each index. The index is padded with zeros, since other
 * digits would give some indices the same key.
 */
export function createAccount(index: number): TestAccount {
  const session = Hash.parse(`0xb${(index + 1).toString(16).padStart(63, '0')}`)
  return createTestAccount({ session, admin: session })
}

/** Wraps a database so that workers do not claim these executions when they are accepted. */
export function holdBack(storage: Storage, quoteIds: Iterable<string>): Storage {
  return {
    ...storage,
    transaction: (work) =>
      storage.transaction(async (database) => {
        const result = await work(database)
        await database.query(
          `update executions set next_run_at = now() + interval '1 hour'
           where quote_id = any($1)`,
          [[...quoteIds]],
        )
        return result
      }),
  }
}

async function drainAccount(
  devnet: TestDevnet,
  { account, token }: { account: TestAccount; token: AssetType },
): Promise<void> {
  const chain = getDevnetChain(devnet, 'Firth')
  const { client, rpcUrl } = chain
  const { address } = account
  await mine(chain, {
    from: privateKeyToAccount(devnetKeys.trickster),
    calls: [buildCreateCall(account)],
  })
  await client.setBalance({ address, value: 10n ** 18n })
  await client.impersonateAccount({ address })
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [devnet.network.roles.payee, startingBalance],
  })
  const to = EvmAddress.parse(splitAssetType(token).reference)
  const wallet = createWalletClient({ account: address, transport: http(rpcUrl) })
  const hash = await wallet.sendTransaction({ chain: null, to, data, gas: 200_000n })
  const { status } = await client.waitForTransactionReceipt({ hash })
  if (status !== 'success') throw new Error(`The tokens of ${address} could not be taken away.`)
  await client.stopImpersonatingAccount({ address })
}
