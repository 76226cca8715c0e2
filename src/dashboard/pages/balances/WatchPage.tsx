import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress } from '#protocol/ids/caip.ts'
import { Address } from '../../components/status/Address.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { WatchedAddressContext } from '../../wallets/accounts/shownAccounts.ts'
import { useAddressNames } from '../quoting/recipient/useAddressNames.ts'
import { usePageTitle } from '../usePageTitle.ts'
import { keepViewed } from './viewedAddresses.ts'
import { WatchForm } from './WatchForm.tsx'
import { WatchedActivity } from './WatchedActivity.tsx'
import { lazyComponent } from '../../components/lazyComponent.tsx'

/** The page of balances, in a file of its own: the app asks for it by its address too. */
const BalancesPage = lazyComponent(async () => (await import('./BalancesPage.tsx')).BalancesPage)

/** The balances of any address, only to look at: nothing on this page signs or spends. */
export function WatchPage(props: WatchPage.Props) {
  const address = AccountAddress.safeParse(props.address)
  const names = useAddressNames()
  const kept: unknown = useHistoryState()
  usePageTitle(translate('View an address'))
  const shown = address.data
  const found = readWatchedName(kept)
  useEffect(() => {
    if (shown !== undefined) keepViewed({ address: shown, name: found })
  }, [shown, found])
  if (shown === undefined) return <WatchForm start={props.address} />
  const name = names.get(toAddressKey(shown)) ?? found
  return (
    <WatchedAddressContext value={shown}>
      <div className="mb-9">
        <Note
          tone="channel"
          icon={Eye}
          title={
            name === undefined ? translate('Watch-only') : translate('Watch-only: {name}', { name })
          }
          action={
            <>
              <Link href="/watch" className="btn btn-quiet btn-sm">
                {translate('View another')}
              </Link>
              <Link href="/" className="btn btn-secondary btn-sm">
                {translate('Back to my balances')}
              </Link>
            </>
          }
        >
          {translateRich('This is what {address} holds. You can’t spend or sign here.', {
            address: <Address value={shown} />,
          })}
        </Note>
      </div>
      <BalancesPage />
      <WatchedActivity key={shown} address={shown} />
    </WatchedAddressContext>
  )
}

/** The name that this address was found by, kept in the entry of the browser's history. */
function readWatchedName(kept: unknown): string | undefined {
  const { watchedName }: Record<string, unknown> = Object(kept)
  return typeof watchedName === 'string' ? watchedName : undefined
}

export declare namespace WatchPage {
  type Props = {
    /** As it stands in the page's address. */
    address: string | undefined
  }
}
