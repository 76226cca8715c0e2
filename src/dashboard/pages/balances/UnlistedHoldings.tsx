import { useMemo } from 'react'
import { Link } from 'wouter'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { useUnlistedUnits } from '../../api/balances/unlistedBalances.ts'
import {
  findUnlistedTypes,
  type UnlistedName,
  useUnlistedNames,
} from '../../api/chains/unlistedTokens.ts'
import { AmountText } from '../../components/amounts/AmountText.tsx'
import { buildUnknownChain } from '../../components/flow/chainIdentity.ts'
import { Coin } from '../../components/flow/Coin.tsx'
import { UnlistedMark } from '../../components/status/UnlistedMark.tsx'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { readSignedAmounts } from '../signing/storage/signedQuotes.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'

/**
 * Tokens on no list that the accounts hold, as far as this browser knows of them: those that it signed
 * to receive. They are in no sum.
 */
export function UnlistedHoldings(props: UnlistedHoldings.Props) {
  const { onlyChain } = props
  const network = useNetwork()
  const { accounts } = useAccount()
  const assetTypes = useMemo(
    () =>
      findUnlistedTypes(
        network,
        [...readSignedAmounts().values()].map(({ destinationToken }) => destinationToken.assetType),
      ),
    [network],
  )
  const names = useUnlistedNames(network, assetTypes)
  const units = useUnlistedUnits(accounts, network, assetTypes)
  const held = names
    .map((token) => ({ token, units: sumUnits(token, { units, accounts }) }))
    .filter((one) => one.units > 0n)
    .filter(({ token }) => onlyChain === undefined || token.assetType.startsWith(`${onlyChain}/`))
  if (held.length === 0) return null
  return (
    <section aria-labelledby="unlisted" className="mt-10">
      <h2 id="unlisted" className="text-lg font-semibold">
        {translate('Unlisted')}
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-sm text-ink-3">
        {translate(
          'Tokens you received from swaps in this browser. Their names come only from their own contracts, and no total includes them.',
        )}
      </p>
      <ul aria-labelledby="unlisted" className="border-b border-line">
        {held.map((one) => (
          <Row key={one.token.assetType} {...one} />
        ))}
      </ul>
    </section>
  )
}

export declare namespace UnlistedHoldings {
  type Props = {
    /** The chain that the page is narrowed to. */
    onlyChain: string | undefined
  }
}

function Row(props: { token: UnlistedName; units: bigint }) {
  const { token, units } = props
  const { assetType, symbol, name, decimals } = token
  const { chainId } = splitAssetType(assetType)
  const chain = useChainIdentities().get(chainId) ?? buildUnknownChain(chainId)
  return (
    <li
      aria-label={name}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3.5"
    >
      <Coin symbol={symbol} size={38} chain={chain} isUnlisted />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center">
          <span className="truncate font-semibold">{name}</span>
          <UnlistedMark />
        </div>
        <div className="truncate text-sm text-ink-3">
          {translate('{symbol} on {name}', { symbol, name: chain.name })}
        </div>
      </div>
      <div className="text-right">
        <AmountText units={units} decimals={decimals} symbol={symbol} />
        <div className="text-sm text-ink-3">{translate('Not in total')}</div>
      </div>
      <Link
        href={`/swap?from=${encodeURIComponent(assetType)}`}
        className="link reach text-sm"
        aria-label={translate('Swap {symbol}', { symbol })}
      >
        {translate('Swap')}
      </Link>
    </li>
  )
}

function sumUnits(
  { assetType }: UnlistedName,
  of: {
    units: ReturnType<typeof useUnlistedUnits>
    accounts: ReturnType<typeof useAccount>['accounts']
  },
): bigint {
  return of.accounts.reduce(
    (sum, { accountAddress }) =>
      sum + (of.units.get(toAddressKey(accountAddress))?.get(assetType) ?? 0n),
    0n,
  )
}
