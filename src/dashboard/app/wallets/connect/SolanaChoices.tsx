import { shortenAddress } from '../../../components/status/Address.tsx'
import { SolanaBeta } from '../../../components/status/Beta.tsx'
import { translate } from '../../../language/translate.ts'
import { localWalletTarget } from '../../../wallets/local/localWalletIdentity.ts'
import { useLocalWallet } from '../../../wallets/local/localWallet.ts'
import { phoneAppName, useSolanaWallets } from '../../../wallets/solana/solanaConnection.ts'
import {
  connectLocalSolana,
  useSolanaChoices,
} from '../../../wallets/accounts/owner/useSolanaChoices.ts'
import { useSolanaOwner } from '../../../wallets/accounts/owner/useSolanaOwner.ts'
import { isPhone } from '../../../wallets/remote/isPhone.ts'
import { getPhoneWalletLinks, PhoneWallets } from './PhoneWallets.tsx'
import { WalletChoiceRow } from './WalletChoiceRow.tsx'

/** The Solana wallets to choose from: announced ones, and the local one. */
export function SolanaChoices(props: SolanaChoices.Props) {
  const { waitingFor, onConnect } = props
  const choices = useSolanaChoices()
  const owner = useSolanaOwner()
  const local = useLocalWallet()
  function detailOf(name: string, otherwise: string): string {
    if (waitingFor === name) return translate('Open your wallet to approve')
    const isIn = owner?.isLocal === (name === localWalletTarget.name) && owner.wallet === name
    return isIn && owner.isReady
      ? translate('Connected, {address}', { address: shortenAddress(owner.address) })
      : otherwise
  }
  return (
    <section aria-labelledby="solana-wallets">
      <h3 id="solana-wallets" className="label mb-2">
        {translate('Solana wallets')}
      </h3>
      <ul
        aria-label={translate('Solana wallets in this browser')}
        className="flex flex-col gap-2 empty:hidden"
      >
        {choices?.map((choice) => (
          <WalletChoiceRow
            key={choice.id}
            name={choice.name === phoneAppName ? translate('Mobile Wallet') : choice.name}
            detail={detailOf(
              choice.name,
              choice.name === phoneAppName
                ? translate('Wallet app on this phone')
                : translate('Solana wallet'),
            )}
            image={choice.icon}
            isBusy={waitingFor === choice.name}
            onChoose={() => onConnect(choice.name, choice.connect)}
          />
        ))}
        {local && (
          <WalletChoiceRow
            name={localWalletTarget.name}
            detail={detailOf(
              localWalletTarget.name,
              translate('Its Solana account in this browser'),
            )}
            onChoose={() => onConnect(localWalletTarget.name, connectLocalSolana)}
          />
        )}
      </ul>
      <Found names={choices?.map(({ name }) => name)} />
      <div className="mt-2.5">
        <SolanaBeta isFolded />
      </div>
    </section>
  )
}

export declare namespace SolanaChoices {
  type Props = {
    /** Name of the wallet that is being connected. */
    waitingFor: string | undefined
    onConnect: (name: string, how: () => Promise<void>) => void
  }
}

/** Shown when no wallet was found in this browser; `names` is undefined during the search. */
function Found({ names }: { names: readonly string[] | undefined }) {
  const { announced } = useSolanaWallets()
  if (names?.some((name) => name !== phoneAppName)) return null
  const links = getPhoneWalletLinks('solana')
  if (announced !== undefined && links.length > 0)
    return <PhoneWallets kind="solana" links={links} />
  if (names?.includes(phoneAppName)) return null
  return (
    <p className="mt-2 text-sm text-ink-3">
      {announced === undefined
        ? translate('Looking for Solana wallets')
        : isPhone()
          ? translate('No Solana wallet found in this browser.')
          : translate(
              'No Solana wallet found in this browser. Install one, then reload this page.',
            )}
    </p>
  )
}
