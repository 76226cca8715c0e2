import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'

import type { SigningForm, TestOwner } from '#testing/harness/kinds.ts'
import { createQuoteSigner } from '#service/quotes/build/createQuoteSigner.ts'
import {
  type Answer,
  parseBody,
  type Generation,
  type Kind,
  prepareBody,
  quoteBody,
  type ConformanceContext,
  signDocument,
} from './interface.ts'
import {
  commonRows,
  type Expected,
  type Fault,
  faultRows,
  type GoodBody,
  getKinds,
  refusal,
  type Row,
  withField,
} from './interfaceRow.ts'

const tampered: Expected = { status: 400, code: 'QUOTE_TAMPERED' }
/** A key that signs for accounts it does not own. */
export const attacker = privateKeyToAccount(`0x${'7e'.repeat(32)}`)
/** Signs with the test service's quote key, so that tests can forge quotes. */
const forgeSignature = createQuoteSigner(createHash('sha256').update('a test quote key').digest(), {
  kind: 'quote',
  network: 'devnet',
})
const firstSignature = 'originChainsOperations.0.userOp.signature'

/** Options of a document to sign. */
export type Making = { owners: readonly TestOwner[]; generation: Generation; form?: SigningForm }

/** Rows of both call-quote endpoints. */
export function callQuoteRows(generation: Generation): Row[] {
  const path = generation === 1 ? '/api/quotes/call-quote' : '/api/v3/quote/call-quote'
  const good = goodCallBody(generation)
  function row(outcome: string, expected: Expected, spoil: (body: object) => unknown): Row {
    return {
      endpoint: `POST ${path}`,
      outcome,
      kinds: getKinds(path),
      expected,
      ask: async (harness, kind) => harness.send(path, spoil(await good(harness, kind))),
    }
  }
  const account = generation === 1 ? 'account' : 'accounts'
  return [
    row('success', { status: 200 }, (body) => body),
    {
      ...row(
        'signed by a stranger',
        refusal('chainOperation.userOp.signature', 'INVALID_SIGNATURE'),
        (body) => body,
      ),
      async ask(harness, kind) {
        const making = { owners: await harness.owners(kind), generation }
        return harness.send(path, await signedCall(harness, { ...making, signer: attacker }))
      },
    },
    {
      ...row('the accounts of another', tampered, (body) => body),
      async ask(harness, kind) {
        const body = await good(harness, kind)
        const others = await harness.owners(kind, { fresh: true })
        const accounts = others.map((owner) => owner.account)
        return harness.send(path, { ...body, [account]: generation === 1 ? accounts[0] : accounts })
      },
    },
    ...(['type', 'key'] as const).map((changed) => ({
      ...row(`the accounts with another ${changed}`, tampered, (body) => body),
      async ask(harness: ConformanceContext, kind: Kind) {
        const body: Record<string, unknown> = Object(await good(harness, kind))
        const accounts = generation === 1 ? [body[account]] : Object(body[account])
        const others = accounts.map((one: object) => withOther(one, changed))
        return harness.send(path, { ...body, [account]: generation === 1 ? others[0] : others })
      },
    })),
    {
      ...row(
        'the money was spent meanwhile',
        { status: 422, code: 'INSUFFICIENT_BALANCE' },
        (body) => body,
      ),
      async ask(harness, kind) {
        const owners = await harness.owners(kind, { fresh: true })
        await harness.fund(owners, kind === 'mixed' ? 300_000_000n : 5_000_000n)
        const units = kind === 'mixed' ? '800000000' : '4000000'
        const call = await signedCall(harness, { owners, generation, units })
        const quote = await signedQuote(harness, { owners, generation })
        await completed(harness, { path: path.replace('call-quote', 'execute-quote'), quote })
        return harness.send(path, { ...call, fromAssetId: 'agg:usdc' })
      },
    },
    ...faultRows(path, { good, faults: callQuoteFaults(generation) }),
    ...commonRows(path, good),
  ]
}

/** The account with another type or another key. */
function withOther(account: object, changed: 'type' | 'key'): object {
  if (changed === 'type') return { ...account, type: 'solana' }
  const key = 'sessionAddress' in account ? 'sessionAddress' : 'signerAddress'
  return { ...account, [key]: attacker.address }
}

