import { useFormats } from '../../../components/amounts/Formats.tsx'
import { Skeleton } from '../../../components/status/Skeleton.tsx'
import { translate } from '../../../language/translate.ts'
import type { AccountWorth } from './accountWorth.ts'

/** What an account is worth, in the user's currency. */
export function AccountBalance(props: AccountBalance.Props) {
  const { worth } = props
  const formats = useFormats()
  if (worth === 'loading')
    return (
      <>
        <span className="sr-only">{translate('Loading balance')}</span>
        <Skeleton width={72} />
      </>
    )
  if (worth === 'unknown') return <span className="text-buff">{translate('Unknown')}</span>
  const amount = formats.usd(worth.valueUsd)
  return (
    <span className="num font-semibold">
      {worth.isPartial ? translate('At least {amount}', { amount }) : amount}
    </span>
  )
}

export declare namespace AccountBalance {
  type Props = { worth: AccountWorth }
}
