import { getAccountKeys, predictAccount } from '#chains/evm/account/predictAccount.ts'
import { type Account, getAccountKind, type EvmAccount } from '#protocol/accounts/account.ts'
import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Names } from '#protocol/accounts/names.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { verifyQuoteSignature, type QuoteSignatureKind } from '#protocol/quotes/quoteSignature.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import { isEvmAccount } from '../cases/parseQuote.ts'
import { getEvmRootChains, type Roots } from '../cases/roots.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'

/**
 * Reads the quote from the JSON as received. A field that the interface does not name is found by
 * comparison of what was read with what was received.
 */
export function checkForm(received: unknown): { quote: Quote | undefined; checks: Check[] } {
  const read = Quote.safeParse(received)
  if (!read.success) {
    const [issue] = read.error.issues
    const place = issue?.path.map(String).join('.') ?? ''
    const evidence = `${place || 'The quote'}: ${issue?.message ?? 'it cannot be read'}`
    return { quote: undefined, checks: [checkThat('form', false, evidence)] }
  }
  return {
    quote: read.data,
    checks: [
      ...checkFields(read.data, received),
      ...read.data.originChainsOperations.flatMap((operation, index) =>
        checkBlank(operation, {
          what: `of operation ${index + 1}`,
          accounts: read.data.accounts,
        }),
      ),
    ],
  }
}

/** The quote's seal, by the pinned key: none pinned, or another one's, is a mismatch. */
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

/** The seal of a document as it was received, under its own kind, by the pinned key. */
export function checkDocumentSignature(
  document: unknown,
  sealed: { kind: QuoteSignatureKind; signature: Hex; roots: Roots },
): Check[] {
  const { kind, signature, roots } = sealed
  const { quoteSigner, network } = roots
  if (quoteSigner === undefined || typeof document !== 'object' || document === null)
    return [checkThat('seal', false, 'No service key is pinned for this network.')]
  const isMet =
    signature === signature.toLowerCase() &&
    verifyQuoteSignature(document, { kind, network, signature, quoteSigner })
  const key = `${quoteSigner.slice(0, 10)}\u2026${quoteSigner.slice(-6)}`
  const evidence = isMet
    ? `Signed by the pinned key ${key}`
    : `The seal is not one by the pinned key ${key}`
  return [checkThat('seal', isMet, evidence)]
}

/** The accounts are the asked ones, and each address is the one of its keys. */
export function checkAccounts(
  accounts: readonly Account[],
  { asked, roots }: { asked: readonly Account[]; roots: Roots },
): Check[] {
  const [chain] = getEvmRootChains(roots)
  return [
    checkSame('accounts', 'Number of accounts', {
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
      const isMet = isSameAddress(account.accountAddress, expected)
      const evidence = `${account.accountAddress} is ${isMet ? '' : 'not '}the address of its keys`
      return [checkThat('accounts', isMet, evidence)]
    }),
  ]
}

/** An EIP-7702 account is its own key. */
function getSigner(account: EvmAccount): string {
  return 'signerAddress' in account ? account.signerAddress : ''
}

/** Nothing stands in the JSON that was not read. */
export function checkFields(read: object, received: unknown): Check[] {
  const text = toCanonical(received)
  const isMet = text !== undefined && text === toCanonical(read)
  return [
    checkThat(
      'form',
      isMet,
      isMet ? 'Every field is known' : 'A field is not part of the interface',
    ),
  ]
}

/** Validity (12 bytes) and signature (65) of the sponsor. Source: OpenZeppelin `PaymasterSigner`. */
const sponsorDataLength = 2 + 2 * 77

/**
 * What the client fills in must be empty. The sponsor's word stands in operations of the kinds whose
 * owner may sign the operation's hash instead: what is signed here does not cover it.
 * Source: wire, "What is signed".
 */
export function checkBlank(
  operation: ChainOperation,
  { what, accounts }: { what: string; accounts: readonly Account[] },
): Check[] {
  if (!isEvmOperation(operation)) {
    const { signature = '' } = operation
    const isBlank = signature === '' || signature === '0x'
    return [checkThat('form', isBlank, `The signature ${what} is ${isBlank ? '' : 'not '}empty`)]
  }
  const { signature, paymasterData, sender } = operation.userOp
  const account = accounts.find(({ accountAddress }) => isSameAddress(accountAddress, sender))
  const isFinal =
    account !== undefined &&
    getAccountKind(account) !== 'roleBased' &&
    paymasterData.length === sponsorDataLength
  return [
    checkSame('form', `Signature ${what}`, { actual: signature, expected: '0x' }),
    isFinal
      ? checkThat('form', true, `The sponsor's word stands ${what}`)
      : checkSame('form', `Sponsor data ${what}`, { actual: paymasterData, expected: '0x' }),
    ...(operation.delegation?.signature
      ? [checkThat('form', false, `An authorization is signed already ${what}`)]
      : []),
  ]
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
  const evidence = `${account.accountAddress} is ${isMet ? '' : 'not '}the account you chose`
  return checkThat('accounts', isMet, evidence)
}

/** The addresses of an account as one text, those of EVM whatever their case. */
function toKeyText(account: Account): string {
  const { type: _, ...keys } = account
  const text = canonicalizeJson(keys)
  return isEvmAccount(account) ? text.toLowerCase() : text
}

function toCanonical(document: unknown): string | undefined {
  try {
    return canonicalizeJson(document)
  } catch {
    // Not I-JSON: equal to nothing, and no seal covers it.
    return undefined
  }
}
