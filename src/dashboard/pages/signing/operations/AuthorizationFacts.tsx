import { Address } from '#dashboard/components/status/Address.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import type { EvmOperationFacts } from '#dashboard/review/verifyQuote.ts'

import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'

/**
 * The EIP-7702 authorization for an account's first operation on a chain: the delegated code, the
 * chain and the nonce. Nothing for other operations.
 */
export function AuthorizationFacts(props: AuthorizationFacts.Props) {
  const { operation } = props
  const { delegation, chain, userOp } = operation
  if (!delegation) return null
  return (
    <section
      aria-label={translate('EIP-7702 authorization')}
      className="mt-4 border-t border-line pt-4"
    >
      <Note
        tone="channel"
        title={translate('You also sign a one-time authorization for this chain')}
      >
        {translateRich(
          'It lets Estuary’s contract run at your own address {address}, making it a smart account on {name}. Your key stays the owner and keeps all its rights. Your wallet asks for it separately. It stays in effect until you sign another.',
          { address: <Address value={userOp.sender} canCopy={false} />, name: chain.name },
        )}
      </Note>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3">
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">{translate('Delegate contract')}</dt>
          <dd className="mt-0.5">
            <Address value={delegation.contractAddress} label={translate('delegate')} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">{translate('Valid on')}</dt>
          <dd className="num mt-0.5">
            {translate('{name} only, chain {chainNumber}', {
              name: chain.name,
              chainNumber: chain.chainNumber,
            })}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-ink-3">{translate('Account nonce')}</dt>
          <dd className="num mt-0.5">{delegation.nonce}</dd>
        </div>
      </dl>
    </section>
  )
}

export declare namespace AuthorizationFacts {
  type Props = { operation: EvmOperationFacts }
}
