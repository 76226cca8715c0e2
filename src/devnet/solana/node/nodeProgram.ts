import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fundFaucet } from '../rpc/airdrop.ts'
import { type Bank, createBank } from '../bank/bank.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { ChainTime } from '../bank/blocks.ts'
import { parseAccount, placeAccount } from '../plan/placeAccount.ts'
import { createRpcMethods } from '../rpc/rpcMethods.ts'
import { serveRpc } from '../rpc/rpcServer.ts'
import { createRuntime } from '../bank/runtime.ts'
import { getSlotStartMs } from '../bank/slots.ts'
import { openStateFile, type StateFile } from '../bank/stateFile.ts'
import { createSubscriptions } from '../rpc/subscriptions.ts'

/** Command line options; `account` is an account that `formatAccount` wrote. */
const { values } = parseArgs({
  options: {
    state: { type: 'string', default: '' },
    port: { type: 'string', default: '0' },
    genesis: { type: 'string', default: '' },
    'state-seconds': { type: 'string', default: '10' },
    'slot-ms': { type: 'string', default: '400' },
    'finalized-slots': { type: 'string', default: '4' },
    'kept-transactions': { type: 'string', default: '20000' },
    account: { type: 'string', multiple: true, default: [] },
    origin: { type: 'string', multiple: true, default: [] },
    host: { type: 'string', multiple: true, default: [] },
    'test-methods': { type: 'boolean', default: false },
  },
})

/** A local Solana node: the program that `launchSolanaNode` starts as a separate process. */
async function main(): Promise<void> {
  const keptTransactions = Number(values['kept-transactions'])
  const file = openStateFile(values.state, keptTransactions)
  const bank = openBank(file, keptTransactions)
  const keep = createSaver(bank, file)
  keep()
  const server = await serveRpc({
    port: Number(values.port),
    handle: createRpcMethods(bank, {
      genesisHash: values.genesis,
      hasTestMethods: values['test-methods'],
    }),
    subscriptions: createSubscriptions(bank),
    allowedPages: { origins: values.origin, hosts: values.host },
  })
  const slots = startSlots(bank)
  const saves = setInterval(() => tryTo(keep), Number(values['state-seconds']) * 1_000)
  let isEnding = false

  async function end(): Promise<void> {
    if (isEnding) return
    isEnding = true
    clearInterval(saves)
    slots.stop()
    keep()
    await server.close()
    process.exit(0)
  }

  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
  // The process that started it is gone.
  process.on('disconnect', () => void end())
  process.send?.({ port: server.port })
}

/** Logs errors of a save: the disk may be full now and have room for the next one. */
function tryTo(keep: () => void): void {
  try {
    keep()
  } catch (error) {
    console.error('The chain could not be saved:', error)
  }
}

/** The saved chain, or a new one with all its coins in the faucet. */
function openBank(file: StateFile, keptTransactions: number): Bank {
  const saved = load(file)
  const runtime = createRuntime(saved?.accounts)
  const bank = createBank({
    runtime,
    time: saved?.time ?? createChainTime(),
    landed: saved?.landed ?? [],
    finalizedSlots: Number(values['finalized-slots']),
    keptTransactions,
    now: Date.now,
  })
  if (!saved) fundFaucet(bank)
  for (const text of values.account) placeAccount(runtime, parseAccount(text))
  return bank
}

function load(file: StateFile): ReturnType<StateFile['load']> {
  try {
    return file.load()
  } catch (cause) {
    throw new Error('load state', { cause })
  }
}

function createChainTime(): ChainTime {
  return {
    plan: {
      genesisMs: Date.now(),
      slotMs: Number(values['slot-ms']),
      seed: encodeBase58(randomBytes(32)),
    },
    extraSlots: 0,
    extraSeconds: 0,
  }
}

/** Saves the chain if transactions or tests changed it; slots alone follow from the clock. */
function createSaver(bank: Bank, file: StateFile): () => void {
  let savedMark: string | undefined
  return () => {
    const { ledger, blocks, runtime } = bank
    const time = blocks.time()
    const mark = JSON.stringify([ledger.count(), time])
    if (mark === savedMark) return
    file.save({ time, accounts: runtime.snapshot(), all: ledger.all(), count: ledger.count() })
    savedMark = mark
  }
}

/** Starts each slot at its time. */
function startSlots({ blocks }: Bank): { stop(): void } {
  let timer = setTimeout(startSlot, untilNext())

  function untilNext(): number {
    const { plan, extraSlots } = blocks.time()
    const next = blocks.slot('processed') + 1 - extraSlots
    return Math.max(0, getSlotStartMs(plan, next) - Date.now())
  }

  function startSlot(): void {
    blocks.advance()
    timer = setTimeout(startSlot, untilNext())
  }

  return { stop: () => clearTimeout(timer) }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? describeReason(error) : error)
  process.exit(1)
})

function describeReason({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
