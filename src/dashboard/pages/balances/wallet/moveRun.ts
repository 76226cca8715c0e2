import { create } from 'zustand'

import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { SigningError } from '#dashboard/wallets/errors/signingError.ts'
import { translate } from '../../../language/translate.ts'
import type { MoveStep } from './moveSteps.ts'

/**
 * How far a step is; `id` is a transaction's hash, or a batch's id in the wallet, `since` the chain's block
 * when the wallet was asked, `isReceived` once the chain shows it.
 */
export type MoveStepState =
  | { step: 'waiting' }
  | { step: 'asking' }
  | { step: 'sent'; id: string; sentAtMs: number; since: bigint | undefined; isReceived?: true }
  | { step: 'failed'; message: MoveErrorMessage; since: bigint | undefined }

/** Why a step was not sent, and what to do. */
export type MoveErrorMessage = { title: string; body: string }

/** Everything that is being moved in; kept while the page is open, whatever is shown of it. */
export type MoveRun = {
  /** The key that sends, and the account that receives. */
  ownerKey: string
  recipient: EvmAddress
  wallet: string
  steps: readonly MoveStep[]
  states: readonly MoveStepState[]
}

/** What moves in: reads a chain's block, undefined where it is silent, and asks the wallet for a step. */
export type MoveSender = {
  readBlock: (chainId: ChainId) => Promise<bigint | undefined>
  /** @returns The transaction's hash, or the batch's id. */
  send: (step: MoveStep) => Promise<string>
}

const useStore = create<{ run: MoveRun | undefined }>(() => ({ run: undefined }))

/** What is being moved in, or was last. */
export function useMoveRun(): MoveRun | undefined {
  return useStore(({ run }) => run)
}

/** Forgets the run, once nothing of it is wanted any more; what was sent goes on by itself. */
export function endMoveRun(): void {
  useStore.setState({ run: undefined })
}

/** Begins to move in, one step after the other, and stops at the first that is not sent. */
export async function startMoveRun(
  run: Omit<MoveRun, 'states'>,
  sender: MoveSender,
): Promise<void> {
  useStore.setState({ run: { ...run, states: run.steps.map(() => ({ step: 'waiting' })) } })
  await resumeMoveRun(sender)
}

/** Notes that a step has arrived, even one which the wallet said it did not send. */
export function noteArrival(step: MoveStep, hash: Hash | undefined): void {
  const { steps = [] } = useStore.getState().run ?? {}
  const index = steps.indexOf(step)
  const state = getState(steps, index)
  if (state?.step === 'sent' && state.isReceived !== true)
    setState(steps, { index, state: { ...state, isReceived: true } })
  if (state?.step !== 'failed' || hash === undefined) return
  const { since } = state
  const sent = { step: 'sent', id: hash, sentAtMs: Date.now(), since, isReceived: true } as const
  setState(steps, { index, state: sent })
}

/** Whether all of it has arrived. */
export function isReceived({ states }: MoveRun): boolean {
  return states.every((state) => state.step === 'sent' && state.isReceived === true)
}

/** Whether the wallet is being asked, or could be asked for more. */
export function isUnderWay({ states }: MoveRun): boolean {
  return states.some(({ step }) => step === 'asking')
}

/** Asks for the step that failed, if one did, then for the rest. */
export async function resumeMoveRun({ readBlock, send }: MoveSender): Promise<void> {
  const { run } = useStore.getState()
  if (!run || isUnderWay(run)) return
  for (const [index, step] of run.steps.entries()) {
    if (getState(run.steps, index)?.step === 'sent') continue
    setState(run.steps, { index, state: { step: 'asking' } })
    const since = await readBlock(step.chainId)
    try {
      const id = await send(step)
      setState(run.steps, { index, state: { step: 'sent', id, sentAtMs: Date.now(), since } })
    } catch (cause) {
      const message = describeMoveError(cause)
      setState(run.steps, { index, state: { step: 'failed', message, since } })
      return
    }
  }
}

function getState(steps: MoveRun['steps'], index: number): MoveStepState | undefined {
  const { run } = useStore.getState()
  return run?.steps === steps ? run.states[index] : undefined
}

function setState(steps: MoveRun['steps'], to: { index: number; state: MoveStepState }): void {
  const { run } = useStore.getState()
  if (run?.steps !== steps) return
  const states = run.states.map((state, index) => (index === to.index ? to.state : state))
  useStore.setState({ run: { ...run, states } })
}

const stillThere = translate('The funds are still in your wallet.')
const checkFirst = translate('Check in your wallet that it wasn’t sent, then try again.')
const nothingSent = translate('Nothing was sent.')

/** Returns the message for a step that was not sent. */
export function describeMoveError(cause: unknown): MoveErrorMessage {
  const message = cause instanceof Error ? cause.message : translate('The wallet gave no reason.')
  if (!(cause instanceof SigningError))
    return { title: translate('Not sent'), body: `${message} ${checkFirst}` }
  switch (cause.code) {
    case 'REJECTED':
      return {
        title: translate('You declined in the wallet'),
        body: `${nothingSent} ${stillThere}`,
      }
    case 'CHAIN':
      return {
        title: translate('The wallet didn’t switch chains'),
        body: `${message} ${nothingSent} ${translate('Select the chain in your wallet, then try again.')}`,
      }
    case 'ACCOUNT':
      return {
        title: translate('The wallet is on another account'),
        body: `${message} ${nothingSent}`,
      }
    case 'LOCKED':
      return {
        title: translate('The wallet is locked'),
        body: `${translate('Unlock it, then try again.')} ${stillThere}`,
      }
    case 'ABSENT':
      return { title: translate('The wallet isn’t connected'), body: `${message} ${stillThere}` }
    case 'AUTHORIZATION':
    case 'CHANGED':
    case 'FAILED':
      return { title: translate('The wallet didn’t send it'), body: `${message} ${checkFirst}` }
  }
}
