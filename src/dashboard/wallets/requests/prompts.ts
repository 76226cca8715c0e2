import { createStore, type StoreApi, useStore } from 'zustand'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import type { SignatureRequest } from './parseSignatureRequest.ts'
import type { TransactionGas } from './fillTransaction.ts'
import { isTrustedClick } from './isTrustedClick.ts'
import { providerCode, ProviderError } from './providerError.ts'
import type { SolanaSignatureRequest } from './solanaSignatureRequest.ts'

/** What the user is asked to sign. */
export type PromptRequest =
  | Exclude<SignatureRequest, { kind: 'transaction' }>
  | (Extract<SignatureRequest, { kind: 'transaction' }> & { gas: TransactionGas })
  | SolanaSignatureRequest

/** One prompt of the local wallet. */
export type Prompt = {
  id: number
  /** `app`: this app, for an action of the user. `page`: any other script. */
  from: 'page' | 'app'
  address: AccountAddress
  request: PromptRequest
}

/** The prompts that wait for the user; the first is shown. */
export type PromptQueue = {
  pending: readonly Prompt[]
  /** Whether the user rejected one already, so that muting the page is offered. */
  canMute: boolean
}

/** The queue of the local wallet's prompts. */
export type Prompts = {
  /**
   * Adds a prompt and waits for approval.
   *
   * @throws ProviderError 4001 when the user rejects it, -32005 when too many wait already.
   */
  ask: (question: Omit<Prompt, 'id'>) => Promise<void>
  /** Approves the first prompt if `click` is the user's own. @returns Whether it was approved. */
  approve: (click: Event) => boolean
  /** Rejects the first prompt. */
  reject: () => void
  /** Rejects all prompts from the page, until it is reloaded. */
  mute: () => void
  /** Rejects the page's waiting prompts with an error, when the wallet is locked or removed. */
  dismissPage: (error: ProviderError) => void
  /** What is shown of the queue. */
  store: Store
}

type Store = Omit<StoreApi<PromptQueue>, 'setState'>

/** Maximum number of waiting prompts; further ones are rejected at once. */
const maxPending = 3

/** Earlier clicks are ignored: they were meant for what the dialog replaced. */
const readableMs = 400

type WaitingPrompt = { prompt: Prompt; resolve: () => void; reject: (error: Error) => void }

/**
 * Creates a queue of prompts. `isGenuine` distinguishes the user's click from a script's: a script
 * that could press "Approve" would bypass the dialog.
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
          translate('{count} requests are already waiting.', { count: maxPending }),
        )
      lastId += 1
      const prompt = Object.freeze({ ...question, id: lastId })
      await new Promise<void>((resolve, reject) => {
        line.put([...line.waiting(), { prompt, resolve, reject }], line.store.getState().canMute)
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
    store: line.store,
  }
}

type PromptLine = {
  store: Store
  waiting: () => readonly WaitingPrompt[]
  /** When the first one became the first. */
  frontSinceMs: () => number
  put: (next: readonly WaitingPrompt[], canMute: boolean) => void
}

/** The waiting prompts in order, and the store of what is shown of them. */
function createPromptLine(nowMs: () => number): PromptLine {
  const store = createStore<PromptQueue>(() => ({ pending: [], canMute: false }))
  let waiting: readonly WaitingPrompt[] = []
  let frontSinceMs = 0
  return {
    store,
    waiting: () => waiting,
    frontSinceMs: () => frontSinceMs,
    put(next, canMute) {
      if (next[0] !== waiting[0]) frontSinceMs = nowMs()
      waiting = next
      store.setState({ pending: next.map(({ prompt }) => prompt), canMute })
    },
  }
}

function isForeign({ prompt }: WaitingPrompt): boolean {
  return prompt.from === 'page'
}

function createRejectedError(): ProviderError {
  return new ProviderError(providerCode.rejected, translate('The user rejected the request.'))
}

/** The prompts of this page's local wallet. */
export const prompts: Prompts = createPrompts({
  isGenuine: isTrustedClick,
  nowMs: () => performance.now(),
})

/** The local wallet's waiting prompts. */
export function usePrompts(): PromptQueue {
  return useStore(prompts.store)
}
