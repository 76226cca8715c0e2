/** What has been started and how to end it again, in reverse order; see {@link createCleanupStack}. */
export type CleanupStack = {
  add: (end: () => Promise<void> | void) => void
  /** Ends everything once, the last started first; a failure keeps none of the others. */
  run: () => Promise<void>
}

/** Makes an empty list of what is to be ended. */
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
