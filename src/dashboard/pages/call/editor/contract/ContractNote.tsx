import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { Address } from '#dashboard/components/status/Address.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../../language/translate.ts'
import { translateRich } from '../../../../language/translateRich.ts'
import type { EditorProps } from '../fields/editorProps.ts'
import { findContractName } from './findContractName.ts'
import type { CallContract } from './useContract.ts'

/** What is known of the contract of a call: its name, whether it has code, whom it passes calls to. */
export function ContractNote(props: ContractNote.Props) {
  const { address, facts, isUnread, place, account } = props
  const network = useNetwork()
  if (!address) return null
  const listed = findContractName(address, { network, chainId: place.chain.chainId })
  const name =
    account !== undefined && isSameAddress(address, account) ? translate('Your account') : listed
  return (
    <div className="mt-1.5 flex flex-col gap-1 text-sm text-ink-2" aria-live="polite">
      {isUnread ? (
        <Line isCaution>
          {name === undefined
            ? translate('Couldn’t look up this contract: {chain} isn’t responding.', {
                chain: place.chain.name,
              })
            : translate('Couldn’t look up {name}: {chain} isn’t responding.', {
                name,
                chain: place.chain.name,
              })}
        </Line>
      ) : !facts ? (
        <span className="text-ink-3">
          {name ?? translate('Looking it up on {name}…', { name: place.chain.name })}
        </span>
      ) : facts.hasCode ? (
        <Line>{describe(props, name)}</Line>
      ) : (
        <Line isCaution>
          {translate(
            'There’s no contract at this address on {name}. A call would succeed but only send its value.',
            { name: place.chain.name },
          )}
        </Line>
      )}
      {facts?.implementation && (
        <span className="text-ink-3">
          {translateRich(
            'Proxy: its functions come from {address}, and its operator may be able to change them.',
            { address: <Address value={facts.implementation} /> },
          )}
        </span>
      )}
      <Suggestion {...props} />
    </div>
  )
}

export declare namespace ContractNote {
  type Props = EditorProps & CallContract
}

function Line({ children, isCaution }: { children: ReactNode; isCaution?: boolean }) {
  return (
    <span className="flex gap-1.5">
      <Icon
        of={isCaution ? TriangleAlert : CircleCheck}
        size={15}
        className={`mt-0.5 ${isCaution ? 'text-buff' : 'text-reed'}`}
      />
      <span>{children}</span>
    </span>
  )
}

/** The network's own name comes first; what a contract says of itself is told as such. */
function describe({ facts, recognized }: ContractNote.Props, name: string | undefined): string {
  const kind = recognized?.interfaceOf?.name
  const said = facts?.vaultAsset
    ? translate('vault for {symbol}', { symbol: facts.vaultAsset.symbol })
    : facts?.token
      ? facts.token.symbol
      : undefined
  if (name !== undefined) return kind === undefined ? `${name}.` : `${name}. ${kind}.`
  if (said !== undefined) return translate('Calls itself {said}, but is unlisted.', { said })
  return kind === undefined
    ? translate('Unlisted contract.')
    : translate('Matches the {kind} interface.', { kind })
}

/** Offers the functions that were found in the contract's code, while none is chosen. */
function Suggestion({ recognized, read, onChange }: ContractNote.Props) {
  const { draft } = read
  if (!recognized?.abi || recognized.interfaceOf || draft.data !== undefined || draft.fn !== '')
    return null
  const { abi, count, unknown } = recognized
  if (draft.abi === abi) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {unknown.length === 0
          ? translate(
              '{count, plural, one {One function in its code is recognized.} other {# functions in its code are recognized.}}',
              { count },
            )
          : translate(
              '{count, plural, one {One function in its code is recognized; {others} unknown.} other {# functions in its code are recognized; {others} unknown.}}',
              { count, others: String(unknown.length) },
            )}
      </span>
      <Button size="sm" variant="link" onClick={() => onChange({ ...draft, abi })}>
        {translate('{count, plural, one {Use it} other {Use these}}', { count })}
      </Button>
    </span>
  )
}
