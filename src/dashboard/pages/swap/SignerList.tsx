import { shortAddress } from '../../components/Address.tsx'
import { Button } from '../../components/Button.tsx'
import { ChainGlyph } from '../../components/ChainGlyph.tsx'
import { type ChainIdentity, unknownChain } from '../../components/chainIdentity.ts'
import { useFormats } from '../../components/Formats.tsx'
import { HolderChip } from '../../components/HolderChip.tsx'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { holderText, type OperationSigner } from './operationSigners.ts'

/** Which account pays which part, who signs for it with which wallet, and what its wallet needs. */
export function SignerList(props: SignerList.Props) {
  const { signers, chains } = props
  const formats = useFormats()
  const isAnyAbsent = signers.some(({ holder }) => holder?.state === 'absent')
  return (
    <section className="panel p-5 md:p-6" aria-labelledby="signers">
      <h2 id="signers" className="text-lg font-semibold">
        Who signs
      </h2>
      <ol className="rule mt-2">
        {signers.map(({ operation, holder }) => {
          const { chainId } = operation.chain
          const chain = chains.get(chainId) ?? unknownChain(chainId)
          const { decimals, symbol } = operation.asset
          const units = operation.amount + operation.fee
          return (
            <li key={operation.index} className="flex gap-3 py-3 text-sm">
              <ChainGlyph chain={chain} />
              <div className="min-w-0 flex-1">
                <div className="num font-medium">
                  {formats.amount(units, { decimals, detail: 'quote' })} {symbol} on {chain.name}
                </div>
                <div className="text-ink-2">
                  from{' '}
                  <span className="mono" title={operation.userOp.sender}>
                    {shortAddress(operation.userOp.sender)}
                  </span>
                  , signed by {holderText(holder)}
                </div>
                {holder && (
                  <div className="mt-1.5">
                    <HolderChip holder={holder} />
                  </div>
                )}
                {holder?.state === 'elsewhere' && (
                  <p className="mt-1.5 text-ink-2">
                    Choose the account {shortAddress(holder.key)} in {holder.wallet} when this one
                    is next.
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {isAnyAbsent && (
        <Button className="mt-3" onClick={() => openWalletDialog('add')}>
          Connect the missing wallet
        </Button>
      )}
    </section>
  )
}

export declare namespace SignerList {
  type Props = {
    signers: readonly OperationSigner[]
    chains: ReadonlyMap<string, ChainIdentity>
  }
}
