import { Keypair } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'

import { decodeMessage } from '#chains/solana/codec/message.ts'
import { alterBytes } from '#testing/solana/alterations.ts'
import { writeOperation } from '#chains/solana/codec/writeOperation.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import type { Network, SolanaNetworkChain } from '#networks/network.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { ErrorCode } from '#protocol/status/errors.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { pickOneOfEach } from '#testing/campaign.ts'
import { mutateLeaves } from '#testing/mutateLeaves.ts'
import { defaultRates, type QuoteRates } from '../../../quotes/pricing/rates.ts'
import { forgeQuotes, resignQuote } from '#testing/attacks/forgery.ts'
import { signQuote } from '#testing/harness/composeServices.ts'
import { signOnSolana } from '#testing/harness/solana.ts'
import { setUpSolanaHarness } from '#testing/harness/solanaHarness.ts'

const accomplice = Keypair.generate().publicKey.toBase58()
const taken = 'This quote would be taken.'

const harness = setUpSolanaHarness({
  onFailpoint(failpoint) {
    if (failpoint === 'before accept') throw new Error(taken)
  },
})
const { asset } = harness

type Way = { from: [chain: string, symbol: string]; to: [chain: string, symbol: string] }

const deposit: Way = { from: ['Reef', 'USDC'], to: ['Lagoon', 'USDC'] }
const ofCoins: Way = { from: ['Reef', 'SOL'], to: ['Lagoon', 'USDC'] }
const transfer: Way = { from: ['Reef', 'USDC'], to: ['Reef', 'USDC'] }
const arriving: Way = { from: ['Firth', 'USDC'], to: ['Reef', 'USDC'] }

type Forging = { code?: ErrorCode; networkOf?: (network: Network) => Network; rates?: QuoteRates }

/** A quote written and signed by the attacker for a changed network. */
async function forged(way: Way, { networkOf = same, rates }: Forging = {}): Promise<Quote> {
  const { quotes } = forgeQuotes(networkOf(harness.devnet.network), { ...(rates && { rates }) })
  const [from, to] = [asset(...way.from), asset(...way.to)]
  const { chainId } = splitAssetType(to)
  const recipient = way.to[0] === 'Reef' ? accomplice : harness.onEvm.accountAddress
  const quote = await quotes.quoteV3({
    from: {
      accounts: [harness.onEvm, harness.onSolana],
      asset: { assetId: from },
      amount: way === ofCoins ? '100000000' : '25000000',
    },
    to: { asset: { assetId: to }, account: `${chainId}:${recipient}` },
  })
  return signOnSolana(await signQuote(quote, harness.owner), harness.user)
}

function same(network: Network): Network {
  return network
}

function withRoles(roles: Partial<SolanaNetworkChain['roles']>) {
  return (network: Network): Network => ({
    ...network,
    chains: network.chains.map((chain) =>
      chain.kind === 'solana' ? { ...chain, roles: { ...chain.roles, ...roles } } : chain,
    ),
  })
}

function withDeadlines(deadlines: Partial<Network['deadlines']>) {
  return (network: Network): Network => ({
    ...network,
    deadlines: { ...network.deadlines, ...deadlines },
  })
}

async function accept(quote: Quote): Promise<unknown> {
  return harness.services.executions.accept(quote, { receivedBody: quote })
}

