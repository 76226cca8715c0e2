import type { Account } from '#protocol/accounts/account.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortAddress } from '#dashboard/components/status/Address.tsx'
import { type OperationFacts, sourceOf } from '#dashboard/review/verifyQuote.ts'
import type { KeyHolder } from '#dashboard/wallets/accounts/keyHolder.ts'
import type { Signing } from '../useSigning.ts'

/** An operation and who signs it; nobody known for an account outside of the set. */
export type OperationSigner = { operation: OperationFacts; holder: KeyHolder | undefined }

/** Finds who signs each operation: the key of the account that makes it. */
export function operationSigners(
  operations: readonly OperationFacts[],
  set: {
    accounts: readonly Pick<Account, 'accountAddress'>[]
    /** Of the accounts, in their order. */
    holders: readonly KeyHolder[]
  },
): readonly OperationSigner[] {
  return operations.map((operation) => {
    const at = set.accounts.findIndex(({ accountAddress }) =>
      isSameAddress(accountAddress, sourceOf(operation)),
    )
    return { operation, holder: set.holders[at] }
  })
}

/** The same by key, in the order of the operations: what one wallet is asked for in a row. */
export function signersByKey(
  signers: readonly OperationSigner[],
): readonly (readonly [OperationSigner, ...OperationSigner[]])[] {
  const groups = new Map<string, [OperationSigner, ...OperationSigner[]]>()
  for (const signer of signers) {
    const key = signer.holder?.key ?? ''
    const group = groups.get(key)
    if (group) group.push(signer)
    else groups.set(key, [signer])
  }
  return [...groups.values()]
}

/** Whether a page has to say who signs: several keys do, or one cannot right now. */
export function isWorthTelling(signers: readonly OperationSigner[]): boolean {
  const keys = new Set(signers.map(({ holder }) => holder?.key))
  return keys.size > 1 || signers.some(({ holder }) => holder?.state !== 'ready')
}

/** Why the operations cannot be signed with these wallets, whatever is done next in them. */
export function authorizationFault(signers: readonly OperationSigner[]): string | undefined {
  const stuck = signers.find(
    ({ operation, holder }) =>
      operation.kind === 'evm' &&
      operation.delegation !== undefined &&
      holder?.canAuthorize === false,
  )
  if (!stuck) return undefined
  const { chain } = stuck.operation
  return `${shortAddress(sourceOf(stuck.operation))} is not a smart account on ${chain.name} yet, and ${stuck.holder?.wallet ?? 'its wallet'} cannot sign the EIP-7702 authorization for it. Pay from a chain where it is delegated already, choose another kind of account, or use the wallet in this browser.`
}

/** The wallet of the operation that is being signed. */
export function walletAsked(
  { phase }: Pick<Signing, 'phase'>,
  signers: readonly OperationSigner[],
): string | undefined {
  if (phase.step !== 'asking') return undefined
  return signers.find(({ operation }) => operation.index === phase.index)?.holder?.wallet
}

/** A wallet and its key in words. */
export function holderText(holder: KeyHolder | undefined): string {
  if (!holder) return 'nobody known here'
  return `${shortAddress(holder.key)} in ${holder.wallet ?? 'a wallet that is not connected'}`
}
