import { Button } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'

/** Replaces an account's data while no wallet is connected, with a button to connect one. */
export function NoWallet(props: NoWallet.Props) {
  const { heading: Heading, children } = props
  return (
    <section className="mt-10 max-w-prose" aria-labelledby="no-wallet">
      <Heading
        id="no-wallet"
        className={`font-semibold ${Heading === 'h1' ? 'text-2xl' : 'text-xl'}`}
      >
        {translate('No wallet connected')}
      </Heading>
      <p className="mt-2 text-ink-2">{children}</p>
      <Button
        variant="primary"
        size="lg"
        className="mt-6"
        onClick={() => openWalletDialog('connect')}
      >
        {translate('Connect a wallet')}
      </Button>
    </section>
  )
}

export declare namespace NoWallet {
  type Props = {
    /** `h1` on a page without another title. */
    heading: 'h1' | 'h2'
    children: string
  }
}
