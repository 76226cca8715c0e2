import { readText, useStoredText, writeText } from '../../storedText.ts'
import { getLocalWallet, lockLocalWallet, watchLocalWallet } from './localWallet.ts'

/** Minutes without input after which the local wallet locks itself; 0 is never. */
export type LockMinutes = 5 | 15 | 60 | 0

const key = 'estuary.wallet.lockMinutes'
const choices: readonly LockMinutes[] = [5, 15, 60, 0]
const defaultMinutes: LockMinutes = 15
const everyMs = 5_000
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Minutes until the wallet locks. Where money is real, "never" becomes an hour. */
export function getLockMinutes(where: { isPlayMoney: boolean }): LockMinutes {
  return parseMinutes(readText(key), where)
}

/** {@link getLockMinutes}, kept up to date with changes by this tab and others. */
export function useLockMinutes(where: { isPlayMoney: boolean }): LockMinutes {
  return parseMinutes(useStoredText(key), where)
}

/** Sets the minutes until the wallet locks, for this browser. */
export function setLockMinutes(minutes: LockMinutes): void {
  writeText(key, String(minutes))
}

/**
 * Locks the local wallet after the chosen time without input. Time in which the computer sleeps
 * counts: each input first checks the clock and only then restarts it. A wallet without a
 * passphrase is never locked.
 *
 * @returns Stops it.
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

function parseMinutes(text: string | null, where: { isPlayMoney: boolean }): LockMinutes {
  const minutes = choices.find((choice) => String(choice) === text) ?? defaultMinutes
  return minutes === 0 && !where.isPlayMoney ? 60 : minutes
}
