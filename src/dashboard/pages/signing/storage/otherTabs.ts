import { useEffect, useMemo } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

/** Stage of a tab's spending. */
export type SpendingStep = 'review' | 'signing' | 'sent'

/** Funds that a tab of this browser is about to spend, or has just spent. */
export type Spending = {
  quoteId: string
  /** Keys from {@link toFundKey}. */
  funds: readonly string[]
  step: SpendingStep
}

type Message =
  | { kind: 'spending'; tab: string; spending: Spending }
  | { kind: 'over'; tab: string; quoteId: string }
  | { kind: 'who' }

/** The part of `BroadcastChannel` that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** Spending of the browser's tabs, as seen from one of them. */
export type TabRegistry = {
  /** Announces spending to the other tabs. Repeat it while it lasts: a tab may vanish silently. */
  announce: (spending: Spending) => void
  forget: (quoteId: string) => void
  /** What other tabs spend. */
  store: Omit<StoreApi<readonly Spending[]>, 'setState'>
  /** Forgets tabs that have not repeated themselves for too long. */
  expire: () => void
}

/**
 * How often a tab repeats itself, and after how long it is taken to have vanished; a hidden one is
 * slow.
 */
const repeatMs = 20_000
const vanishedMs = 90_000
/** How long a sent quote is reported. */
const sentMs = 120_000

/** Returns the key of an account's funds in one asset. */
export function toFundKey(of: { account: string; assetType: string }): string {
  return `${of.account}|${of.assetType}`.toLowerCase()
}

/** Creates the registry of one tab. Messages are not trusted: all they can do is show a note. */
export function createTabRegistry(
  channel: TabChannel,
  nowMs: () => number = Date.now,
): TabRegistry {
  const tab = crypto.randomUUID()
  const own = new Map<string, Spending>()
  const others = new Map<string, { spending: Spending; atMs: number }>()
  const store = createStore<readonly Spending[]>(() => [])
  function update(): void {
    for (const [key, { spending, atMs }] of others)
      if (nowMs() - atMs > (spending.step === 'sent' ? sentMs : vanishedMs)) others.delete(key)
    const shown = [...others.values()].map(({ spending }) => spending)
    store.setState(shown, true)
  }
  function post(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
    channel.postMessage(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    switch (data.kind) {
      case 'who':
        for (const spending of own.values()) post({ kind: 'spending', tab, spending })
        return
      case 'spending': {
        const { spending } = data
        const key = data.tab + spending.quoteId
        const isNews = others.get(key)?.spending.step !== spending.step
        others.set(key, { spending, atMs: nowMs() })
        if (isNews) update()
        return
      }
      case 'over':
        if (others.delete(data.tab + data.quoteId)) update()
    }
  })
  post({ kind: 'who' })
  return {
    announce(spending) {
      own.set(spending.quoteId, spending)
      post({ kind: 'spending', tab, spending })
      update()
    },
    forget(quoteId) {
      if (own.get(quoteId)?.step === 'sent') return
      own.delete(quoteId)
      post({ kind: 'over', tab, quoteId })
    },
    store,
    expire: update,
  }
}

const noChannel: TabChannel = { postMessage: () => undefined, addEventListener: () => undefined }
const registry = createTabRegistry(openChannel())

function openChannel(): TabChannel {
  if (typeof window === 'undefined') return noChannel
  try {
    return new BroadcastChannel('estuary.spending')
  } catch {
    // Some browsers give none where site data is blocked.
    return noChannel
  }
}

/** Announces this tab's spending to other tabs until the page is left or the quote is sent. */
export function useAnnounceSpending(spending: Spending | undefined): void {
  const { quoteId, step, funds } = spending ?? {}
  const list = funds?.join(' ')
  useEffect(() => {
    if (quoteId === undefined || step === undefined || list === undefined) return undefined
    const announced = { quoteId, step, funds: list.split(' ') }
    registry.announce(announced)
    const timer = setInterval(() => registry.announce(announced), repeatMs)
    return () => clearInterval(timer)
  }, [quoteId, step, list])
  useEffect(() => {
    if (quoteId === undefined) return undefined
    function forget(): void {
      if (quoteId !== undefined) registry.forget(quoteId)
    }
    window.addEventListener('pagehide', forget)
    return () => {
      window.removeEventListener('pagehide', forget)
      forget()
    }
  }, [quoteId])
}

/** Announces to other tabs that a quote was sent. */
export function announceSent(spending: Omit<Spending, 'step'>): void {
  registry.announce({ ...spending, step: 'sent' })
}

/** Returns what other tabs spend of the same funds. */
export function useOtherTabs(funds: readonly string[]): readonly Spending[] {
  const all = useStore(registry.store)
  useEffect(() => {
    const timer = setInterval(registry.expire, repeatMs)
    return () => clearInterval(timer)
  }, [])
  return useMemo(
    () => all.filter((spending) => spending.funds.some((fund) => funds.includes(fund))),
    [all, funds],
  )
}