describe('A quote sealed with the stolen key', () => {
  test.each([
    ['a deposit', deposit],
    ['a deposit of coins', ofCoins],
    ['a transfer', transfer],
    ['a delivery', arriving],
  ])('for %s that says what the service would say is taken', async (_, way) => {
    await expect(accept(await forged(way))).rejects.toThrow(taken)
  })

  test.each<[string, Way, Forging]>([
    ['pays a deposit to the thief', deposit, { networkOf: withRoles({ payee: accomplice }) }],
    ['pays coins to the thief', ofCoins, { networkOf: withRoles({ payee: accomplice }) }],
    [
      'pays the fee of a deposit to the thief',
      deposit,
      { networkOf: withRoles({ feeReceiver: accomplice }) },
    ],
    [
      'pays the fee of a transfer to the thief',
      transfer,
      { networkOf: withRoles({ feeReceiver: accomplice }) },
    ],
    [
      'lets a deposit be refunded while it is delivered',
      deposit,
      { networkOf: withDeadlines({ refundSeconds: 301 }) },
    ],
    [
      'lets coins be refunded while they are delivered',
      ofCoins,
      { networkOf: withDeadlines({ refundSeconds: 301 }) },
    ],
    ['keeps a deposit for long', deposit, { networkOf: withDeadlines({ refundSeconds: 3_600 }) }],
    [
      'leaves more time to deposit and to deliver',
      deposit,
      { networkOf: withDeadlines({ depositSeconds: 420, fillSeconds: 600 }) },
    ],
    [
      'pays nothing for the lamports of a deposit',
      deposit,
      { rates: forNothing, code: 'PRICE_UNAVAILABLE' },
    ],
    [
      'pays nothing for the lamports of a transfer',
      transfer,
      { rates: forNothing, code: 'PRICE_UNAVAILABLE' },
    ],
    [
      'has a token account made without its rent',
      arriving,
      { rates: forGasAlone, code: 'PRICE_UNAVAILABLE' },
    ],
  ])('and that %s is refused, and nothing is stored', async (_, way, forging) => {
    const { code = 'QUOTE_TAMPERED' } = forging
    const quote = await forged(way, forging)
    await expect(accept(quote)).rejects.toMatchObject({ code })
    expect(await harness.services.executions.status(quote.id)).toEqual({})
  })

  test.each([
    ['a deposit', deposit],
    ['a deposit of coins', ofCoins],
    ['a transfer', transfer],
  ])('for %s says nothing else in any part that concerns the service', async (_, way) => {
    const quote = await forged(way)
    const { originChainsOperations, ...others } = quote
    const all = pickOneOfEach(mutateLeaves({ originChainsOperations }), ({ path }) => path)
    const wrong: string[] = []
    for (const { path, what, document } of all) {
      const read = Quote.safeParse({ ...others, ...Object(document) })
      const verdict = read.success && (await verdictOn(read.data))
      const isFree = free.some((leaf) => leaf.path.test(path) && leaf.what.test(what))
      if (verdict === taken && !isFree) wrong.push(`${path}: ${what}`)
    }
    expect(wrong).toEqual([])
  })

  test.each([
    ['a deposit', deposit],
    ['a deposit of coins', ofCoins],
    ['a transfer', transfer],
  ])('for %s with a message altered in any leaf is refused, signed anew or not', async (_, way) => {
    const quote = await forged(way)
    const [operation] = quote.originChainsOperations
    const message = operation && 'dataToSign' in operation && getMessage(operation.dataToSign)
    if (!operation || !message) throw new Error('The quote draws nothing on Solana.')
    const { assetType, amount } = operation
    const named = { assetType, amount: BigInt(amount) }
    const { executor } = harness.roles
    const who = { executor, attacker: accomplice, token: { ...solanaTokens.usdc, decimals: 6 } }
    const takenOnes: string[] = []
    for (const { name, message: altered } of alterBytes(message, who)) {
      const changed = { ...quote, originChainsOperations: [writeOperation(altered, named)] }
      if ((await verdictOn(changed)) === taken) takenOnes.push(name)
    }
    // Compute limit and price within bounds, and a higher fee, which is part of the quote.
    expect(takenOnes.filter((name) => !/^[015]: byte \d$/.test(name))).toEqual([])
  })
})

function getMessage(dataToSign: string) {
  return decodeMessage(Buffer.from(dataToSign, 'base64'))
}

/** Changes without effect: unread fields, case of hex, new signatures, lookup tables beside the bytes. */
const free: readonly { path: RegExp; what: RegExp }[] = [
  { path: /^/, what: /^with another field$/ },
  { path: /data$/, what: /^(lower|upper) case$/ },
  { path: /signature$/, what: /./ },
  { path: /addressLookupTableAddresses$/, what: /./ },
  {
    path: /^originChainsOperations\.0$/,
    what: /^without (signature|addressLookupTableAddresses)$/,
  },
]

const forNothing: QuoteRates = { ...defaultRates, gasMarkupBps: -10_000n, solverSpreadBps: 0n }
/** Two thirds of what it takes. */
const forGasAlone: QuoteRates = { ...defaultRates, gasMarkupBps: -3_400n }

async function verdictOn(quote: Quote): Promise<string> {
  try {
    const sealed = resignQuote(signOnSolana(quote, harness.user), harness.devnet.network)
    await accept(sealed)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
