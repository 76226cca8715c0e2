import { VersionedTransaction } from '@solana/web3.js'
import type { Bank } from '../bank/bank.ts'
import { withContext, type Methods } from './context.ts'
import { type Json, createInvalidParams } from '../bank/rpcAnswer.ts'
import type { Landed } from '../bank/ledger.ts'
import {
  readAddress,
  getCount,
  readEncodedOptions,
  type RpcOptions,
  readOptions,
  getSettledCommitment,
  readText,
  getText,
  readTexts,
} from '../bank/params.ts'
import { hashLifeBlocks } from '../bank/slots.ts'
import { toTransactionJson } from './transactionJson.ts'

/** Maximum signatures per request. */
const maxStatuses = 256
const maxSignatures = 1_000

/** Creates the methods about landed transactions. */
export function createHistoryMethods(bank: Bank): Methods {
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
      const signatures = readTexts(params, { index: 0, maxTexts: maxStatuses })
      const searches = readOptions(params, 1)['searchTransactionHistory'] === true
      const oldest = blocks.slot('processed') - 2 * hashLifeBlocks
      const value = signatures.map((signature) => {
        const landed = ledger.get(signature)
        return statusJson(landed && (searches || landed.slot >= oldest) ? landed : undefined)
      })
      return withContext(bank, { options: { commitment: 'processed' }, value })
    },
    getTransaction(params) {
      const options = readEncodedOptions(params, 1)
      const commitment = getSettledCommitment(options)
      const landed = ledger.get(readText(params, 0))
      if (!landed || !isSettled(landed, commitment)) return null
      const { slot, blockTimeSeconds: blockTime } = landed
      return { slot, blockTime, ...toTransactionJson(landed, options) }
    },
    getSignaturesForAddress(params) {
      const address = readAddress(params, 0)
      const options = readOptions(params, 1)
      const commitment = getSettledCommitment(options)
      return selectBetween(ledger.naming(address), options)
        .flatMap((signature) => ledger.get(signature) ?? [])
        .filter((landed) => isSettled(landed, commitment))
        .slice(0, readLimit(options))
        .map((landed) => ({
          signature: landed.signature,
          slot: landed.slot,
          err: landed.meta.err,
          memo: readMemo(landed),
          blockTime: landed.blockTimeSeconds,
          confirmationStatus: blocks.commitmentOf(landed.slot),
        }))
    },
  }
}

/** Newest first: from after `before` up to `until`. */
function selectBetween(signatures: readonly string[], options: RpcOptions): readonly string[] {
  const before = getText(options, 'before')
  const until = getText(options, 'until')
  const from = before === undefined ? 0 : signatures.indexOf(before) + 1
  if (before !== undefined && from === 0) return []
  const rest = signatures.slice(from)
  const end = until === undefined ? -1 : rest.indexOf(until)
  return end === -1 ? rest : rest.slice(0, end)
}

function readLimit(options: RpcOptions): number {
  const limit = getCount(options, 'limit') ?? maxSignatures
  if (limit < 1 || limit > maxSignatures)
    throw createInvalidParams(`Invalid limit; max ${maxSignatures}`)
  return limit
}

/** Programs whose instruction data is text. */
const memoPrograms = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])

/** A transaction's memos as a cluster lists them: length and text. */
function readMemo({ bytes, addresses }: Landed): string | null {
  const { message } = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'))
  const memos = message.compiledInstructions
    .filter(({ programIdIndex }) => memoPrograms.has(addresses[programIdIndex] ?? ''))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`)
  return memos.length > 0 ? memos.join('; ') : null
}