/** Rows of both execute-quote endpoints, and of the alias. */
export function executeRows(path: string, generation: Generation): Row[] {
  const good = goodQuoteBody(generation)
  function row(outcome: string, expected: Expected, ask: Row['ask']): Row {
    return { endpoint: `POST ${path}`, outcome, kinds: getKinds(path), expected, ask }
  }
  return [
    row('success', { status: 200 }, (harness, kind) =>
      executed(harness, { path, kind, generation }),
    ),
    row('success of a contract call', { status: 200 }, (harness, kind) =>
      executedCall(harness, { path, kind, generation }),
    ),
    row('replay: the same answer', { status: 200 }, (harness, kind) =>
      replayed(harness, { path, kind, generation }),
    ),
    row(
      'signed by a stranger',
      refusal(firstSignature, 'INVALID_SIGNATURE'),
      async (harness, kind) => {
        const making = { owners: await harness.owners(kind), generation }
        return harness.send(path, await signedQuote(harness, { ...making, signer: attacker }))
      },
    ),
    row('expired', { status: 400, code: 'QUOTE_EXPIRED' }, async (harness, kind) => {
      const quote = withField(await good(harness, kind), {
        at: ['expirationTimestamp'],
        value: '1000000000',
      })
      const { tamperProofSignature: _, ...document } = Object(quote)
      return harness.send(path, { ...document, tamperProofSignature: forgeSignature(document) })
    }),
    row(
      'the money was spent meanwhile',
      { status: 422, code: 'INSUFFICIENT_BALANCE' },
      (harness, kind) => spentTwice(harness, { path, kind, generation }),
    ),
    row(
      'another quote of a call that was executed',
      { status: 409, code: 'CONFLICT' },
      (harness, kind) => conflicting(harness, { path, kind, generation }),
    ),
    // Never accepted; a success would spend funds that other cells need.
    ...faultRows(path, { good, faults: executeFaults(generation) }),
    ...commonRows(path, async (harness, kind) => ({ ...(await good(harness, kind)), more: 1 })),
  ]
}

function callQuoteFaults(generation: Generation): Fault[] {
  const account = generation === 1 ? 'account' : 'accounts'
  return [
    ['no operation', 'chainOperation', undefined, refusal('chainOperation')],
    ['no seal', 'tamperProofSignature', undefined, refusal('tamperProofSignature')],
    ['no account', account, undefined, refusal(account)],
    ['a tolerance of zero', 'slippageTolerance', 0, refusal('slippageTolerance')],
    ['upper case in an id', 'fromAssetId', 'agg:USDC', refusal('fromAssetId')],
    ['tampered calls', 'chainOperation.userOp.callData', '0x1234', tampered],
    ['tampered gas', 'chainOperation.userOp.callGasLimit', '1', tampered],
    ['a seal of nobody', 'tamperProofSignature', `0x${'00'.repeat(64)}`, tampered],
    [
      'unsigned',
      'chainOperation.userOp.signature',
      '0x',
      refusal('chainOperation.userOp.signature', 'INVALID_SIGNATURE'),
    ],
  ]
}

function executeFaults(generation: Generation): Fault[] {
  const account = generation === 1 ? 'account' : 'accounts'
  return [
    ['no id', 'id', undefined, refusal('id')],
    ['no account', account, undefined, refusal(account)],
    ['no operations', 'originChainsOperations', undefined, refusal('originChainsOperations')],
    ['no origin token', 'originToken', undefined, refusal('originToken')],
    ['no destination token', 'destinationToken', undefined, refusal('destinationToken')],
    ['no expiry', 'expirationTimestamp', undefined, refusal('expirationTimestamp')],
    ['no seal', 'tamperProofSignature', undefined, refusal('tamperProofSignature')],
    ['a tampered amount', 'originToken.amount', '1', tampered],
    ['a tampered minimum', 'destinationToken.minimumAmount', '1', tampered],
    ['a tampered operation', 'originChainsOperations.0.userOp.callData', '0x1234', tampered],
    ['an added field', 'more', 1, tampered],
    ['a later expiry', 'expirationTimestamp', '9999999999', tampered],
    ['unsigned', firstSignature, '0x', refusal(firstSignature, 'INVALID_SIGNATURE')],
  ]
}

/** A valid signed call. */
export function goodCallBody(generation: Generation): GoodBody {
  return async (harness, kind) =>
    signedCall(harness, { owners: await harness.owners(kind), generation })
}

/** A valid signed quote. */
export function goodQuoteBody(generation: Generation): GoodBody {
  return async (harness, kind) =>
    signedQuote(harness, { owners: await harness.owners(kind), generation })
}

/** A quote signed by its owners or by another key. */
export async function signedQuote(
  harness: ConformanceContext,
  { owners, generation, signer, form = 'approve' }: Making & { signer?: TestOwner['key'] },
): Promise<object> {
  const path = generation === 1 ? '/api/v1/quote' : '/api/v3/quote'
  const quote = parseBody(await harness.send(path, quoteBody(harness, { owners, generation })))
  return signDocument(harness, { document: quote, owners: withKey(owners, signer), form })
}

