import { describe, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { UnlistedPool, UnlistedReading } from '#protocol/quotes/unlistedToken.ts'
import { samplePrices, sampleRoots } from '#testing/verifier/sampleCase.ts'
import {
  unlistedChain,
  unlistedPool,
  unlistedReading,
  unlistedToken,
} from '#testing/verifier/unlistedSample.ts'
import { createFormats } from '#dashboard/components/amounts/createFormats.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { computeRoleAccount } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import { ApiError } from '#dashboard/api/service/client.ts'
import { buildAssetChoices, buildUnlistedChoice } from '../../quoting/assets/assetChoices.ts'
import { describeQuoteError } from '../../quoting/describeQuoteError.ts'
import { describeSwapError } from './describeSwapError.ts'
import { resolveForm } from './swapForm.ts'
import { getSwapReason } from './swapReason.ts'
import { createSwapSearch } from './swapSearch.ts'
import { findUnlistedSide, pairSides } from './unlistedSide.ts'
import { findUnlistedProblem } from './unlistedReason.ts'

const { chainId } = unlistedChain
const odd: AssetType = `${chainId}/erc20:${unlistedToken}`
const other: AssetType = `${chainId}/erc20:0x00000000000000000000000000000000000000d2`
const usdc: AssetType = `${chainId}/erc20:${unlistedPool.pairedWith}`
const friend = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const account = computeRoleAccount(devnet, '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720')
const chains = identifyChains(devnet.chains.map((one) => ({ chain: one.chainId, name: one.name })))
const formats = createFormats({ locale: 'en-US' })
const context = { roots: sampleRoots, prices: samplePrices }
const codec = createSwapSearch(devnet)

type Reading = UnlistedReading | 'silent' | 'unread'

/** The form at an address, with the token read as this says, and why it is not asked for. */
function resolve(query: string, reading: Reading = unlistedReading) {
  const search = codec.read(new URLSearchParams(query))
  const [from, to] = [search.from, search.to].map((id) =>
    id === odd || id === other
      ? { assetType: id, reading: reading === 'unread' ? undefined : reading }
      : undefined,
  )
  const unlisted = findUnlistedSide({ from, to }, context)
  const token = { assetType: odd, decimals: 8, symbol: 'ODD', name: 'Odd token' }
  const form = resolveForm(search, {
    network: devnet,
    choices: [
      ...buildAssetChoices(devnet, { balances: undefined, chains }),
      buildUnlistedChoice(token, { units: 50_000_000_000n, chains }),
    ],
    accounts: [account],
    defaultSlippageBps: 0,
    unlisted,
  })
  return { search, form, problem: findUnlistedProblem(form, { formats, chains }) }
}

/** What is read of a token whose pool differs by this. */
function withPool(changes: Partial<UnlistedPool>): UnlistedReading {
  return { ...unlistedReading, pools: [{ ...unlistedPool, ...changes }] }
}

/** The texts at an address that have to be entered here, or confirmed. */
function listTexts(query: string): readonly string[] {
  return codec.texts(codec.read(new URLSearchParams(query)))
}

describe('a token that no list names', () => {
  test('is bought with what its pool trades, on its chain, and only by who says to know it', () => {
    const { form, problem } = resolve(`from=agg:usdc&to=${odd}&amount=100`)
    expect(problem).toBeUndefined()
    expect(form.from?.only?.assetId).toBe(usdc)
    expect(form.request).toMatchObject({
      from: { asset: { assetId: usdc }, amount: '100000000' },
      to: { asset: { assetId: odd } },
      acceptsUnlisted: true,
    })
    expect(form.request?.from.chains).toBeUndefined()
    expect(form.priceRequest).toBeUndefined()
  })

  test('is sold for it, in its own decimals', () => {
    const { form } = resolve(`from=${odd}&to=agg:usdc&amount=400`)
    expect(form.request).toMatchObject({
      from: { asset: { assetId: odd }, amount: '40000000000' },
      to: { asset: { assetId: usdc } },
      acceptsUnlisted: true,
    })
  })

  test('listed assets are asked for without a word of it', () => {
    const { form } = resolve('from=agg:usdc&to=agg:eth&amount=100')
    expect(form.request).not.toHaveProperty('acceptsUnlisted')
  })

  const buy = `from=agg:usdc&to=${odd}&amount=100`
  test.each<[string, { query: string; reading: Reading; label: string }]>([
    ['is being read', { query: buy, reading: 'unread', label: 'Loading token' }],
    [
      'is on a chain that is silent',
      { query: buy, reading: 'silent', label: 'The chain isn’t responding' },
    ],
    [
      'is no contract',
      { query: buy, reading: { ...unlistedReading, hasCode: false }, label: 'No contract found' },
    ],
    [
      'says no decimals',
      {
        query: buy,
        reading: { ...unlistedReading, decimals: undefined },
        label: 'Not a token',
      },
    ],
    [
      'has no pool',
      { query: buy, reading: { ...unlistedReading, pools: [] }, label: 'No pool for this token' },
    ],
    [
      'has a thin pool',
      { query: buy, reading: withPool({ held: 1_000_000n }), label: 'Not enough liquidity' },
    ],
    [
      'has a forgetful pool',
      { query: buy, reading: withPool({ tick: undefined }), label: 'Its pool is too new' },
    ],
    [
      'has a young pool',
      { query: buy, reading: withPool({ observations: 2 }), label: 'Its pool is too new' },
    ],
    [
      'has a moved pool',
      { query: buy, reading: withPool({ tick: -61_000 }), label: 'Unstable price' },
    ],
    [
      'is on both sides',
      {
        query: `from=${other}&to=${odd}`,
        reading: unlistedReading,
        label: 'One side must be listed',
      },
    ],
    [
      'is for a friend',
      {
        query: `${buy}&recipient=${friend}`,
        reading: unlistedReading,
        label: 'Only for your own account',
      },
    ],
    [
      'is asked for with Ether',
      {
        query: `from=agg:eth&to=${odd}`,
        reading: unlistedReading,
        label: 'Use paired token',
      },
    ],
  ])('that %s is not asked for, and the button says why', (_, { query, reading, label }) => {
    const { form, problem } = resolve(query, reading)
    expect(form.request).toBeUndefined()
    expect(
      getSwapReason({
        form,
        unlisted: problem,
        isConnected: true,
        isConnecting: false,
        isEmpty: false,
        isOffline: false,
        quote: 'none',
        error: undefined,
        needsConfirmation: false,
        isMismatch: false,
      }),
    ).toMatchObject({ label, note: problem?.sentence })
  })

  test('the other side becomes what the pool trades at a click', () => {
    const { search, form } = resolve(`from=agg:eth&to=${odd}&amount=1`)
    const paired = pairSides(search, form.unlisted)
    expect(paired).toMatchObject({ from: usdc, to: odd })
  })

  test('came with a link where its address was not entered here', () => {
    expect(listTexts(buy)).toEqual([odd])
    expect(listTexts('from=agg:usdc&to=agg:eth')).toEqual([])
  })

  test('what its trial saw is told in the words of the service', () => {
    const message = `${odd} is not traded. It keeps 5 % on the way.`
    const error = new ApiError({ status: 422, code: 'SIMULATION_FAILED', message })
    expect(describeSwapError(describeQuoteError(error, chains), true)).toMatchObject({
      title: 'The token failed simulation',
      body: expect.stringContaining('It keeps 5 % on the way.'),
    })
    const gone = new ApiError({ status: 422, code: 'NO_ROUTE', message: 'At most 1000 at once.' })
    expect(describeSwapError(describeQuoteError(gone, chains), true)).toMatchObject({
      title: 'This token can’t be traded right now',
      body: 'At most 1000 at once.',
    })
    expect(describeSwapError(describeQuoteError(gone, chains), false).title).not.toContain('token')
  })
})
