import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { type IndicativeQuote, IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { buildErrorResponse, showPage, type TestPage } from '#testing/dashboard/page.ts'
import { openWalletDialog, useWalletDialog } from '#dashboard/wallets/walletDialogs.ts'
import { buildHeldBalances } from '#testing/dashboard/heldBalances.ts'
import { SwapPage } from '../SwapPage.tsx'

const paid = getMember('USDC', 'Firth')
const wrapped = getMember('WETH', 'Delta')
const native = getMember('ETH', 'Lagoon')
let page: TestPage | undefined
let asked: IndicativeQuoteRequest[] = []

afterEach(async () => {
  await page?.disconnectEvm()
  openWalletDialog('none')
  cleanup()
  localStorage.clear()
  asked = []
})

function getMember(symbol: string, chainName: string) {
  const chain = devnetWithSolana.chains.find(({ name }) => name === chainName)
  const found = devnetWithSolana.aggregates
    .flatMap(({ members }) => members)
    .find(
      (one) => one.symbol === symbol && splitAssetType(one.assetType).chainId === chain?.chainId,
    )
  if (!found) throw new Error(`There is no ${symbol} on ${chainName}.`)
  return found.assetType
}

/** A price by which wrapped Ether arrives on Delta, or the asset that was asked for. */
function answerPrice({ to }: IndicativeQuoteRequest): IndicativeQuote {
  const amount = '83000000000000000'
  const none = { percent: '0', usd: '0', value: '0' }
  return {
    isIndicative: true,
    originToken: {
      aggregatedAssetId: 'agg:usdc',
      amount: '250000000',
      assetType: [paid],
      fiatValue: [{ assetType: paid, fiatValue: '250.00', amount: '250000000' }],
    },
    destinationToken: {
      aggregatedAssetId: 'agg:eth',
      amount,
      assetType: to.asset.assetId === native ? native : wrapped,
      fiatValue: '249.00',
      minimumAmount: '82170000000000000',
      minimumFiatValue: '246.51',
    },
    slippage: {
      origin: none,
      destination: { percent: '1', usd: '2.49', value: '830000000000000' },
    },
    fees: { assets: { [paid]: '1000000' }, cumulativeUSD: '1.00' },
  }
}

async function open(
  query: string,
  answer: (request: IndicativeQuoteRequest) => Response = (request) =>
    Response.json(answerPrice(request)),
  heldUsdc?: string,
): Promise<void> {
  window.history.replaceState(null, '', `/swap?${query}`)
  page = showPage(createElement('main', null, createElement(SwapPage), createElement(OpenDialog)), {
    service({ pathname }, body) {
      if (pathname.includes('balance') && heldUsdc !== undefined)
        return Response.json(buildHeldBalances(heldUsdc))
      if (pathname.endsWith('/quote'))
        return buildErrorResponse(422, { code: 'INSUFFICIENT_BALANCE', message: 'Too little.' })
      if (!pathname.endsWith('/quote/indicative')) return undefined
      asked.push(IndicativeQuoteRequest.parse(body))
      return answer(IndicativeQuoteRequest.parse(body))
    },
  })
  if (heldUsdc !== undefined) await page.connectEvm()
  // Until the wallets of the last visit are known, there is none of it.
  await screen.findByRole('region', { name: 'Price' })
}

/** Names the wallet dialog that is open, which the page itself does not render. */
function OpenDialog() {
  return createElement('output', { 'aria-label': 'Dialog' }, useWalletDialog())
}

function getPanel(): HTMLElement {
  return screen.getByRole('region', { name: 'Price' })
}

test('without a wallet a price stands where the quote will, and says that it is none', async () => {
  await open('from=agg:usdc&to=agg:eth&amount=250')
  await within(getPanel()).findByText('Current price')
  expect(asked).toEqual([
    {
      from: { asset: { assetId: 'agg:usdc' }, amount: '250000000' },
      to: { asset: { assetId: 'agg:eth' } },
    },
  ])
  expect(getPanel().textContent).toContain('Estimated price, paying from the cheapest chain')
  expect(getPanel().textContent).toContain('0.08217 WETH')
  expect(getPanel().textContent).toContain('$1.00')
  const spoken = 'Price: about 0.083 WETH on Delta, at least 0.08217 WETH.'
  await waitFor(() =>
    expect(within(getPanel()).getByRole('status', { name: '' }).textContent).toBe(spoken),
  )
  for (const button of screen.getAllByRole('button', { name: 'Connect a wallet', hidden: true }))
    expect(button).toHaveProperty('disabled', false)
  expect(screen.queryByText(/Expires in|Review swap/)).toBeNull()
})

test('what arrives is named as it is, and another delivery is one click away', async () => {
  await open('from=agg:usdc&to=agg:eth&amount=250')
  await screen.findByRole('button', { name: 'You receive: WETH, Delta. Change' })
  const choice = within(getPanel()).getByRole('group', { name: 'Receive as' })
  expect(within(choice).getByRole('radio', { name: 'Auto: WETH on Delta' })).toHaveProperty(
    'checked',
    true,
  )
  fireEvent.click(within(choice).getByRole('radio', { name: 'ETH on Lagoon' }))
  expect(new URLSearchParams(window.location.search).get('to')).toBe(native)
  await screen.findByRole('button', { name: 'You receive: ETH, Lagoon. Change' })
  await waitFor(() => expect(asked.at(-1)?.to.asset.assetId).toBe(native))
})

function tick(box: HTMLElement | undefined): void {
  if (box) fireEvent.click(box)
}

test('a tick pays from that chain alone, more are added, and the last one taken away means any', async () => {
  await open('from=agg:usdc&to=agg:eth&amount=250')
  fireEvent.click(screen.getByRole('button', { name: 'Pay from Any chain' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay USDC from' })
  const [any, firth, delta] = [/^Any chain/, /^Firth/, /^Delta/].map((name) =>
    within(dialog).getByRole<HTMLInputElement>('checkbox', { name }),
  )
  function readTicks() {
    return [any, firth, delta].map((box) => box?.checked)
  }
  expect(readTicks()).toEqual([true, false, false])
  tick(firth)
  expect(readTicks()).toEqual([false, true, false])
  await waitFor(() => expect(asked.at(-1)?.from.chains).toEqual([splitAssetType(paid).chainId]))
  expect(screen.getByRole('button', { name: 'You pay: USDC, Only Firth. Change' })).toBeDefined()
  tick(delta)
  expect(readTicks()).toEqual([false, true, true])
  await waitFor(() => expect(asked.at(-1)?.from.chains).toHaveLength(2))
  const { chainId } = splitAssetType(wrapped)
  expect(asked.at(-1)?.from.chains).toContain(chainId)
  expect(new URLSearchParams(window.location.search).get('without')).not.toContain(chainId)
  tick(firth)
  tick(delta)
  expect(readTicks()).toEqual([true, false, false])
  expect(new URLSearchParams(window.location.search).get('without')).toBeNull()
})

test('a price that cannot be had says why, and can be asked for again', async () => {
  await open('from=agg:usdc&to=agg:eth&amount=250', () =>
    buildErrorResponse(422, { code: 'NO_ROUTE', message: 'There is none.' }),
  )
  await within(getPanel()).findByText('No route for this pair right now')
  cleanup()
  await open('from=agg:usdc&to=agg:eth&amount=250', () =>
    buildErrorResponse(422, { code: 'PRICE_UNAVAILABLE', message: 'A feed is silent.' }),
  )
  const before = asked.length
  fireEvent.click(await within(getPanel()).findByRole('button', { name: 'Retry now' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

test('before an amount is entered the panel says what will stand there, and offline that it waits', async () => {
  await open('from=agg:usdc&to=agg:eth')
  expect(getPanel().textContent).toContain('No wallet needed')
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => {
    window.dispatchEvent(new Event('offline'))
  })
  await within(getPanel()).findByText('You’re offline')
  line.mockRestore()
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(asked).toEqual([])
})

test('who holds nothing sees the price, and is led to what brings something in', async () => {
  await open('from=agg:usdc&to=agg:eth&amount=250', undefined, '0')
  await within(getPanel()).findByText('Current price')
  expect(within(getPanel()).getByRole('heading', { name: 'No funds yet' })).toBeDefined()
  expect(getPanel().textContent).toContain('0.08217 WETH')
  expect(getPanel().textContent).toContain('You’ll get a quote to sign once you have enough')
  const [main] = screen.getAllByRole('button', { name: 'Add funds first', hidden: true })
  if (!main) throw new Error('Expected the main button.')
  expect(main).toHaveProperty('disabled', false)
  fireEvent.click(main)
  expect(screen.getByLabelText('Dialog').textContent).toBe('receive')
  expect(within(getPanel()).getByRole('button', { name: 'Receive' })).toBeDefined()
})

test('who holds too little sees the price beside the reason, until it is enough', async () => {
  await open('from=agg:usdc&to=agg:eth&amount=250', undefined, '5000000')
  await within(getPanel()).findByText('Current price')
  expect(getPanel().textContent).toContain('You need 245.00 USDC more')
  expect(
    screen.getAllByRole('button', { name: 'Not enough USDC', hidden: true })[0],
  ).toHaveProperty('disabled', true)
  expect(within(getPanel()).queryByRole('button', { name: 'Use all chains' })).toBeNull()
  // What is held is asked for; the service finds that the fees leave too little of it.
  fireEvent.click(within(getPanel()).getByRole('button', { name: /^Use 5/ }))
  await screen.findByRole('heading', { name: 'Not enough on the selected chains' })
  await waitFor(() => expect(asked.at(-1)?.from.amount).toBe('5000000'))
  expect(getPanel().textContent).toContain('INSUFFICIENT_BALANCE')
  await within(getPanel()).findByText('Current price')
})
