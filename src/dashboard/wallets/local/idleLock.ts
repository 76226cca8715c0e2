import { useSyncExternalStore } from 'react'

import { getLocalWallet, lockLocalWallet, watchLocalWallet } from './localWallet.ts'

/** Minutes without input after which the local wallet locks itself; 0 is never. */
export type LockMinutes = 5 | 15 | 60 | 0

const key = 'estuary.wallet.lockMinutes'
const choices: readonly LockMinutes[] = [5, 15, 60, 0]
const defaultMinutes: LockMinutes = 15
const everyMs = 5_000
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const listeners = new Set<() => void>()

/** After how long the wallet locks. Where money is real it always does: never reads as an hour. */
export function getLockMinutes(where: { isPlayMoney: boolean }): LockMinutes {
  const minutes = readStored()
  return minutes === 0 && !where.isPlayMoney ? 60 : minutes
}

/** {@link getLockMinutes}, and again whenever it changes. */
export function useLockMinutes(where: { isPlayMoney: boolean }): LockMinutes {
  return useSyncExternalStore(watch, () => getLockMinutes(where))
}

/** Chooses after how long the wallet locks, and remembers it in this browser. */
export function setLockMinutes(minutes: LockMinutes): void {
  localStorage.setItem(key, String(minutes))
  for (const listener of listeners) listener()
}

/**
 * Locks the local wallet once nobody used this page for the chosen time. Time asleep counts: the
 * clock is read before an input is taken as a sign of life. A wallet without a passphrase has
 * nothing to lock.
 *
 * @returns A function that stops it.
 */
export function startIdleLock(where: { isPlayMoney: boolean }): () => void {
  let lastInputMs = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  function lockIfIdle(): void {
    const minutes = getLockMinutes(where)
    if (minutes > 0 && Date.now() - lastInputMs >= minutes * 60_000 && isOpen()) lockLocalWallet()
  }
  function onInput({ isTrusted }: Event): void {
    if (!isTrusted) return
    lockIfIdle()
    lastInputMs = Date.now()
  }
  function follow(): void {
    if (!isOpen()) {
      clearInterval(timer)
      timer = undefined
    } else if (timer === undefined) {
      lastInputMs = Date.now()
      timer = setInterval(lockIfIdle, everyMs)
    }
  }
  for (const input of inputs)
    window.addEventListener(input, onInput, { capture: true, passive: true })
  document.addEventListener('visibilitychange', lockIfIdle)
  const stopWatching = watchLocalWallet(follow)
  follow()
  return () => {
    for (const input of inputs) window.removeEventListener(input, onInput, { capture: true })
    document.removeEventListener('visibilitychange', lockIfIdle)
    stopWatching()
    clearInterval(timer)
  }
}

function isOpen(): boolean {
  const { kind, status } = getLocalWallet()
  return kind === 'passphrase' && status === 'unlocked'
}

function readStored(): LockMinutes {
  try {
    const text = localStorage.getItem(key)
    return choices.find((choice) => String(choice) === text) ?? defaultMinutes
  } catch {
    return defaultMinutes
  }
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
