/** Cleanup functions that run in reverse order; see {@link createCleanupStack}. */
export type CleanupStack = {
  add: (end: () => Promise<void> | void) => void
  /** Runs each cleanup once, the newest first, even if others fail. */
  run: () => Promise<void>
}

/** Creates an empty cleanup stack. */
export function createCleanupStack(onFailure: (error: unknown) => void): CleanupStack {
  const ends: (() => Promise<void> | void)[] = []
  return {
    add: (end) => void ends.push(end),
    async run() {
      for (let end = ends.pop(); end; end = ends.pop()) {
        try {
          await end()
        } catch (error) {
          onFailure(error)
        }
      }
    },
  }
}
