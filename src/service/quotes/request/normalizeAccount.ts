import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { checksumAddress } from '#protocol/ids/caip.ts'
import type { Names } from '#protocol/accounts/names.ts'

/**
 * Creates the function that writes accounts as responses do: with the deployment's type name of
 * their kind and checksummed addresses.
 */
export function createAccountNormalizer(accountTypes: Names['accountTypes']) {
  return <account extends Account>(account: account): account & { type: string } => {
    const normalized = Object.entries(account).map(([field, value]) => [
      field,
      field.endsWith('Address') && isEvmText(value) ? checksumAddress(value) : value,
    ])
    return {
      ...account,
      ...Object.fromEntries(normalized),
      type: accountTypes[getAccountKind(account)],
    }
  }
}

function isEvmText(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
