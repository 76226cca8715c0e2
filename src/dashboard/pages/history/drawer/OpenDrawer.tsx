import { Hash } from '#protocol/ids/hex.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { getServiceUrl } from '../../../api/chains/serviceUrl.ts'
import { useDiscovery } from '../../../api/service/discovery.ts'
import { useExecutionRecord } from '../../../api/service/execution.ts'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { useNow } from '../../../components/status/useNow.ts'
import { translate } from '../../../language/translate.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { getExplorers } from '../../links/explorers.ts'
import type { SentCall } from '../../signing/storage/signedQuotes.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import type { RowNames } from '../rows/historyRow.ts'

/** The drawer of an execution in the list, or of one that a link names. */
export function OpenDrawer(props: OpenDrawer.Props) {
  const { quoteId, records, names, sent, onOpen, onClose } = props
  const network = useNetwork()
  const discovery = useDiscovery().data
  const now = useNow(30_000)
  const place = records.findIndex((record) => record.quoteId === quoteId)
  const [user] = useAccount().accounts
  const id = Hash.safeParse(quoteId).data
  const found = useExecutionRecord(place === -1 ? id : undefined, user?.accountAddress)
  const record = records[place] ?? found.data
  if (!record)
    return (
      <Dialog isOpen title={translate('Execution')} form="drawer" onClose={onClose}>
        <p className="text-ink-2">
          {found.isLoading
            ? translate('Loading')
            : translate('None of your accounts has an execution with this ID.')}
        </p>
      </Dialog>
    )
  function move(by: number): (() => void) | undefined {
    const next = place === -1 ? undefined : records[place + by]
    return next && (() => onOpen(next.quoteId))
  }
  return (
    <HistoryDrawer
      record={record}
      names={names}
      sent={sent.get(record.quoteId)}
      explorers={getExplorers(network, getServiceUrl(), discovery)}
      nowMs={now}
      onClose={onClose}
      onMove={{ newer: move(-1), older: move(1) }}
    />
  )
}

export declare namespace OpenDrawer {
  type Props = {
    quoteId: string
    records: readonly HistoryRecord[]
    names: RowNames
    sent: ReadonlyMap<string, SentCall>
    onOpen: (quoteId: string) => void
    onClose: () => void
  }
}
