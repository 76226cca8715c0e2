import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { QuoteRequest } from '#protocol/quotes/quote.ts'
import { identifyChains } from '../../components/flow/chainIdentity.ts'
import { ApiError } from '../../api/service/client.ts'
import {
  setSolanaAccount,
  buildErrorResponse,
  showPage,
  type TestPage,
} from '#testing/dashboard/page.ts'
import { buildHeldBalances, buildPrices } from '#testing/dashboard/heldBalances.ts'
import { describeQuoteError } from '../quoting/describeQuoteError.ts'
import { SwapPage } from './SwapPage.tsx'

const { chainId, roles } = devnetSolana
const finding = 'Finding a route'
let page: TestPage
/** Resolvers of the quote requests so far, in order. */
let answers: ((response: Response) => void)[] = []
/** Amounts of these requests. */
let amounts: string[] = []

afterEach(async () => {
  await page.disconnectEvm()
  setSolanaAccount(undefined)
  cleanup()
  localStorage.clear()
  answers = []
  amounts = []
})

/** Opens the page with both kinds of wallets and requests a quote that delivers on Reef. */
async function askForReef(): Promise<void> {
  window.history.replaceState(null, '', `/swap?from=agg:usdc&to=${chainId}/slip44:501&amount=25`)
  page = showPage(createElement(SwapPage), {
    service({ pathname }, body) {
      if (!pathname.endsWith('/quote')) return undefined
      amounts.push(QuoteRequest.parse(body).from.amount ?? '')
      return new Promise((resolve) => answers.push(resolve))
    },
  })
  await page.connectEvm()
  setSolanaAccount(roles.payee)
}

/** Answers the quote request at this position with an error. */
async function refuse(count: number, response: Response): Promise<void> {
  await waitFor(() => expect(answers).toHaveLength(count))
  await act(async () => answers[count - 1]?.(response))
}

function getPanel() {
  return screen.getByLabelText('Quote').textContent
}

/** The service's answer while the cluster does not respond. */
function buildUnavailable(): Response {
  return buildErrorResponse(503, {
    code: 'CHAIN_UNAVAILABLE',
    message: `${chainId} does not answer.`,
  })
}

test('a chain that does not answer is named at once and for as long as it is asked again', async () => {
  await askForReef()
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(getPanel()).toContain(finding)
  await refuse(1, buildUnavailable())
  // Not any alert: on a slow machine the page says of other chains too that they do not answer.
  await screen.findAllByText(/Reef isn’t responding/)
  const alert = screen
    .getAllByRole('alert')
    .find(({ textContent }) => textContent.includes('Reef isn’t responding'))
  expect(alert?.textContent).toContain('You can still pay from and receive on other chains')
  expect(alert?.textContent).toContain(`CHAIN_UNAVAILABLE`)
  expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0)
  // The request is retried, and the message stays until there is another answer.
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(getPanel()).toContain('Reef isn’t responding')
  await refuse(
    2,
    buildErrorResponse(422, { code: 'SIMULATION_FAILED', message: 'It would revert.' }),
  )
  await waitFor(() => expect(getPanel()).toContain('This would fail on chain'))
  expect(getPanel()).not.toContain('does not answer')
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  await waitFor(() => expect(answers).toHaveLength(3))
  expect(getPanel()).toContain('This would fail on chain')
  await refuse(3, buildErrorResponse(422, { code: 'NO_ROUTE', message: 'There is none.' }))
  await waitFor(() => expect(getPanel()).toContain('No route for this pair right now'))
})

test('what was said of one request is not said of the next', async () => {
  await askForReef()
  await refuse(1, buildUnavailable())
  await screen.findAllByText(/Reef isn’t responding/)
  const [amount] = screen.getAllByRole('textbox', { name: 'You pay' })
  if (!amount) throw new Error('Expected an amount field.')
  fireEvent.change(amount, { target: { value: '26' } })
  await waitFor(() => expect(amounts.at(-1)).toBe('26000000'))
  expect(getPanel()).toContain(finding)
  expect(getPanel()).not.toContain('does not answer')
})

test('a chain that this app does not know is told as the service names it', () => {
  const chains = identifyChains(
    devnetWithSolana.chains.map((chain) => ({ chain: chain.chainId, name: chain.name })),
  )
  const message = 'eip155:5 does not answer.'
  const error = new ApiError({ status: 503, code: 'CHAIN_UNAVAILABLE', message })
  expect(describeQuoteError(error, chains)).toMatchObject({
    title: 'A chain isn’t responding',
    body: message,
  })
})

