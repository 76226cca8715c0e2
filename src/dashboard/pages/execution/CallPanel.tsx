import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { useManyContractFacts } from '#dashboard/api/chains/contractFacts.ts'
import { decodeKnownCall } from '#dashboard/review/cases/decodeKnownCall.ts'
import { findRootChain } from '#dashboard/review/cases/roots.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { ChainId } from '#protocol/ids/caip.ts'
import { Address } from '../../components/status/Address.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { describeEffect } from '../signing/operations/decoding/describeEffect.ts'
import { formatFieldValue } from '../signing/operations/decoding/findAmountToken.ts'
import { useRoots } from '../chains/useInstallation.ts'
import type { CallView, ShownCall } from './view/callView.ts'
import type { ExecutionView } from './view/executionView.ts'

/** The calls of an execution with their values, and what is lent for them. */
export function CallPanel(props: CallPanel.Props) {
  const { call, view } = props
  const { calls, chain } = call
  const title = view.isDelivered ? translate('Calls made') : translate('Calls to make')
  const chainId = ChainId.safeParse(chain.chain)
  const contracts = useManyContractFacts(
    useNetwork(),
    chainId.success ? calls.map(({ to }) => ({ chainId: chainId.data, address: to })) : [],
  )
  return (
    <section className="panel mt-8 p-5 md:p-6" aria-labelledby="called">
      <h2 id="called" className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-ink-2">
        <Lent call={call} isDelivered={view.isDelivered} />
      </p>
      {calls.length === 0 ? (
        <p className="mt-3 text-sm text-ink-3">
          {view.hasFailed
            ? translate(
                'It never reached the chain and wasn’t made in this browser, so its calls are unknown here.',
              )
            : translate('Its calls appear here once it has run on {chain}.', {
                chain: chain.name,
              })}
        </p>
      ) : (
        <ol className="rule mt-2" aria-label={title}>
          {calls.map((one, index) => (
            <Called key={index} call={one} index={index} of={call} facts={contracts[index]} />
          ))}
        </ol>
      )}
    </section>
  )
}

export declare namespace CallPanel {
  type Props = { call: CallView; view: ExecutionView }
}

function Lent({ call, isDelivered }: { call: CallView; isDelivered: boolean }) {
  const formats = useFormats()
  const { lent, isFunded } = call
  const chain = call.chain.name
  if (!isFunded) return translate('On {chain}, from your account’s balance there.', { chain })
  if (lent.length === 0)
    return translate('On {chain}, with tokens paid for by your deposits.', { chain })
  const amounts = joinNames(lent.map((amount) => formats.asset(amount)))
  return isDelivered
    ? translate('On {chain}, with {amounts} advanced by the solver and repaid by your deposits.', {
        chain,
        amounts,
      })
    : translate(
        'On {chain}, with {amounts} that the solver will advance, repaid by your deposits.',
        {
          chain,
          amounts,
        },
      )
}

function Called(props: {
  call: ShownCall
  index: number
  of: CallView
  facts: ContractFacts | undefined
}) {
  const { call, index, of, facts } = props
  const { name, to, value, values } = call
  const formats = useFormats()
  const words = useWords(props)
  const isSend = name === undefined && values.length === 0
  const what = <strong className={words === undefined ? '' : 'font-normal'} />
  const word = <span className="text-ink-2" />
  return (
    <li className="flex gap-3 py-3">
      <span className="num w-5 shrink-0 text-right text-ink-3">{index + 1}</span>
      <div className="min-w-0 flex-1">
        {words !== undefined && <p className="font-semibold">{words}</p>}
        <div
          className={`flex flex-wrap items-center gap-x-1.5 ${words === undefined ? '' : 'text-sm text-ink-2'}`}
        >
          {isSend
            ? translateRich('<what>Send</what> <word>to</word> {address}', {
                what,
                word,
                address: <Address value={to} />,
              })
            : translateRich('<what>{name}</what> <word>on</word> {address}', {
                what,
                word,
                name: name ?? translate('Raw data'),
                address: <Address value={to} />,
              })}
          {value > 0n && (
            <span className="num text-ink-2">
              {translate('with {amount}', {
                amount: `${formats.amount(value, { decimals: 18 })} ${of.coin}`,
              })}
            </span>
          )}
        </div>
        {values.length > 0 && (
          <dl className="mt-1.5 rounded-md bg-sunken px-3 py-2">
            {values.map((one, at) => (
              <div
                key={at}
                className="grid gap-x-4 py-0.5 text-sm sm:grid-cols-[96px_minmax(0,1fr)]"
              >
                <dt className="truncate text-ink-2">{one.name}</dt>
                <dd className="mono max-h-40 overflow-y-auto break-all">
                  {one.field
                    ? formatFieldValue(one.field, { value: one.value, facts, formats })
                    : one.value}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

/** Says what a call of a listed token or vault did; undefined for any other. */
function useWords(props: Parameters<typeof Called>[0]): string | undefined {
  const { call, of, facts } = props
  const formats = useFormats()
  const roots = useRoots()
  const chainId = ChainId.safeParse(of.chain.chain)
  const chain = chainId.success ? findRootChain(roots, chainId.data) : undefined
  if (chain?.kind !== 'evm') return undefined
  const known = decodeKnownCall(call, { roots, chain })
  return (
    known &&
    describeEffect(known.effect, { formats, account: of.account, shares: facts?.token }).text
  )
}