/** The key that signs instead of the owners, and the amount the call needs. */
type SignedCallTerms = { signer?: TestOwner['key']; units?: string }

/** A prepared call signed by its owners or by another key. */
export async function signedCall(
  harness: ConformanceContext,
  { owners, generation, signer, form = 'approve', units = '1000000' }: Making & SignedCallTerms,
): Promise<object> {
  const path =
    generation === 1 ? '/api/quotes/prepare-call-quote' : '/api/v3/quote/prepare-call-quote'
  const request = withField(prepareBody(harness, { owners, generation }), {
    at: ['tokensRequired', '0', 'amount'],
    value: units,
  })
  const {
    callType: _,
    sourceAssetBalances: _balances,
    ...prepared
  } = parseBody(await harness.send(path, request))
  return signDocument(harness, { document: prepared, owners: withKey(owners, signer), form })
}

/** The same accounts with another signing key. */
function withKey(owners: readonly TestOwner[], key: TestOwner['key'] | undefined) {
  return key ? owners.map(({ account }) => ({ account, key })) : owners
}

/** A quote for a signed call, with its deposits signed. */
async function callQuote(
  harness: ConformanceContext,
  making: Making & { call: object },
): Promise<object> {
  const { generation, owners, call, form = 'approve' } = making
  const path = generation === 1 ? '/api/quotes/call-quote' : '/api/v3/quote/call-quote'
  const quote = parseBody(await harness.send(path, call))
  return signDocument(harness, { document: quote, owners, form })
}

type Execution = { path: string; kind: Kind; generation: Generation; form?: SigningForm }

/** Executes a new quote of a column until it is completed. */
export async function executed(
  harness: ConformanceContext,
  { kind, path, ...making }: Execution,
): Promise<Answer> {
  const quote = await signedQuote(harness, { ...making, owners: await funded(harness, kind) })
  return completed(harness, { path, quote })
}

/** Executes a new contract call of a column until it is completed. */
export async function executedCall(
  harness: ConformanceContext,
  { path, kind, ...form }: Execution,
): Promise<Answer> {
  const making = { ...form, owners: await funded(harness, kind) }
  const call = await signedCall(harness, making)
  return completed(harness, { path, quote: await callQuote(harness, { ...making, call }) })
}

async function replayed(
  harness: ConformanceContext,
  { path, kind, generation }: Execution,
): Promise<Answer> {
  const quote = await signedQuote(harness, { owners: await funded(harness, kind), generation })
  await completed(harness, { path, quote })
  return harness.send(path, quote)
}

async function spentTwice(
  harness: ConformanceContext,
  { path, kind, generation }: Execution,
): Promise<Answer> {
  const owners = await harness.owners(kind, { fresh: true })
  await harness.fund(owners, kind === 'mixed' ? 300_000_000n : 5_000_000n)
  const [first, second] = [
    await signedQuote(harness, { owners, generation }),
    await signedQuote(harness, { owners, generation }),
  ]
  await completed(harness, { path, quote: first })
  return harness.send(path, second)
}

async function conflicting(
  harness: ConformanceContext,
  { path, kind, generation }: Execution,
): Promise<Answer> {
  const owners = await funded(harness, kind)
  const call = await signedCall(harness, { owners, generation })
  const first = await callQuote(harness, { owners, generation, call })
  const second = await callQuote(harness, { owners, generation, call })
  await completed(harness, { path, quote: first })
  return harness.send(path, second)
}

/** New funded accounts, so that executions do not change the shared ones. */
export async function funded(
  harness: ConformanceContext,
  kind: Kind,
): Promise<readonly TestOwner[]> {
  const owners = await harness.owners(kind, { fresh: true })
  await harness.fund(owners, 400_000_000n)
  return owners
}

/** Executes a quote and waits until it is completed. @throws Error when it ends otherwise. */
async function completed(
  harness: ConformanceContext,
  { path, quote }: { path: string; quote: object },
): Promise<Answer> {
  const answer = await harness.send(path, quote)
  parseBody(answer)
  const status = `/api/v3/status/get-execution-status?quoteId=${String(Object(quote).id)}`
  for (const endsAtMs = performance.now() + 30_000; performance.now() < endsAtMs;) {
    const { body } = await harness.send(status, undefined, { method: 'GET' })
    const { status: state, failReason } = Object(body)
    if (state === 'COMPLETED') return answer
    if (state === 'REFUNDED' || state === 'FAILED') throw new Error(`${state}: ${failReason}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It was not completed in time.')
}