test('the most takes the place of all where dust stays behind', async () => {
  window.history.replaceState(null, '', '/swap?from=agg:usdc&to=agg:eth')
  const usdc = devnetWithSolana.aggregates.find(({ symbol }) => symbol === 'USDC')?.members ?? []
  const evm = usdc.filter(({ assetType }) => assetType.startsWith('eip155:')).slice(0, 2)
  page = showPage(createElement(SwapPage), {
    service({ pathname }, body) {
      if (pathname.includes('balance')) return Response.json(buildBalances(evm))
      if (!pathname.endsWith('/quote')) return undefined
      amounts.push(QuoteRequest.parse(body).from.amount ?? '')
      return buildErrorResponse(422, {
        code: 'AMOUNT_TOO_LOW',
        message: 'Part of it is dust.',
        ...(amounts.length === 1 && { most: '1000000000' }),
      })
    },
  })
  await page.connectEvm()
  const max = await screen.findByRole('button', { name: 'Max' })
  await waitFor(() => expect(max).toHaveProperty('disabled', false))
  fireEvent.click(max)
  await waitFor(() => expect(amounts).toEqual(['1000000100', '1000000000']))
  expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveProperty('value', '1000')
  await screen.findByText('0.0001 USDC stays behind: moving it costs more than it’s worth.')
})

test('a quarter, half and all of what is held are exact, and cut to the smallest unit', async () => {
  window.history.replaceState(null, '', '/swap?from=agg:usdc&to=agg:eth')
  page = showPage(createElement(SwapPage), {
    service: ({ pathname }) =>
      pathname.includes('balance')
        ? Response.json(buildHeldBalances('900719925474099307'))
        : undefined,
  })
  await page.connectEvm()
  const field = screen.getByRole('textbox', { name: 'You pay' })
  for (const [share, amount] of [
    ['25%', '225179981368.524826'],
    ['50%', '450359962737.049653'],
    ['Max', '900719925474.099307'],
  ] as const) {
    const button = await screen.findByRole('button', { name: share })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    fireEvent.click(button)
    await waitFor(() =>
      expect(new URLSearchParams(window.location.search).get('amount')).toBe(amount),
    )
  }
  expect(field).toHaveProperty('value', expect.stringMatching(/^900,?719,?925,?474\.099307$/))
})

test('an amount typed in dollars asks for the tokens that they buy, cut to the smallest unit', async () => {
  window.history.replaceState(null, '', '/swap?from=agg:usdc&to=agg:eth')
  page = showPage(createElement(SwapPage), {
    service({ pathname }, body) {
      if (pathname.includes('balance')) return Response.json(buildHeldBalances('100000000'))
      if (!pathname.endsWith('/quote')) return undefined
      amounts.push(QuoteRequest.parse(body).from.amount ?? '')
      return buildErrorResponse(422, { code: 'NO_ROUTE', message: 'There is none.' })
    },
    prices: buildPrices({ USDC: 3, ETH: 2_500 }),
  })
  await page.connectEvm()
  fireEvent.click(await screen.findByRole('button', { name: /Enter USD instead$/ }))
  const field = screen.getByRole('textbox', { name: 'You pay, in USD' })
  fireEvent.change(field, { target: { value: '25' } })
  await waitFor(() => expect(amounts).toEqual(['8333333']))
  expect(new URLSearchParams(window.location.search).get('amount')).toBe('8.333333')
  expect(field).toHaveProperty('value', '25')
  fireEvent.click(screen.getByRole('button', { name: '8.333333 USDC Enter USDC instead' }))
  expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveProperty('value', '8.333333')
  expect(amounts).toEqual(['8333333'])
  fireEvent.click(screen.getByRole('button', { name: '$25.00 Enter USD instead' }))
  fireEvent.click(screen.getByRole('button', { name: /^You pay: USDC/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay with' })
  fireEvent.click(within(dialog).getByRole('option', { name: /^Ether/ }))
  await screen.findByRole('button', { name: '0.01 ETH Enter ETH instead' })
  expect(new URLSearchParams(window.location.search).get('amount')).toBe('0.01')
})

/** 1,000 on the first chain and 0.0001 on the second, as the service reports them. */
function buildBalances(members: readonly { assetType: string }[]) {
  const units = ['1000000000', '100']
  return {
    balanceByAggregatedAsset: [
      {
        aggregatedAssetId: 'agg:usdc',
        balance: '1000000100',
        individualAssetBalances: members.map(({ assetType }, index) => ({
          assetType,
          balance: units[index],
          fiatValue: 0,
        })),
        fiatValue: 1_000,
      },
    ],
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: 1_000 },
    accounts: {},
  }
}
