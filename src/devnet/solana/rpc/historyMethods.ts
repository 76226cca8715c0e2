import { VersionedTransaction } from '@solana/web3.js'

import type { Bank } from '../bank/bank.ts'
import { inContext } from './context.ts'
import type { Json } from '../bank/json.ts'
import type { Landed } from '../bank/ledger.ts'
import type { Methods } from './methods.ts'
import {
  addressIn,
  countOf,
  encodedOptionsIn,
  type Options,
  optionsIn,
  settledCommitmentOf,
  textIn,
  textOf,
  textsIn,
} from '../bank/params.ts'
import { invalidParams } from '../bank/rpcError.ts'
import { hashLifeBlocks } from '../bank/slots.ts'
import { transactionJson } from './transactionJson.ts'

/** Most signatures of one request. */
const mostStatuses = 256
const mostSignatures = 1_000

/** What is asked about transactions that landed. */
export function historyMethods(bank: Bank): Methods {
  const { blocks, ledger } = bank

  function isSettled({ slot }: Landed, commitment: 'confirmed' | 'finalized'): boolean {
    return slot <= blocks.slot(commitment)
  }

  function statusJson(landed: Landed | undefined): Json {
    if (!landed) return null
    const { slot, meta } = landed
    const confirmationStatus = blocks.commitmentOf(slot)
    return {
      slot,
      confirmations: confirmationStatus === 'finalized' ? null : blocks.slot('processed') - slot,
      err: meta.err,
      status: meta.err === null ? { Ok: null } : { Err: meta.err },
      confirmationStatus,
    }
  }

  return {
    getSignatureStatuses(params) {
      const signatures = textsIn(params, { index: 0, most: mostStatuses })
      const searches = optionsIn(params, 1)['searchTransactionHistory'] === true
      const oldest = blocks.slot('processed') - 2 * hashLifeBlocks
      const value = signatures.map((signature) => {
        const landed = ledger.get(signature)
        return statusJson(landed && (searches || landed.slot >= oldest) ? landed : undefined)
      })
      return inContext(bank, { options: { commitment: 'processed' }, value })
    },
    getTransaction(params) {
      const options = encodedOptionsIn(params, 1)
      const commitment = settledCommitmentOf(options)
      const landed = ledger.get(textIn(params, 0))
      if (!landed || !isSettled(landed, commitment)) return null
      const { slot, blockTimeSeconds: blockTime } = landed
      return { slot, blockTime, ...transactionJson(landed, options) }
    },
    getSignaturesForAddress(params) {
      const address = addressIn(params, 0)
      const options = optionsIn(params, 1)
      const commitment = settledCommitmentOf(options)
      return between(ledger.naming(address), options)
        .flatMap((signature) => ledger.get(signature) ?? [])
        .filter((landed) => isSettled(landed, commitment))
        .slice(0, limitIn(options))
        .map((landed) => ({
          signature: landed.signature,
          slot: landed.slot,
          err: landed.meta.err,
          memo: memoOf(landed),
          blockTime: landed.blockTimeSeconds,
          confirmationStatus: blocks.commitmentOf(landed.slot),
        }))
    },
  }
}

/** Newest first: what comes after `before`, up to `until`. */
function between(signatures: readonly string[], options: Options): readonly string[] {
  const before = textOf(options, 'before')
  const until = textOf(options, 'until')
  const from = before === undefined ? 0 : signatures.indexOf(before) + 1
  if (before !== undefined && from === 0) return []
  const rest = signatures.slice(from)
  const end = until === undefined ? -1 : rest.indexOf(until)
  return end === -1 ? rest : rest.slice(0, end)
}

function limitIn(options: Options): number {
  const limit = countOf(options, 'limit') ?? mostSignatures
  if (limit < 1 || limit > mostSignatures)
    throw invalidParams(`Invalid limit; max ${mostSignatures}`)
  return limit
}

/** Programs whose data is a text for people. */
const memoPrograms = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])

/** The memos of a transaction as a cluster lists them: length and text. */
function memoOf({ bytes, addresses }: Landed): string | null {
  const { message } = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'))
  const memos = message.compiledInstructions
    .filter(({ programIdIndex }) => memoPrograms.has(addresses[programIdIndex] ?? ''))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`)
  return memos.length > 0 ? memos.join('; ') : null
}
