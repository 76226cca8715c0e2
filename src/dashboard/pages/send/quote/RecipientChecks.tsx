import type { EvmAddress } from '#protocol/ids/caip.ts'
import { useAccountCodes } from '#dashboard/api/chains/accountCodes.ts'
import { CheckRow } from '#dashboard/components/status/CheckRow.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { isEvmAddress } from '../../quoting/recipient/readRecipient.ts'
import {
  checkAcquaintance,
  checkCode,
  checkExchange,
  checkSpelling,
  type RecipientCheck,
} from '../state/recipientChecks.ts'
import type { SendForm } from '../state/sendForm.ts'
import type { SendModel } from '../state/useSend.ts'

/** What is known of the recipient, one sentence each; empty until there is one. */
export function RecipientChecks(props: RecipientChecks.Props) {
  const { form, known } = props.send
  const { recipient, arrival } = form
  if (recipient.kind !== 'valid') return null
  const { address } = recipient
  const acquaintance = checkAcquaintance(recipient, known)
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-labelledby="recipient-checks">
      <h2 id="recipient-checks" className="text-lg font-semibold">
        {translate('Recipient checks')}
      </h2>
      <ul className="rule mt-2">
        <Row check={acquaintance} />
        {arrival && <Row check={checkSpelling(address, arrival)} />}
        {arrival && isEvmAddress(address) && (
          <CodeRow address={address} isOwn={recipient.isOwn} arrival={arrival} send={props.send} />
        )}
        {arrival && acquaintance.state === 'caution' && <Row check={checkExchange(arrival)} />}
      </ul>
    </section>
  )
}

export declare namespace RecipientChecks {
  type Props = { send: SendModel }
}

function CodeRow(props: {
  address: EvmAddress
  isOwn: boolean
  arrival: NonNullable<SendForm['arrival']>
  send: SendModel
}) {
  const { address, isOwn, arrival, send } = props
  const { data, isError } = useAccountCodes(useNetwork(), address)
  const { chains } = send
  return <Row check={checkCode(data, { arrival, isOwn, chains, hasFailed: isError })} />
}

function Row({ check: { state, claim, evidence } }: { check: RecipientCheck }) {
  return (
    <CheckRow state={state} claim={claim}>
      {evidence}
    </CheckRow>
  )
}
