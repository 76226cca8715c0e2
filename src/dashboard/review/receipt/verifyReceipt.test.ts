import { ed25519 } from '@noble/curves/ed25519.js'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'

import { decodeBase64 } from '#chains/solana/program/bytes.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { Receipt } from '#protocol/status/receipt.ts'
import { isHarmless, type Harmless } from '#testing/dashboard/quoteMutations.ts'
import { mutateLeaves, pickOneOfEachKind, type Mutation } from '#testing/mutateLeaves.ts'
import {
  sampleAccount,
  sampleRoots,
  sampleSolanaAccount,
  sampleSolanaKey,
  type Sample,
} from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { readGivenSignatures } from '../signing/readGivenSignatures.ts'
import { signOperation } from '../signing/sign.ts'
import type { SigningOptions } from '../signing/signOne.ts'
import { createSignatureStore } from '../signing/signatureStore.ts'
import { solanaVerifier } from '../solana/solanaVerifier.ts'
import { verifyQuote } from '../verifyQuote.ts'
import { isGenuine, verifyReceipt } from './verifyReceipt.ts'

const session = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 9,
})
const quoteSigner = sampleRoots.quoteSigner ?? '0x'
const known = { roots: sampleRoots, solana: solanaVerifier }
const chosen: Record<string, Sample> = {
  'two chains into one': samples['two chains into one'],
  'tokens from Solana': solanaSamples['tokens from Solana to an EVM chain'],
}

/** Signs a sample as its user does, and makes the receipt of its execution. */
async function makeReceipt(sample: Sample): Promise<Receipt> {
  const review = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const { quote } = review
  if (!quote) throw new Error('The sample is no quote.')
  const options: SigningOptions = {
    signer: {
      signTypedData: (_chain, { domain, types, primaryType, message }) =>
        session.signTypedData({ domain: { ...domain }, types, primaryType, message }),
      signSolanaMessage: (dataToSign) =>
        Promise.resolve(encodeBase58(ed25519.sign(decodeBase64(dataToSign), sampleSolanaKey))),
    },
    owner: sampleAccount.sessionAddress,
    others: [sampleSolanaAccount.accountAddress],
    signatures: createSignatureStore(),
    nowMs: () => (sample.madeAt + 5) * 1000,
  }
  for (const { index } of review.operations)
    // One wallet at a time, as on the page.
    // oxlint-disable-next-line no-await-in-loop
    await signOperation(review, index, options)
  const to = sample.to.assetType.split('/')[0] ?? ''
  const from = review.operations.map(({ chain }) => chain.chainId)
  const content: Receipt = {
    kind: 'estuary-receipt',
    version: 1,
    quoteId: quote.id,
    network: sampleRoots.network,
    ...(sampleRoots.quoteSigner && { quoteSigner: sampleRoots.quoteSigner }),
    madeAt: '2027-01-15T08:01:00.000Z',
    signed: {
      quote: review.received,
      request: review.request,
      signatures: [...readGivenSignatures(review.operations, { id: quote.id, ...options })],
      signedAtMs: (sample.madeAt + 5) * 1000,
    },
    record: {
      quoteId: quote.id,
      status: 'COMPLETED',
      user: quote.accounts[0]?.accountAddress ?? '',
      recipientAccountId: quote.destinationToken.recipientAccount.replace(/:(?=[^:]*$)/, '/'),
      originChainOperations: from.map((chain) => ({ chain, hash: makeHash(chain) })),
      destinationChainOperations: review.operations
        .slice(0, 1)
        .map(() => ({ chain: quote.destinationToken.assetType.split('/')[0], hash: makeHash(to) }))
        .flatMap(({ chain, hash }) =>
          sampleRoots.chains.flatMap(({ chainId }) =>
            chainId === chain ? [{ chain: chainId, hash }] : [],
          ),
        ),
      createdAt: '2027-01-15T08:00:05.000Z',
      updatedAt: '2027-01-15T08:00:09.000Z',
    },
  }
  return JSON.parse(JSON.stringify(content))
}

function makeHash(chain: string): string {
  return chain.startsWith('eip155:') ? `0x${'0a'.repeat(32)}` : '5'.repeat(88)
}

/** What nobody signs: statements of the service and of the browser. */
const statements = /^(record|madeAt|signed\.signedAtMs)(\.|$)/

const harmless: readonly Harmless[] = [
  { path: /^$/, what: /^without record$/, because: 'a statement' },
  {
    path: /^signed\.signatures\.\d+\.key$|^signed\.request\.from\.accounts\.\d+\.\w+Address$/,
    what: /^lower case$/,
    because: 'the same address in lower case',
  },
  {
    path: /^signed\.request\.from\.accounts\.\d+$/,
    what: /^without type$/,
    because: 'optional; the kind of an account follows from its keys',
  },
  {
    path: /^$/,
    what: /^without quoteSigner$/,
    because: 'the seal is verified with the pinned key in any case',
  },
]

