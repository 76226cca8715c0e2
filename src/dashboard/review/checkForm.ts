import { accountKeys, predictAccount } from '#chains/evm/predictAccount.ts'
import { type Account, accountKind, defaultAccountTypes } from '#protocol/account.ts'
import { canonicalJson } from '#protocol/canonicalJson.ts'
import { isSameAddress } from '#protocol/caip.ts'
import { isEvmOperation } from '#protocol/operation.ts'
import { Quote } from '#protocol/quote.ts'
import { isSealed } from '#protocol/seal.ts'
import { type Check, checkSame, checkThat } from './check.ts'
import { type Case, type Evidence, isEvmAccount } from './readCase.ts'

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
    checks: [...checkFields(read.data, received), ...checkBlanks(read.data)],
  }
}

/** The seal, by the pinned key: none pinned, or another one's, is a mismatch. */
export function checkSeal(quote: Quote, { received, roots }: Evidence): Check[] {
  if (roots.quoteSigner === undefined || typeof received !== 'object' || received === null)
    return [checkThat('seal', false, 'No service key is pinned for this network.')]
  const signature = quote.tamperProofSignature
  const isMet =
    signature === signature.toLowerCase() &&
    isSealed(received, {
      kind: 'quote',
      network: roots.network,
      signature,
      quoteSigner: roots.quoteSigner,
    })
  const key = `${roots.quoteSigner.slice(0, 10)}\u2026${roots.quoteSigner.slice(-6)}`
  const evidence = isMet
    ? `Signed by the pinned key ${key}`
    : `The seal is not one by the pinned key ${key}`
  return [checkThat('seal', isMet, evidence)]
}

/** The accounts of the quote are the asked ones, and each address is the one of its keys. */
export function checkAccounts({ quote, request, roots }: Case): Check[] {
  const asked = request.from.accounts
  const listed = checkSame('accounts', 'Accounts in the quote', {
    actual: quote.accounts.length,
    expected: asked.length,
  })
  const [chain] = roots.chains
  return [
    listed,
    ...quote.accounts.map((account, index) => checkAccount(account, asked[index])),
    ...quote.accounts.flatMap((account) => {
      const keys = isEvmAccount(account) ? accountKeys(account) : undefined
      if (!keys || !chain) return []
      const isMet = isSameAddress(account.accountAddress, predictAccount(keys, chain.contracts))
      const evidence = `${account.accountAddress} is ${isMet ? '' : 'not '}the address of its keys`
      return [checkThat('accounts', isMet, evidence)]
    }),
  ]
}

function checkFields(quote: Quote, received: unknown): Check[] {
  const text = canonicalOf(received)
  const isMet = text !== undefined && text === canonicalOf(quote)
  return [
    checkThat(
      'form',
      isMet,
      isMet ? 'Every field is known' : 'A field is not part of the interface',
    ),
  ]
}

/** What the client fills in must be empty, and nothing may ask for an authorization. */
function checkBlanks(quote: Quote): Check[] {
  return quote.originChainsOperations.flatMap((operation, index) => {
    const what = `of operation ${index + 1}`
    if (!isEvmOperation(operation))
      return [checkThat('form', false, `The form ${what} is not supported`)]
    const { signature, paymasterData } = operation.userOp
    return [
      checkSame('form', `Signature ${what}`, { actual: signature, expected: '0x' }),
      checkSame('form', `Sponsor data ${what}`, { actual: paymasterData, expected: '0x' }),
      checkThat(
        'form',
        operation.delegation === undefined,
        operation.delegation ? `A delegation ${what}` : `No delegation ${what}`,
      ),
    ]
  })
}

function checkAccount(account: Account, asked: Account | undefined): Check {
  const isMet =
    asked !== undefined &&
    accountKind(account) === accountKind(asked) &&
    account.type === (asked.type ?? defaultAccountTypes[accountKind(asked)]) &&
    keysOf(account) === keysOf(asked)
  const evidence = `${account.accountAddress} is ${isMet ? '' : 'not '}the account you chose`
  return checkThat('accounts', isMet, evidence)
}

/** The addresses of an account as one text, whatever their case. */
function keysOf(account: Account): string {
  const { type: _, ...keys } = account
  return canonicalJson(keys).toLowerCase()
}

function canonicalOf(document: unknown): string | undefined {
  try {
    return canonicalJson(document)
  } catch {
    // Not I-JSON: equal to nothing, and no seal covers it.
    return undefined
  }
}
