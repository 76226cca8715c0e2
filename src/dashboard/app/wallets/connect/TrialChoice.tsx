import { FlaskConical } from 'lucide-react'

import { hasFaucet, useDiscovery } from '../../../api/service/discovery.ts'
import { translate } from '../../../language/translate.ts'
import { useTryItNow } from '../../../pages/useTryItNow.ts'
import { WalletChoiceRow } from './WalletChoiceRow.tsx'

/** On a devnet, the quickest wallet: what was typed on the page stays. */
export function TrialChoice(props: TrialChoice.Props) {
  const discovery = useDiscovery()
  const { step, error, start } = useTryItNow()
  if (!hasFaucet(discovery.data)) return null
  async function enter(): Promise<void> {
    if (await start()) props.onDone()
  }
  return (
    <WalletChoiceRow
      name={translate('Try it now')}
      detail={step ?? error ?? translate('A wallet in this browser, with test funds')}
      icon={FlaskConical}
      isBusy={step !== undefined}
      onChoose={() => void enter()}
    />
  )
}

export declare namespace TrialChoice {
  type Props = { onDone: () => void }
}
