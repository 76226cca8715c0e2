import { type AccountAddress, isSameAddress } from '#protocol/caip.ts'
import { useHistory } from '../../api/history.ts'

/** Who received lately from the first of these accounts, but for themselves; five at most. */
export function useRecentRecipients(own: readonly AccountAddress[]): readonly string[] {
  const history = useHistory(own[0], 'createdAt')
  const addresses = history.data?.pages
    .flatMap(({ transactions }) => transactions)
    .map(({ recipientAccountId }) => recipientAccountId.split('/').at(-1) ?? '')
    .filter((address) => address !== '' && !own.some((mine) => isSameAddress(mine, address)))
  return [...new Set(addresses)].slice(0, 5)
}
