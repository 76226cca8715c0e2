import { Address } from '#dashboard/components/status/Address.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import type { EvmOperationFacts } from '#dashboard/review/verifyQuote.ts'

/**
 * The EIP-7702 authorization for an account's first operation on a chain: the delegated code, the
 * chain and the nonce. Nothing for other operations.
 */
export function AuthorizationFacts(props: AuthorizationFacts.Props) {
  const { operation } = props
  const { delegation, chain, userOp } = operation
  if (!delegation) return null
  return (
    <section aria-label="EIP-7702 authorization" className="mt-4 border-t border-line pt-4">
      <Note tone="channel" title="You also sign an authorization, for this chain once">
        It lets Estuary's contract run at your own address{' '}
        <Address value={userOp.sender} canCopy={false} />, which makes the address a smart account
        on {chain.name}. Your key stays its owner, and keeps every right it has. Your wallet asks
        for it by itself. It holds until you give another.
      </Note>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3">
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">Delegate contract</dt>
          <dd className="mt-0.5">
            <Address value={delegation.contractAddress} label="delegate" />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">Good on</dt>
          <dd className="num mt-0.5">
            {chain.name} only, chain {chain.chainNumber}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">Account nonce</dt>
          <dd className="num mt-0.5">{delegation.nonce}</dd>
        </div>
      </dl>
    </section>
  )
}

export declare namespace AuthorizationFacts {
  type Props = { operation: EvmOperationFacts }
}
