import { useSyncExternalStore } from 'react'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { SignatureRequest } from './parseSignatureRequest.ts'
import type { TransactionGas } from './fillTransaction.ts'
import { isTrustedClick } from './isTrustedClick.ts'
import { providerCode, ProviderError } from './providerError.ts'
import type { SolanaSignatureRequest } from './solanaSignatureRequest.ts'

/** What the person is asked to sign. */
export type PromptRequest =
  | Exclude<SignatureRequest, { kind: 'transaction' }>
  | (Extract<SignatureRequest, { kind: 'transaction' }> & { gas: TransactionGas })
  | SolanaSignatureRequest

/** One question to the person who holds the local wallet. */
export type Prompt = {
  id: number
  /** `app`: this app, for what the person does in it. `page`: any other script. */
  from: 'page' | 'app'
  address: AccountAddress
  request: PromptRequest
}

/** What waits for the person; the first is shown. */
export type PromptQueue = {
  pending: readonly Prompt[]
  /** Said no before: offer to hear nothing more from the page. */
  canMute: boolean
}

/** The questions of the local wallet, one after the other. */
export type Prompts = {
  /**
   * Asks, and waits for the answer.
   *
   * @throws ProviderError 4001 when the person rejects, -32005 when too many wait already.
   */
  ask: (question: Omit<Prompt, 'id'>) => Promise<void>
  /** Says yes to the first question, if `click` is a person's own click on it. @returns Whether. */
  approve: (click: Event) => boolean
  /** Says no to the first question. */
  reject: () => void
  /** Says no to all that the page asks, now and until it is loaded again. */
  mute: () => void
  /** Ends what the page asked with an error, the wallet being locked or gone. */
  dismissPage: (error: ProviderError) => void
  queue: () => PromptQueue
  /** @returns A function that stops it. */
  watch: (listener: () => void) => () => void
}

/** So many questions may wait; the rest is refused at once. */
const maxPending = 3

/** A click sooner than this was meant for what stood there before. */
const readableMs = 400

type WaitingPrompt = { prompt: Prompt; resolve: () => void; reject: (error: Error) => void }

/**
 * A queue of questions. `isGenuine` tells a person's click from a script's: a script that can press
 * "Approve" needs no dialog.
 */
export function createPrompts(options: {
  isGenuine: (click: Event) => boolean
  /** Milliseconds on the clock of `Event.timeStamp`. */
  nowMs: () => number
}): Prompts {
  const line = createPromptLine(options.nowMs)
  let isMuted = false
  let lastId = 0

  function dismissPage(error: ProviderError): void {
    const foreign = line.waiting().filter(isForeign)
    if (foreign.length === 0) return
    line.put(
      line.waiting().filter((entry) => !isForeign(entry)),
      false,
    )
    for (const { reject } of foreign) reject(error)
  }

  return {
    async ask(question) {
      if (isMuted && question.from === 'page') throw createRejectedError()
      if (line.waiting().length >= maxPending)
        throw new ProviderError(
          providerCode.limitExceeded,
          `${maxPending} requests wait for an answer already.`,
        )
      lastId += 1
      const prompt = Object.freeze({ ...question, id: lastId })
      await new Promise<void>((resolve, reject) => {
        line.put([...line.waiting(), { prompt, resolve, reject }], line.queue().canMute)
      })
    },
    approve(click) {
      const [front, ...rest] = line.waiting()
      const isRead = click.timeStamp >= line.frontSinceMs() + readableMs
      if (!front || !isRead || !options.isGenuine(click)) return false
      line.put(rest, false)
      front.resolve()
      return true
    },
    reject() {
      const [front, ...rest] = line.waiting()
      line.put(rest, true)
      front?.reject(createRejectedError())
    },
    mute() {
      isMuted = true
      dismissPage(createRejectedError())
    },
    dismissPage,
    queue: line.queue,
    watch: line.watch,
  }
}

type PromptLine = Pick<Prompts, 'queue' | 'watch'> & {
  waiting: () => readonly WaitingPrompt[]
  /** Since when the first one is the first. */
  frontSinceMs: () => number
  put: (next: readonly WaitingPrompt[], canMute: boolean) => void
}

/** Who waits, in order, told to whoever watches. */
function createPromptLine(nowMs: () => number): PromptLine {
  const listeners = new Set<() => void>()
  let waiting: readonly WaitingPrompt[] = []
  let state: PromptQueue = { pending: [], canMute: false }
  let frontSinceMs = 0
  return {
    waiting: () => waiting,
    frontSinceMs: () => frontSinceMs,
    queue: () => state,
    put(next, canMute) {
      if (next[0] !== waiting[0]) frontSinceMs = nowMs()
      waiting = next
      state = { pending: next.map(({ prompt }) => prompt), canMute }
      for (const listener of listeners) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isForeign({ prompt }: WaitingPrompt): boolean {
  return prompt.from === 'page'
}

function createRejectedError(): ProviderError {
  return new ProviderError(providerCode.rejected, 'The person rejected the request.')
}

/** The questions of this page's local wallet. */
export const prompts: Prompts = createPrompts({
  isGenuine: isTrustedClick,
  nowMs: () => performance.now(),
})

/** What the local wallet asks now, and again whenever that changes. */
export function usePrompts(): PromptQueue {
  return useSyncExternalStore(prompts.watch, prompts.queue)
}
