import { notifyManager } from '@tanstack/react-query'

/** Too short to be seen, long enough for chains that answer one after the other. */
const groupMs = 50

/**
 * Announces what queries learn within {@link groupMs} in one task, so that the page is rendered once
 * for all of it. By default each answer has a task, and a rendering, of its own.
 */
export function groupQueryUpdates(): void {
  notifyManager.setScheduler(createGroupScheduler(groupMs))
}

/** Returns a scheduler that collects callbacks for a while and runs them in one task, in their order. */
export function createGroupScheduler(afterMs: number): (callback: () => void) => void {
  let waiting: (() => void)[] = []
  function runAll(): void {
    const group = waiting
    waiting = []
    try {
      for (let next = group.shift(); next; next = group.shift()) next()
    } finally {
      // One that throws does not keep the others back.
      for (const callback of group) schedule(callback)
    }
  }
  function schedule(callback: () => void): void {
    waiting.push(callback)
    if (waiting.length === 1) setTimeout(runAll, afterMs)
  }
  return schedule
}
