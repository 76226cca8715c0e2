import type { Account } from '#protocol/accounts/account.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { type OperationFacts, getSourceAccount } from '#dashboard/review/verifyQuote.ts'
import type { KeySigner } from '#dashboard/wallets/accounts/signerForKey.ts'
import { translate } from '../../../language/translate.ts'
import type { Signing } from '../useSigning.ts'

/** An operation and its signer; undefined for an account that is not the user's. */
export type AssignedSigner = { operation: OperationFacts; signer: KeySigner | undefined }

/** Finds the signer of each operation: the key of the account that makes it. */
export function findOperationSigners(
  operations: readonly OperationFacts[],
  set: {
    accounts: readonly Pick<Account, 'accountAddress'>[]
    /** In the order of the accounts. */
    holders: readonly KeySigner[]
  },
): readonly AssignedSigner[] {
  return operations.map((operation) => {
    const at = set.accounts.findIndex(({ accountAddress }) =>
      isSameAddress(accountAddress, getSourceAccount(operation)),
    )
    return { operation, signer: set.holders[at] }
  })
}

/** Groups operations by signing key, in the order of the operations. */
export function groupSignersByKey(
  signers: readonly AssignedSigner[],
): readonly (readonly [AssignedSigner, ...AssignedSigner[]])[] {
  const groups = new Map<string, [AssignedSigner, ...AssignedSigner[]]>()
  for (const signer of signers) {
    const key = signer.signer?.key ?? ''
    const group = groups.get(key)
    if (group) group.push(signer)
    else groups.set(key, [signer])
  }
  return [...groups.values()]
}

/** Returns whether the signers should be listed: there are several, or one is not ready. */
export function isWorthListing(signers: readonly AssignedSigner[]): boolean {
  const keys = new Set(signers.map(({ signer }) => signer?.key))
  return keys.size > 1 || signers.some(({ signer }) => signer?.state !== 'ready')
}

/** Returns why these wallets cannot sign the operations at all; undefined if they can. */
export function findAuthorizationError(signers: readonly AssignedSigner[]): string | undefined {
  const stuck = signers.find(
    ({ operation, signer }) =>
      operation.kind === 'evm' &&
      operation.delegation !== undefined &&
      signer?.canAuthorize === false,
  )
  if (!stuck) return undefined
  const { chain } = stuck.operation
  const address = shortenAddress(getSourceAccount(stuck.operation))
  const wallet = stuck.signer?.wallet
  return wallet === undefined
    ? translate(
        '{address} isn’t a smart account on {chain} yet, and its wallet can’t sign the EIP-7702 authorization for it. Pay from a chain where it’s already delegated, choose another account type, or use the local wallet.',
        { address, chain: chain.name },
      )
    : translate(
        '{address} isn’t a smart account on {chain} yet, and {wallet} can’t sign the EIP-7702 authorization for it. Pay from a chain where it’s already delegated, choose another account type, or use the local wallet.',
        { address, chain: chain.name, wallet },
      )
}

/** Returns the name of the wallet that is being asked to sign. */
export function getAskedWallet(
  { phase }: Pick<Signing, 'phase'>,
  signers: readonly AssignedSigner[],
): string | undefined {
  if (phase.step !== 'asking') return undefined
  return signers.find(({ operation }) => operation.index === phase.index)?.signer?.wallet
}

/** Formats a key and its wallet. */
export function formatSigner(holder: KeySigner | undefined): string {
  if (!holder) return translate('an unknown key')
  const address = shortenAddress(holder.key)
  return holder.wallet === undefined
    ? translate('{address} in a wallet that isn’t connected', { address })
    : translate('{address} in {wallet}', { address, wallet: holder.wallet })
}
