import { Droplets } from 'lucide-react'

import type { ChainId } from '#protocol/ids/caip.ts'
import { useGasFaucet } from '#dashboard/api/service/faucet.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import type { GasShortage } from './refund.ts'

/** Says how much the user's key lacks for a chain's fee; on a devnet with the faucet. */
export function GasNote(props: GasNote.Props) {
  const { chainId, chainName, short } = props
  const { address } = short
  const network = useNetwork()
  const faucet = useGasFaucet(network)
  const formats = useFormats()
  const coin = getCoin(network, chainId)
  const [needed, held, kept] = [short.needed, short.held, short.kept ?? 0n].map((units) =>
    formats.amount(units, { decimals: coin.decimals, detail: 'quote' }),
  )
  return (
    <div className="mt-3">
      <Note
        tone="buff"
        title={`Your key needs about ${needed} ${coin.symbol} on ${chainName} for the fee`}
        action={
          network.isDevnet && (
            <Button
              size="sm"
              icon={Droplets}
              waiting={faucet.isPending ? 'Funding' : undefined}
              onClick={() => faucet.mutate({ owner: address, chainId })}
            >
              Get gas from the faucet
            </Button>
          )
        }
      >
        <Address value={address} /> holds {held} {coin.symbol} there.{' '}
        {short.kept !== undefined &&
          `Of what it needs, ${kept} ${coin.symbol} stay in it: no account there may hold less. `}
        {network.isDevnet ? '' : `Send it some from any wallet; what is not used stays there.`}
        {faucet.error && (
          <span role="alert" className="block text-flare">
            The faucet gave nothing: {faucet.error.message}
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
  return member ?? { symbol: 'of its coin', decimals: 18 }
}
