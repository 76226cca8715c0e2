import { z } from 'zod/mini'
import { create } from 'zustand'

import { AmountText, toUnits } from '#protocol/ids/amount.ts'
import { AssetType, ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { sessionStore } from '#dashboard/browserStores.ts'
import { listOf, parseJson, persisted } from '#dashboard/persisted.ts'
import { keepAddedFunds } from '#dashboard/api/state/addedFunds.ts'
import { SigningError } from '#dashboard/wallets/errors/signingError.ts'
import { translate } from '../../../language/translate.ts'

const Units = z.codec(AmountText, z.bigint(), { decode: toUnits, encode: String })

/** What the wallet is asked for at once: one transaction, or one batch on one chain. */
const MoveStep = z.object({
  chainId: ChainId,
  isBatch: z.boolean(),
  transfers: z.array(
    z.object({
      assetType: AssetType,
      amount: Units,
      symbol: z.string(),
      decimals: z.number(),
    }),
  ),
  /** `lost`: nobody knows what the wallet did, as the page was closed or another tab asked. */
  state: z.enum(['waiting', 'asking', 'lost', 'failed', 'sent', 'received']),
  /** The chain's block when the wallet was asked; undefined where the chain is silent. */
  since: z.optional(Units),
  /** A transaction's hash, or a batch's id in the wallet. */
  id: z.optional(z.string()),
  /** How often this tab, or the one that it is a copy of, has asked for it. */
  asked: z.optional(z.number()),
  sentAtMs: z.optional(z.number()),
  /** Why it was not sent, and what to do. */
  problem: z.optional(z.object({ title: z.string(), body: z.string() })),
})
export type MoveStep = z.output<typeof MoveStep>

const MoveRun = z.object({
  startedAtMs: z.number(),
  /** The key that sends, and the account that receives. */
  ownerKey: z.string(),
  recipient: EvmAddress,
  steps: z.array(MoveStep),
})

/** Everything that is being moved in; kept while the tab is open, whatever is shown of it. */
export type MoveRun = z.output<typeof MoveRun>

/** What moves in: reads a chain's block, undefined where it is silent, and asks the wallet for a step. */
export type MoveSender = {
  readBlock: (chainId: ChainId) => Promise<bigint | undefined>
  /** @returns The transaction's hash, or the batch's id. */
  send: (step: MoveStep & Pick<MoveRun, 'recipient'>) => Promise<string>
}

const checkFirst = translate('Check in your wallet that it wasn’t sent, then try again.')
const nothingSent = translate('Nothing was sent. The funds are still in your wallet.')
const lost = { title: translate('The page closed while the wallet was asking'), body: checkFirst }
const askedElsewhere = {
  title: translate('Another tab asked your wallet for this'),
  body: checkFirst,
}

/** Each question to a wallet of all tabs, the latest last: browsers copy a tab with its unfinished run. */
const questions = persisted('estuary.moveQuestions', listOf(z.string()), [])
const maxQuestions = 100

const storageKey = 'estuary.moveRun'
const useStore = create(() => ({ run: readStored() }))

/** What is being moved in, or was last: also before a reload, as long as it was not received. */
export function useMoveRun(): MoveRun | undefined {
  return useStore(({ run }) => run)
}

/** Goes on with what an earlier load of the page has not finished; called when this one starts. */
export function restoreMoveRun(): void {
  useStore.setState({ run: readStored() })
}

/** Forgets the run, once nothing of it is wanted any more; what was sent goes on by itself. */
export function endMoveRun(): void {
  save(undefined)
}

/** Begins to move in, one step after the other, and stops at the first that is not sent. */
export async function startMoveRun(run: MoveRun, sender: MoveSender): Promise<void> {
  save(run)
  await resumeMoveRun(sender)
}

/**
 * Marks a step as received, even one which the wallet said it did not send, and keeps what it brought
 * for the history.
 *
 * @param hash - Its transaction; undefined where nothing names it.
 */
export function markReceived(startedAtMs: number, index: number, hash?: Hash): void {
  const { run } = useStore.getState()
  const step = run?.startedAtMs === startedAtMs ? run.steps[index] : undefined
  if (!run || !step || step.state === 'received') return
  const parts = step.transfers.map(({ assetType, amount }) => {
    return { assetType, amount: String(amount), hash }
  })
  keepAddedFunds({ account: run.recipient, atMs: Date.now(), source: 'wallet', parts })
  update(startedAtMs, index, { state: 'received' })
}

/** Whether all of it was received. */
export function isReceived({ steps }: MoveRun): boolean {
  return steps.every(({ state }) => state === 'received')
}

/** Whether the wallet is being asked. */
export function isUnderWay({ steps }: MoveRun): boolean {
  return steps.some(({ state }) => state === 'asking')
}

/** Asks for the steps that were not sent, in their order. */
export async function resumeMoveRun({ readBlock, send }: MoveSender): Promise<void> {
  const { run } = useStore.getState()
  if (!run || isUnderWay(run)) return
  for (const [index, step] of run.steps.entries()) {
    const now = useStore.getState().run
    if (now?.startedAtMs !== run.startedAtMs) return
    const { state, asked = 0 } = now.steps[index] ?? {}
    if (state === 'sent' || state === 'received') continue
    const question = `${run.startedAtMs} ${index}`
    const count = questions.get().filter((one) => one === question).length
    if (count !== asked) {
      update(run.startedAtMs, index, { state: 'lost', asked: count, problem: askedElsewhere })
      return
    }
    questions.set([...questions.get(), question].slice(-maxQuestions))
    update(run.startedAtMs, index, { state: 'asking', asked: count + 1, problem: undefined })
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    update(run.startedAtMs, index, { since: await readBlock(step.chainId) })
    try {
      // oxlint-disable-next-line no-await-in-loop -- see above
      const id = await send({ ...step, recipient: run.recipient })
      update(run.startedAtMs, index, { state: 'sent', id, sentAtMs: Date.now() })
    } catch (cause) {
      update(run.startedAtMs, index, { state: 'failed', problem: describeMoveError(cause) })
      return
    }
  }
}

function update(startedAtMs: number, index: number, change: Partial<MoveStep>): void {
  const { run } = useStore.getState()
  if (run?.startedAtMs !== startedAtMs) return
  const steps = run.steps.map((step, place) => (place === index ? { ...step, ...change } : step))
  save({ ...run, steps })
}

function save(run: MoveRun | undefined): void {
  useStore.setState({ run })
  if (run) sessionStore.setItem(storageKey, JSON.stringify(z.encode(MoveRun, run)))
  else sessionStore.removeItem(storageKey)
}

function readStored(): MoveRun | undefined {
  const run = MoveRun.safeParse(parseJson(sessionStore.getItem(storageKey) ?? '')).data
  if (!run || isReceived(run)) return undefined
  const steps = run.steps.map((step) =>
    step.state === 'asking' ? { ...step, state: 'lost' as const, problem: lost } : step,
  )
  return { ...run, steps }
}

/** Returns the message for a step that was not sent, as far as the wallet says. */
export function describeMoveError(cause: unknown): NonNullable<MoveStep['problem']> {
  const isRefused = cause instanceof SigningError && cause.code === 'REJECTED'
  if (isRefused) return { title: translate('You declined in the wallet'), body: nothingSent }
  const message = cause instanceof Error ? cause.message : translate('The wallet gave no reason.')
  const isBefore = cause instanceof SigningError && cause.code !== 'FAILED'
  return {
    title: translate('The wallet didn’t send it'),
    body: `${message} ${isBefore ? nothingSent : checkFirst}`,
  }
}
