import { useEffect, useMemo } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'

/** How far a tab is with what it spends. */
export type SpendingStep = 'review' | 'signing' | 'sent'

/** What a tab of this browser is about to spend, or has just spent. */
export type Spending = {
  quoteId: string
  /** See {@link toFundKey}. */
  funds: readonly string[]
  step: SpendingStep
}

type Message =
  | { kind: 'spending'; tab: string; spending: Spending }
  | { kind: 'over'; tab: string; quoteId: string }
  | { kind: 'who' }

/** The part of a channel between tabs that is used. */
export type TabChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** What tabs tell each other, seen from one of them. */
export type TabRegistry = {
  /** Tells the other tabs; to be repeated while it goes on, as a tab may vanish without a word. */
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
/** For how long it is said that something was sent. */
const sentMs = 120_000

/** The funds of one asset of one account, as tabs compare them. */
export function toFundKey(of: { account: string; assetType: string }): string {
  return `${of.account}|${of.assetType}`.toLowerCase()
}

/** Creates the book of one tab. Nothing in it is trusted: it only makes a note appear. */
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
const isBrowser = typeof window !== 'undefined' && typeof BroadcastChannel !== 'undefined'
const registry = createTabRegistry(isBrowser ? new BroadcastChannel('estuary.spending') : noChannel)

/** Tells other tabs of what this one is about to spend, until it is left or sent. */
export function useAnnounceSpending(spending: Spending | undefined): void {
  const { quoteId, step, funds } = spending ?? {}
  const list = funds?.join(' ')
  useEffect(() => {
    if (quoteId === undefined || step === undefined || list === undefined) return undefined
    const told = { quoteId, step, funds: list.split(' ') }
    registry.announce(told)
    const timer = setInterval(() => registry.announce(told), repeatMs)
    return () => clearInterval(timer)
  }, [quoteId, step, list])
  useEffect(() => {
    if (quoteId === undefined) return undefined
    function leave(): void {
      if (quoteId !== undefined) registry.forget(quoteId)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [quoteId])
}

/** Tells other tabs that a quote was sent. */
export function announceSent(spending: Omit<Spending, 'step'>): void {
  registry.announce({ ...spending, step: 'sent' })
}

/** What other tabs spend of the same funds. */
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
