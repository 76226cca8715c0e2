import { Droplets } from 'lucide-react'

import { useGasFaucet } from '../../api/faucet.ts'
import { useGasMoney } from '../../api/gasMoney.ts'
import { Address } from '../../components/Address.tsx'
import { Button } from '../../components/Button.tsx'
import { useFormats } from '../../components/Formats.tsx'
import { Note } from '../../components/Note.tsx'
import { useOwner } from '../../wallets/useOwner.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import type { HeldDeposit } from './executionView.ts'

/** That the own key cannot pay a chain's fee: how much, of what, where; on a devnet the faucet. */
export function GasNote(props: GasNote.Props) {
  const { chainId, amount } = props.deposit
  const network = useNetwork()
  const { address } = useOwner()
  const gas = useGasMoney(network, { chainId, owner: address }).data
  const faucet = useGasFaucet(network)
  const formats = useFormats()
  if (!address || !gas) return null
  const coin = coinOf(network, chainId)
  const [needed, held] = [gas.neededWei, gas.heldWei].map((wei) =>
    formats.amount(wei, { decimals: coin.decimals, detail: 'quote' }),
  )
  return (
    <div className="mt-3">
      <Note
        tone="buff"
        title={`Your key needs about ${needed} ${coin.symbol} on ${amount.chain.name} for the fee`}
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
  type Props = { deposit: HeldDeposit }
}

function coinOf(network: ReturnType<typeof useNetwork>, chainId: HeldDeposit['chainId']) {
  const asset = network.chains.find((chain) => chain.chainId === chainId)?.nativeAsset
  const member = network.aggregates
    .flatMap(({ members }) => members)
    .find(({ assetType }) => assetType === asset)
  return member ?? { symbol: 'of its coin', decimals: 18 }
}
