import { expect, test } from 'vitest'

import { getQuoteEndMs } from '#dashboard/api/service/quote.ts'
import { type RecordedCall, recordedCalls, withCalls } from '#testing/verifier/recordedCalls.ts'
import { sampleRoots } from '#testing/verifier/sampleCase.ts'
import type { SessionStore } from '#dashboard/review/signing/signatureStore.ts'
import {
  type DraftStorage,
  createDraftStorage,
  type SavedDraft,
  type DraftKey,
  pruneDraftStorage,
} from './draftStorage.ts'
import { PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import { solanaVerifier } from '#dashboard/review/solana/solanaVerifier.ts'
import { paidFromSolana } from '#testing/verifier/paidFromSolana.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { recoverDraft } from './recoverDraft.ts'

const [recorded] = [...recordedCalls.values()].filter(
  ({ quote, fromAssetId }) => quote.originChainsOperations.length > 0 && fromAssetId === undefined,
)
if (!recorded) throw new Error('Expected a recorded call with deposits.')
const { madeAt } = recorded
const [first] = recorded.request.accounts
if (!first || !('signerAddress' in first || 'adminAddress' in first))
  throw new Error('Expected an account.')
const key: DraftKey = { network: 'devnet', account: first.accountAddress }
const madeAtMs = madeAt * 1000

function buildDraft({ request, prepared, quote }: RecordedCall): SavedDraft {
  return {
    search: 'calls=1',
    entered: ['1'],
    call: { prepared, received: prepared, request, receivedAtMs: madeAtMs },
    quoted: { quote, received: quote, receivedAtMs: madeAtMs + 500 },
  }
}

/** A session storage whose entries the test can read. */
function createStorage() {
  const lines = new Map<string, string>()
  const store: SessionStore = {
    getItem: (key) => lines.get(key) ?? null,
    setItem: (key, value) => void lines.set(key, value),
    removeItem: (key) => void lines.delete(key),
  }
  return { lines, drafts: () => createDraftStorage(store) }
}

/** Recovers a draft as a reloaded page does, then reads what is left in the storage. */
function load(drafts: DraftStorage, nowMs: number, at = key) {
  const recovered = recoverDraft(drafts.read(at), { nowMs, roots: sampleRoots })
  pruneDraftStorage(drafts, at, recovered)
  return recovered
}

function recover(draft: SavedDraft, nowMs: number) {
  const { lines, drafts } = createStorage()
  drafts().save(key, draft)
  return { ...load(drafts(), nowMs), lines }
}

test('a reload finds the operation and its quote again, to the letter', () => {
  const draft = buildDraft(recorded)
  const { saved: found, notice } = recover(draft, madeAtMs + 1000)
  expect(found).toEqual(draft)
  expect(notice).toBeUndefined()
})

test('a quote that is paid from Solana is found again too, with the verifier for it', () => {
  const { chainId, mints } = devnetSolana
  const assetType = `${chainId}/token:${mints.usdc}` as const
  const { received, prepared } = paidFromSolana({ assetType, amount: 200_000_000n, fee: 100_000n })
  const call = { ...buildDraft(recorded).call, request: prepared.request }
  const draft: SavedDraft = {
    ...buildDraft(recorded),
    call: {
      ...call,
      prepared: PreparedCallQuote.parse(prepared.received),
      received: prepared.received,
    },
    quoted: { quote: received, received, receivedAtMs: madeAtMs + 500 },
  }
  const now = { nowMs: madeAtMs + 1000, roots: sampleRoots }
  expect(recoverDraft(draft, now).notice).toBe('broken')
  expect(recoverDraft(draft, { ...now, solana: solanaVerifier })).toEqual({
    saved: draft,
    notice: undefined,
  })
})

test('another account or network finds nothing', () => {
  const { drafts } = createStorage()
  drafts().save(key, buildDraft(recorded))
  const other = { ...key, account: `0x${'12'.repeat(20)}` } as const
  expect(load(drafts(), madeAtMs, other).saved).toBeUndefined()
  expect(load(drafts(), madeAtMs, { ...key, network: 'mirror' }).saved).toBeUndefined()
})

test('an operation that ended while the page was away is dropped, and it is said', () => {
  const { saved, notice, lines } = recover(buildDraft(recorded), madeAtMs + 3_600_000 * 24)
  expect([saved, notice, lines.size]).toEqual([undefined, 'expired', 0])
})

test('a quote that ended is dropped alone: the signed operation is still good', () => {
  const nowMs = getQuoteEndMs(recorded) + 1000
  const { saved, notice, lines } = recover(buildDraft(recorded), nowMs)
  expect(saved?.call.prepared).toEqual(recorded.prepared)
  expect([saved?.quoted, notice]).toEqual([undefined, 'quoteExpired'])
  expect([...lines.values()].join('')).not.toContain('expirationTimestamp')
})

test('an operation that was changed on the shelf fails its checks and is dropped', () => {
  const draft = buildDraft(recorded)
  const changed = withCalls(recorded.prepared, (calls) =>
    calls.map((call, index) => (index === calls.length - 1 ? { ...call, value: 1n } : call)),
  )
  const call = { ...draft.call, received: changed }
  const { saved: found, notice, lines } = recover({ ...draft, call }, madeAtMs + 1000)
  expect([found, notice, lines.size]).toEqual([undefined, 'broken', 0])
})

test('a quote that was changed on the shelf is dropped, the operation stays', () => {
  const draft = buildDraft(recorded)
  const { quote } = recorded
  const received = { ...quote, originToken: { ...quote.originToken, amount: '1' } }
  const quoted = { quote, received, receivedAtMs: madeAtMs }
  const { saved: found, notice } = recover({ ...draft, quoted }, madeAtMs + 1000)
  expect(found?.call.prepared).toEqual(recorded.prepared)
  expect([found?.quoted, notice]).toEqual([undefined, 'broken'])
})

test('what is no call is dropped instead of shown', () => {
  const { lines, drafts } = createStorage()
  for (const text of ['', '{', '[]', '{"search":"","receivedAtMs":1}']) {
    drafts().save(key, buildDraft(recorded))
    for (const key of lines.keys()) lines.set(key, text)
    const { saved, notice } = load(drafts(), madeAtMs)
    expect([saved, notice, lines.size], text).toEqual([undefined, 'broken', 0])
  }
})

test('nothing but what was entered and what went over the wire is written', () => {
  const { lines } = recover(buildDraft(recorded), madeAtMs + 1000)
  const [line = '{}'] = lines.values()
  const written: Record<string, unknown> = JSON.parse(line)
  expect(Object.keys(written).toSorted()).toEqual([
    'entered',
    'quote',
    'received',
    'receivedAtMs',
    'request',
    'search',
  ])
})
