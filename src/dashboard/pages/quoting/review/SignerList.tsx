import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { SignerChip } from '#dashboard/components/status/Chip.tsx'
import { type OperationFacts, getSourceAccount } from '#dashboard/review/verifyQuote.ts'
import { openWalletDialog } from '#dashboard/wallets/walletDialogs.ts'
import { translate } from '../../../language/translate.ts'
import {
  formatSigner,
  type AssignedSigner,
  groupSignersByKey,
} from '../../signing/operations/findOperationSigners.ts'

/** Which key signs for which account, in which wallet, and what that wallet needs first. */
export function SignerList(props: SignerList.Props) {
  const { signers, chains } = props
  const absent = signers.find(({ signer }) => signer?.state === 'absent')
  return (
    <section className="panel p-5 md:p-6" aria-labelledby="signers">
      <h2 id="signers" className="text-lg font-semibold">
        {translate('Signers')}
      </h2>
      <ul className="rule mt-1">
        {groupSignersByKey(signers).map((group) => {
          const [{ signer }] = group
          return (
            <li key={signer?.key ?? ''} className="py-3.5">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
                <span className="font-medium">{formatSigner(signer)}</span>
                {signer && <SignerChip holder={signer} />}
              </div>
              {signer?.state === 'elsewhere' && signer.wallet !== undefined && (
                <p className="mt-1 text-sm text-ink-2">
                  {translate('When it’s next, select the account {address} in {wallet}.', {
                    address: shortenAddress(signer.key),
                    wallet: signer.wallet,
                  })}
                </p>
              )}
              <ul className="mt-2 flex flex-col gap-2">
                {group.map(({ operation }) => (
                  <Leg
                    key={operation.index}
                    operation={operation}
                    chain={
                      chains.get(operation.chain.chainId) ??
                      buildUnknownChain(operation.chain.chainId)
                    }
                  />
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
      {absent && (
        <Button
          className="mt-1"
          onClick={() => openWalletDialog(absent.operation.kind === 'evm' ? 'add' : 'connect')}
        >
          {translate('Connect missing wallet')}
        </Button>
      )}
    </section>
  )
}

export declare namespace SignerList {
  type Props = {
    signers: readonly AssignedSigner[]
    chains: ReadonlyMap<string, ChainIdentity>
  }
}

function Leg(props: { operation: OperationFacts; chain: ChainIdentity }) {
  const { operation, chain } = props
  const formats = useFormats()
  const { decimals, symbol } = operation.asset
  const sender = getSourceAccount(operation)
  const amount = formats.asset({ units: operation.amount + operation.fee, decimals, symbol })
  return (
    <li className="flex items-center gap-2.5 text-sm">
      <ChainGlyph chain={chain} size={20} />
      <span className="num min-w-0 flex-1 text-ink-2">
        {translate('{amount} on {name}', { amount, name: chain.name })}
      </span>
      <span className="mono whitespace-nowrap text-ink-3" title={sender}>
        {shortenAddress(sender)}
      </span>
    </li>
  )
}
