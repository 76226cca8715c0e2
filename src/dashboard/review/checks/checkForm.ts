import { getAccountKeys, predictAccount } from '#chains/evm/account/predictAccount.ts'
import { type Account, getAccountKind, type EvmAccount } from '#protocol/accounts/account.ts'
import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Names } from '#protocol/accounts/names.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { verifyQuoteSignature, type QuoteSignatureKind } from '#protocol/quotes/quoteSignature.ts'
import { translate, translateIn } from '../../language/translate.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import { isEvmAccount } from '../cases/parseQuote.ts'
import { getEvmRootChains, type Roots } from '../cases/roots.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'

/**
 * Decodes the quote from the JSON as received. Unknown fields are found by comparing the decoded
 * quote with the JSON.
 */
export function checkForm(received: unknown): { quote: Quote | undefined; checks: Check[] } {
  const read = Quote.safeParse(received)
  if (!read.success) {
    return { quote: undefined, checks: [checkThat('form', false, describeIssue(read.error))] }
  }
  return {
    quote: read.data,
    checks: [
      ...checkFields(read.data, received),
      ...read.data.originChainsOperations.flatMap((operation, index) =>
        checkBlank(operation, { number: index + 1, accounts: read.data.accounts }),
      ),
    ],
  }
}

/** Where a document has another form than the interface, in the words of the schema. */
export function describeIssue({
  issues: [issue],
}: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): string {
  const place = issue?.path.map(String).join('.') ?? ''
  const reason = issue?.message ?? ''
  return place === ''
    ? translate('It can’t be read: {reason}', { reason })
    : translate('{place} can’t be read: {reason}', { place, reason })
}

/** Checks the quote's signature with the pinned key; without a pinned key it is a mismatch. */
export function checkQuoteSignature(
  quote: Quote,
  { received, roots }: Pick<ParsedQuote, 'received' | 'roots'>,
) {
  return checkDocumentSignature(received, {
    kind: 'quote',
    signature: quote.tamperProofSignature,
    roots,
  })
}

/** Checks the signature of a document as received, for its kind, with the pinned key. */
export function checkDocumentSignature(
  document: unknown,
  signed: { kind: QuoteSignatureKind; signature: Hex; roots: Roots },
): Check[] {
  const { kind, signature, roots } = signed
  const { quoteSigner, network } = roots
  if (quoteSigner === undefined || typeof document !== 'object' || document === null)
    return [checkThat('seal', false, translate('No service key is pinned for this network.'))]
  const isMet =
    signature === signature.toLowerCase() &&
    verifyQuoteSignature(document, { kind, network, signature, quoteSigner })
  const key = `${quoteSigner.slice(0, 10)}\u2026${quoteSigner.slice(-6)}`
  const evidence = isMet
    ? translate('Signed by the pinned key {key}', { key })
    : translate('Not signed by the pinned key {key}', { key })
  return [checkThat('seal', isMet, evidence)]
}

/** Checks that the accounts are the requested ones and each address is derived from its keys. */
export function checkAccounts(
  accounts: readonly Account[],
  { asked, roots }: { asked: readonly Account[]; roots: Roots },
): Check[] {
  const [chain] = getEvmRootChains(roots)
  return [
    checkSame('accounts', translate('Number of accounts'), {
      actual: accounts.length,
      expected: asked.length,
    }),
    ...accounts.map((account, index) =>
      checkAccount(account, { asked: asked[index], names: roots.names }),
    ),
    ...accounts.flatMap((account) => {
      if (!isEvmAccount(account) || !chain) return []
      const keys = getAccountKeys(account)
      const expected = keys ? predictAccount(keys, chain.contracts) : getSigner(account)
      const address = account.accountAddress
      const isMet = isSameAddress(address, expected)
      const evidence = isMet
        ? translate('{address} matches its keys', { address })
        : translate('{address} does not match its keys', { address })
      return [checkThat('accounts', isMet, evidence)]
    }),
  ]
}

/** The address of an EIP-7702 account is its key's. */
function getSigner(account: EvmAccount): string {
  return 'signerAddress' in account ? account.signerAddress : ''
}

/** Checks that the JSON has no fields beyond the decoded ones. */
export function checkFields(read: object, received: unknown): Check[] {
  const text = toCanonical(received)
  const isMet = text !== undefined && text === toCanonical(read)
  return [
    checkThat(
      'form',
      isMet,
      isMet
        ? translate('Every field is known')
        : translate('A field is not part of the API schema'),
    ),
  ]
}

/**
 * Hex length of the sponsor's validity (12 bytes) and signature (65 bytes).
 * Source: OpenZeppelin `PaymasterSigner`.
 */
const sponsorDataLength = 2 + 2 * 77

/**
 * Checks that the fields the client fills in are empty. The sponsor's signature may be present for
 * account types whose owner can also sign the operation's hash; the signature made here does not
 * cover it. Source: wire, "What is signed".
 */
export function checkBlank(
  operation: ChainOperation,
  { number, accounts }: { number: number; accounts: readonly Account[] },
): Check[] {
  if (!isEvmOperation(operation)) {
    const { signature = '' } = operation
    const isBlank = signature === '' || signature === '0x'
    return [
      checkThat(
        'form',
        isBlank,
        isBlank
          ? translate('The signature of operation {number} is empty', { number })
          : translate('The signature of operation {number} is not empty', { number }),
      ),
    ]
  }
  const { signature, paymasterData, sender } = operation.userOp
  const account = accounts.find(({ accountAddress }) => isSameAddress(accountAddress, sender))
  const isFinal =
    account !== undefined &&
    getAccountKind(account) !== 'roleBased' &&
    paymasterData.length === sponsorDataLength
  return [
    checkSame('form', translate('Signature of operation {number}', { number }), {
      actual: signature,
      expected: '0x',
      describe: describeEmpty,
    }),
    isFinal
      ? checkThat('form', true, translate('The sponsor has signed operation {number}', { number }))
      : checkSame('form', translate('Sponsor data of operation {number}', { number }), {
          actual: paymasterData,
          expected: '0x',
          describe: describeEmpty,
        }),
    ...(operation.delegation?.signature
      ? [
          checkThat(
            'form',
            false,
            translate('The authorization of operation {number} is already signed', { number }),
          ),
        ]
      : []),
  ]
}

function describeEmpty(bytes: string): string {
  return bytes === '0x' ? translateIn('a field', 'empty') : bytes
}

function checkAccount(
  account: Account,
  { asked, names }: { asked: Account | undefined; names: Names },
): Check {
  const isMet =
    asked !== undefined &&
    getAccountKind(account) === getAccountKind(asked) &&
    account.type === (asked.type ?? names.accountTypes[getAccountKind(asked)]) &&
    toKeyText(account) === toKeyText(asked)
  const address = account.accountAddress
  const evidence = isMet
    ? translate('{address} is the account you chose', { address })
    : translate('{address} is not the account you chose', { address })
  return checkThat('accounts', isMet, evidence)
}

/** The keys of an account as text, for comparison; EVM addresses in lower case. */
function toKeyText(account: Account): string {
  const { type: _, ...keys } = account
  const text = canonicalizeJson(keys)
  return isEvmAccount(account) ? text.toLowerCase() : text
}

function toCanonical(document: unknown): string | undefined {
  try {
    return canonicalizeJson(document)
  } catch {
    // Not I-JSON, so no signature covers it and it equals nothing.
    return undefined
  }
}
