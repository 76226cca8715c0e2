import { beforeAll, expect, test } from 'vitest'

import { createTestAccount } from '#testing/devnet/account.ts'
import { type AnyQuote, Quote, QuoteV1 } from '#protocol/quotes/quote.ts'
import { pickOneOfEach } from '#testing/campaign.ts'
import { type Mutation, mutateLeaves, pickOneOfEachKind } from '#testing/mutateLeaves.ts'
import { composeCalls, prepareCall } from '#testing/harness/calls.ts'
import { resignQuote, signForWhatItDoes } from '#testing/attacks/forgery.ts'
import { buildFriendlyCall, placeTarget } from '#testing/crash/crashCall.ts'
import { ownerKey, setUpHarness } from '#testing/harness/harness.ts'

const taken = 'This quote would be taken.'
const harness = setUpHarness({
  funds: [['Firth', 'USDC', 900_000_000n]],
  // Accepts nothing: an acceptable quote fails with {@link taken}.
  services: {
    onFailpoint(failpoint) {
      if (failpoint === 'before accept') throw new Error(taken)
    },
  },
})
const { asset, owner: attacker } = harness

beforeAll(() => placeTarget(harness.devnet, 'Lagoon'))

/**
 * Changes without effect: gas prices and paymaster data are set again, call gas is measured, other gas
 * limits may be lower, the case of hex and unknown fields are ignored.
 */
const free: readonly { path: RegExp; what: RegExp }[] = [
  { path: /userOp\.(maxFeePerGas|maxPriorityFeePerGas|paymasterData|callGasLimit)$/, what: /./ },
  { path: /(GasLimit|preVerificationGas)$/, what: /^(one less|a hundredth|zero|shorter)$/ },
  { path: /^/, what: /^(lower|upper) case$/ },
  { path: /^/, what: /^with another field$/ },
  { path: /signature$/, what: /./ },
]

async function quoteV3(to: [chain: string, symbol: string], recipient?: string): Promise<Quote> {
  const assetId = asset(...to)
  const chainId = assetId.split('/')[0] ?? ''
  return harness.services.service.quotes.quoteV3({
    from: {
      accounts: [harness.account],
      asset: { assetId: asset('Firth', 'USDC') },
      amount: '10000000',
    },
    to: { asset: { assetId }, ...(recipient && { account: `${chainId}:${recipient}` }) },
  })
}

async function quoteV1(): Promise<QuoteV1> {
  return harness.services.service.quotes.quoteV1({
    from: {
      account: harness.account,
      asset: { assetId: asset('Firth', 'USDC') },
      amount: '10000000',
    },
    to: { asset: { assetId: asset('Delta', 'USDC') } },
  })
}

/** Deposits on Firth that pay for a call on Lagoon. */
async function quoteOfCall(): Promise<Quote> {
  const caller = createTestAccount({ session: ownerKey, admin: ownerKey })
  const { network, database } = harness
  const calls = composeCalls(harness.services, { network, storage: database.storage })
  const [usdc, from] = [asset('Lagoon', 'USDC'), asset('Firth', 'USDC')]
  const request = buildFriendlyCall(caller, { usdc, from, end: 'done' })
  const prepared = await prepareCall(request, { calls, signer: attacker })
  return calls.quote(prepared, prepared)
}

test.each<[string, () => Promise<AnyQuote>, (all: readonly Mutation[]) => readonly Mutation[]]>([
  ['a deposit', () => quoteV3(['Delta', 'USDC']), pickOneOfEachKind],
  ['a transfer', () => quoteV3(['Firth', 'USDC'], attacker.address), oneOfEachLeaf],
  ['a swap', () => quoteV3(['Firth', 'WETH']), oneOfEachLeaf],
  ['a swap into coins', () => quoteV3(['Firth', 'ETH'], attacker.address), oneOfEachLeaf],
  ['a deposit with an arrival, generation 1', quoteV1, oneOfEachLeaf],
  ['a deposit for a call', quoteOfCall, oneOfEachLeaf],
])('of %s nothing may be otherwise that concerns the service', async (_, ask, choose) => {
  const quote = await ask()
  expect(await verdictOn(quote)).toBe(taken)
  const { operations, others } = toParts(quote)
  const wrong: string[] = []
  let refusals = 0
  for (const { path, what, document } of choose(mutateLeaves(operations))) {
    const changed = readQuote({ ...others, ...Object(document) })
    const verdict = changed && (await verdictOn(changed))
    if (verdict !== taken) refusals += 1
    else if (!free.some((leaf) => leaf.path.test(path) && leaf.what.test(what)))
      wrong.push(`${path}: ${what}`)
  }
  expect(wrong).toEqual([])
  expect(refusals).toBeGreaterThan(20)
})

/** The operations of a quote, and all else. */
function toParts({ originChainsOperations, ...rest }: AnyQuote) {
  if (!('destinationChainOperation' in rest))
    return { operations: { originChainsOperations }, others: rest }
  const { destinationChainOperation, ...others } = rest
  return { operations: { originChainsOperations, destinationChainOperation }, others }
}

/** The service's answer to a quote that the attacker signed with both keys after the change. */
async function verdictOn(quote: AnyQuote): Promise<string> {
  try {
    const sealed = resignQuote(await signed(quote), harness.network)
    await harness.accept(sealed)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function signed(quote: AnyQuote): Promise<AnyQuote> {
  const options = { key: attacker, network: harness.network }
  const originChainsOperations = await Promise.all(
    quote.originChainsOperations.map((operation) => signForWhatItDoes(operation, options)),
  )
  const arrival = 'destinationChainOperation' in quote && quote.destinationChainOperation
  return {
    ...quote,
    originChainsOperations,
    ...(arrival && { destinationChainOperation: await signForWhatItDoes(arrival, options) }),
  }
}

/** As the interface reads it; undefined when it is no quote. */
function readQuote(document: unknown): AnyQuote | undefined {
  const quote = Quote.safeParse(document)
  return quote.success ? quote.data : QuoteV1.safeParse(document).data
}

function oneOfEachLeaf(mutations: readonly Mutation[]): readonly Mutation[] {
  return pickOneOfEach(mutations, ({ path }) => path)
}
