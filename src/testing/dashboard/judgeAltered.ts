import type { Finding } from '#dashboard/review/claims/finding.ts'
import { verifyReceipt } from '#dashboard/review/receipt/verifyReceipt.ts'
import { solanaVerifier } from '#dashboard/review/solana/solanaVerifier.ts'
import { verifyCallQuote } from '#dashboard/review/verifyCallQuote.ts'
import { verifyPrepared } from '#dashboard/review/verifyPrepared.ts'
import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import { pickEveryNth } from '../campaign.ts'
import { mutateLeaves } from '../mutateLeaves.ts'
import { mixedTampering, quoteTampering } from '../verifier/quoteLies.ts'
import {
  callQuoteEvidence,
  preparedEvidence,
  recordedCalls,
  withCallSignature,
} from '../verifier/recordedCalls.ts'
import { type Sample, sampleRoots, type Tampering } from '../verifier/sampleCase.ts'
import {
  devnetQuoteKey,
  sampleEvidence,
  sampleQuote,
  withSignature,
} from '../verifier/sampleQuote.ts'
import { appDeposits, samples } from '../verifier/samples.ts'
import { messageTampering, transferTampering } from '../verifier/solanaLies.ts'
import { solanaSamples } from '../verifier/solanaSamples.ts'
import { signIfPossible } from './quoteMutations.ts'

/** What the verifier says of a document. */
export type Judgement = {
  name: string
  /** The state of each claim, and whether it may be signed. */
  verdict: string
  words: readonly string[]
}

/** What the verifier says of every sample, as it is and altered by a service that seals the change. */
export async function judgeAltered(): Promise<readonly Judgement[]> {
  return [...judgeQuotes(), ...judgeCalls(), ...(await judgeReceipts())]
}

const all: readonly [string, Sample][] = Object.entries({
  ...samples,
  appDeposits,
  ...solanaSamples,
})

const lies: readonly {
  name: keyof typeof solanaSamples
  tamperings: Record<string, Tampering>
}[] = [
  {
    name: 'a transfer of tokens on Solana',
    tamperings: { ...quoteTampering, ...messageTampering, ...transferTampering },
  },
  { name: 'legs of both into tokens on Solana', tamperings: mixedTampering },
]

function judgeQuotes(): readonly Judgement[] {
  const altered = all.flatMap(([name, sample]) =>
    alter(sampleQuote(sample), (changed) => withSignature(changed, devnetQuoteKey)).map(
      ({ what, document }) => ({ name: `${name}, ${what}`, sample, document }),
    ),
  )
  const told = lies.flatMap(({ name, tamperings }) =>
    Object.entries(tamperings).map(([what, tampering]) => {
      const sample = solanaSamples[name]
      return { name: `${name}, ${what}`, sample, document: sampleQuote(sample, tampering) }
    }),
  )
  return [...altered, ...told].map(({ name, sample, document }) =>
    judge(name, verifyQuote(sampleEvidence(sample, document))),
  )
}

function judgeCalls(): readonly Judgement[] {
  return [...recordedCalls].flatMap(([name, recorded]) => [
    ...alter(recorded.prepared, (changed) => withCallSignature(changed)).map(({ what, document }) =>
      judge(`${name}, ${what}`, verifyPrepared(preparedEvidence(recorded, document))),
    ),
    ...alter(recorded.quote, (changed) => withSignature(changed, devnetQuoteKey)).map(
      ({ what, document }) =>
        judge(
          `paying for ${name}, ${what}`,
          verifyCallQuote(callQuoteEvidence(recorded, document)),
        ),
    ),
  ])
}

/** Receipts of what nobody signed: all else in them is as it is. */
async function judgeReceipts(): Promise<readonly Judgement[]> {
  const sample = samples['two chains into one']
  const { quote, received, request } = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const content = {
    kind: 'estuary-receipt',
    version: 1,
    quoteId: quote?.id,
    network: sampleRoots.network,
    madeAt: '2027-01-15T08:01:00.000Z',
    signed: { quote: received, request, signatures: [], signedAtMs: (sample.madeAt + 5) * 1000 },
  }
  const receipts = alter(content, (changed) => changed)
  return Promise.all(
    receipts.map(async ({ what, document }) => {
      const known = { roots: sampleRoots, solana: solanaVerifier }
      const { findings } = await verifyReceipt(document, known)
      return judge(`a receipt, ${what}`, { findings, signable: false })
    }),
  )
}

/** A document as it is, and with one leaf changed, sealed anew. */
function alter(honest: object, seal: (changed: object) => unknown) {
  return [
    { what: 'honest', document: seal(honest) },
    ...pickEveryNth(mutateLeaves(honest), 200).map(({ path, what, document }) => ({
      what: `${path}: ${what}`,
      document: signIfPossible(document, seal),
    })),
  ]
}

function judge(
  name: string,
  { findings, signable }: { findings: readonly Finding[]; signable: boolean },
): Judgement {
  const states = findings.map(({ id, state }) => `${id} ${state}`)
  return {
    name,
    verdict: [...states, signable].join(', '),
    words: findings.flatMap(({ claim, evidence }) => [claim, ...evidence.split('. ')]),
  }
}
