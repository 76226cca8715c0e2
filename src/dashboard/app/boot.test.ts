// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.removeAttribute('data-shell')
  document.documentElement.removeAttribute('data-fonts')
  document.head.innerHTML = '<link data-place="/" data-file="/assets/page.js">'
  vi.resetModules()
})

/** Runs `boot.ts` with these values in storage. @returns The attributes it set on the document. */
async function boot(stored: Record<string, unknown>): Promise<DOMStringMap> {
  for (const [key, value] of Object.entries(stored))
    localStorage.setItem(key, JSON.stringify(value))
  await import('./boot.ts')
  return document.documentElement.dataset
}

test('a first visit is welcomed', async () => {
  expect(await boot({})).toMatchObject({ shell: 'welcome' })
})

test.each([
  ['an EVM wallet', { 'wagmi.store': { state: { current: 'uid' } } }],
  ['a Solana wallet', { 'estuary.solana': { kind: 'announced', name: 'Wallet', address: 'a' } }],
])('whoever comes back with %s is not welcomed again', async (_what, stored) => {
  const { shell, fonts } = await boot(stored)
  expect([shell, fonts]).toEqual([undefined, 'ours'])
})

test('the files of the page are asked for, each by a link that says where it is when it says what', async () => {
  const link = document.head.querySelector('link')
  const seen: (string | null | undefined)[] = []
  const observer = new MutationObserver((changes) => {
    for (const { attributeName } of changes) seen.push(attributeName)
  })
  if (link) observer.observe(link, { attributes: true })
  await boot({ 'wagmi.store': { state: { current: 'uid' } } })
  await vi.waitFor(() => expect(seen).toEqual(['href', 'rel']))
  observer.disconnect()
  expect(link?.rel).toBe('modulepreload')
})

/** What the link of the page's file says. */
function readLink(): string | undefined {
  return document.head.querySelector('link')?.rel
}

describe('over a slow line', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    // 1.5 Mbit/s: the start takes 827 ms, and what is asked for 150 ms.
    vi.stubGlobal('navigator', { languages: ['en'], connection: { downlink: 1.5, rtt: 150 } })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('the files of the page are asked for when the start has nearly come', async () => {
    await boot({ 'wagmi.store': { state: { current: 'uid' } } })
    vi.advanceTimersByTime(670)
    expect(readLink()).toBe('')
    vi.advanceTimersByTime(10)
    expect(readLink()).toBe('modulepreload')
  })

  test('they are asked for as soon as the start runs', async () => {
    await boot({ 'wagmi.store': { state: { current: 'uid' } } })
    expect(readLink()).toBe('')
    await vi.importActual('./announceStart.ts')
    expect(readLink()).toBe('modulepreload')
  })
})

describe('the language', () => {
  test.each([
    ['that is stored', ['en-US'], prefer('de'), '', 'de'],
    ['that is stored, though it is unfinished', ['en-US'], prefer('de'), 'data-unfinished', 'de'],
    ['that is stored, though there is no such', ['de-AT'], prefer('fr'), '', 'en'],
    ['English, that is stored', ['de-AT'], prefer('en'), '', 'en'],
    ['of the browser', ['fr', 'de-AT', 'en-GB'], prefer(), '', 'de'],
    ['English where the browser asks for it first', ['en-GB', 'de'], prefer(), '', 'en'],
    ['English where the browser\u2019s is unfinished', ['de-DE'], {}, 'data-unfinished', 'en'],
  ])('is the one %s', async (...[, languages, stored, state, expected]) => {
    document.head.innerHTML = `<link data-language="de" data-file="data:,{}" ${state}>`
    document.documentElement.lang = 'en'
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    await boot(stored)
    expect(document.documentElement.lang).toBe(expected)
    const link = document.head.querySelector('link')
    expect(link?.rel).toBe(expected === 'de' ? 'preload' : '')
    document.documentElement.removeAttribute('lang')
  })
})

/** What is stored of a choice of the language. */
function prefer(language?: string) {
  return { 'estuary.preferences': { language } }
}