describe.each(Object.entries(chosen))('%s', (name, sample) => {
  let receipt: Receipt
  beforeAll(async () => {
    receipt = await makeReceipt(sample)
  })

  test('is genuine as it was made, and finds nothing about what nobody signs', async () => {
    const review = await verifyReceipt(receipt, known)
    expect(review.findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(isGenuine(review)).toBe(true)
    const { record: _, ...unreported } = receipt
    const other = await verifyReceipt(unreported, known)
    expect(other.findings.map(({ id, state }) => `${id} ${state}`)).toEqual(
      review.findings.map(({ id, state }) => `${id} ${state}`),
    )
  })

  test('is not genuine with a leaf changed that matters', async () => {
    const some = pickOneOfEachKind(change(receipt), Object.keys(chosen).indexOf(name)).filter(
      (one) => !statements.test(one.path) && !isHarmless(one, harmless),
    )
    expect(await findGenuine(some)).toEqual([])
  })
})

/** Every way to change a leaf; a number that becomes what it was is no change. */
function change(receipt: Receipt): readonly Mutation[] {
  const text = JSON.stringify(receipt)
  return mutateLeaves(receipt).filter(({ document }) => JSON.stringify(document) !== text)
}

async function findGenuine(mutations: readonly Mutation[]): Promise<readonly string[]> {
  const found = await Promise.all(
    mutations.map(async ({ path, what, document }) =>
      isGenuine(await verifyReceipt(document, known)) ? [`${path}: ${what}`] : [],
    ),
  )
  return found.flat()
}

test('the claim about the file says what is compared, not that nothing in it was changed', async () => {
  const receipt = await makeReceipt(samples['a swap in a pool'])
  const { findings } = await verifyReceipt({ ...receipt, quoteId: `0x${'00'.repeat(32)}` }, known)
  expect(findings.find(({ id }) => id === 'file')).toMatchObject({ state: 'mismatch' })
  const texts = (await verifyReceipt(receipt, known)).findings.map(({ claim }) => claim)
  expect(texts).toContain('The file has the receipt format and matches its quote')
})

test('a receipt of an exact amount is genuine without the feeds that bounded what was paid', async () => {
  const receipt = await makeReceipt(samples['an exact amount for somebody'])
  const review = await verifyReceipt(receipt, known)
  expect(review.findings.filter(({ state }) => state !== 'verified')).toEqual([])
  expect(isGenuine(review)).toBe(true)
})

test('a receipt of another network or key is neither genuine nor a forgery', async () => {
  const receipt = await makeReceipt(samples['a swap in a pool'])
  const elsewhere = { ...known, roots: { ...sampleRoots, network: 'mirror' } }
  const review = await verifyReceipt(receipt, elsewhere)
  expect(isGenuine(review)).toBe(false)
  expect(review.findings[0]).toMatchObject({ id: 'installation', state: 'unchecked' })
  expect(review.findings[0]?.evidence).toContain('devnet')
  const pinned = { ...sampleRoots, quoteSigner: `0x${'11'.repeat(32)}` as const }
  const other = await verifyReceipt(receipt, { ...known, roots: pinned })
  expect(isGenuine(other)).toBe(false)
  expect(other.findings[0]?.evidence).toContain(quoteSigner)
  expect(other.findings.filter(({ state }) => state === 'verified')).toEqual([])
})

test('a receipt without what was signed proves nothing', async () => {
  const { signed: _, ...rest } = await makeReceipt(samples['a swap in a pool'])
  const review = await verifyReceipt(rest, known)
  expect(isGenuine(review)).toBe(false)
  expect(review.findings.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'file verified',
    'seal unchecked',
    'signatures unchecked',
  ])
})

test('anything at all in place of a receipt is refused and never throws', async () => {
  for (const received of [undefined, null, 0, '', [], {}, { kind: 'estuary-receipt' }]) {
    // One after the other: each is one case.
    // oxlint-disable-next-line no-await-in-loop
    const review = await verifyReceipt(received, known)
    expect(review.receipt).toBeUndefined()
    expect(review.findings[0]?.state).toBe('mismatch')
  }
})

test('the keys of the receipt are those of the accounts', async () => {
  const receipt = await makeReceipt(samples['two chains into one'])
  expect(receipt.signed?.signatures.every(({ key }) => isSameAddress(key, session.address))).toBe(
    true,
  )
})
