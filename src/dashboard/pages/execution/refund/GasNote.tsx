import { Droplets } from 'lucide-react'

import type { ChainId } from '#protocol/ids/caip.ts'
import { useGasFaucet } from '#dashboard/api/service/faucet.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { GasShortage } from './refund.ts'

/** Says how much the user's key lacks for a chain's fee; on a devnet with the faucet. */
export function GasNote(props: GasNote.Props) {
  const { chainId, chainName, short } = props
  const { address } = short
  const network = useNetwork()
  const faucet = useGasFaucet(network)
  const formats = useFormats()
  const coin = getCoin(network, chainId)
  function format(units: bigint): string {
    return `${formats.amount(units, { decimals: coin.decimals })} ${coin.symbol}`
  }
  return (
    <div className="mt-3">
      <Note
        tone="buff"
        title={translate('Your key needs about {amount} on {chain} for the network fee', {
          amount: format(short.needed),
          chain: chainName,
        })}
        action={
          network.isDevnet && (
            <Button
              size="sm"
              icon={Droplets}
              waiting={faucet.isPending ? translate('Funding') : undefined}
              onClick={() => faucet.mutate({ owner: address, chainId })}
            >
              {translate('Get gas from the faucet')}
            </Button>
          )
        }
      >
        {translateRich('{address} has {amount} there.', {
          address: <Address value={address} />,
          amount: format(short.held),
        })}
        {short.kept !== undefined && (
          <>
            {' '}
            {translate('Of that, {amount} stays in it as the minimum balance there.', {
              amount: format(short.kept),
            })}
          </>
        )}
        {!network.isDevnet && (
          <> {translate('Send it some from any wallet. What’s not used stays there.')}</>
        )}
        {faucet.error && (
          <span role="alert" className="block text-flare">
            {translate('The faucet request failed: {message}', { message: faucet.error.message })}
          </span>
        )}
      </Note>
    </div>
  )
}

export declare namespace GasNote {
  type Props = { chainId: ChainId; chainName: string; short: GasShortage }
}

function getCoin(network: ReturnType<typeof useNetwork>, chainId: ChainId) {
  const asset = network.chains.find((chain) => chain.chainId === chainId)?.nativeAsset
  const member = network.aggregates
    .flatMap(({ members }) => members)
    .find(({ assetType }) => assetType === asset)
  return member ?? { symbol: translate('coins'), decimals: 18 }
}
