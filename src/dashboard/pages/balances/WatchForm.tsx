import { Eye, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { Button, IconButton } from '../../components/forms/Button.tsx'
import { describeAddressProblem } from '../../components/forms/fieldProblems.ts'
import { Field } from '../../components/forms/Field.tsx'
import type { Network } from '#networks/network.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { Address, CopyButton, shortenAddress } from '../../components/status/Address.tsx'
import { useAddressNames } from '../quoting/recipient/useAddressNames.ts'
import { useAddressBook } from '../quoting/recipient/addressBook.ts'
import { findChainOfName } from '../quoting/recipient/findChainOfName.ts'
import { useNameLookup } from '../quoting/recipient/useNameLookup.ts'
import { translate } from '../../language/translate.ts'
import { forgetViewed, useViewedAddresses } from './viewedAddresses.ts'
import { readPasted } from './usePastedAddress.ts'

/** Asks for any address, or a name that points to one, to look at its balances without a wallet. */
export function WatchForm(props: WatchForm.Props) {
  const { start = '' } = props
  const network = useNetwork()
  const [text, setText] = useState(start)
  const [error, setError] = useState(start === '' ? undefined : describeText(start, network))
  const [, navigate] = useLocation()
  const lookup = useNameLookup(
    text,
    network.chains.map(({ chainId }) => chainId),
  )
  const found = lookup.state === 'found' ? lookup : undefined
  /** Whether a name is to be looked at as soon as it is found. */
  const [isWanted, setWanted] = useState(false)
  const { address, name } = found ?? {}
  useEffect(() => {
    if (isWanted && address !== undefined)
      navigate(`/watch/${address}`, { state: { watchedName: name } })
  }, [isWanted, address, name, navigate])
  function watch(event: FormEvent) {
    event.preventDefault()
    const read = readPastedAddress(text)
    if (read.kind === 'address') navigate(`/watch/${read.address}`)
    else if (lookup.state === 'none') setError(describeText(text, network))
    else setWanted(true)
  }
  return (
    <form className="max-w-prose" aria-label={translate('View any address')} onSubmit={watch}>
      <h1 className="text-xl font-semibold md:text-2xl">{translate('View any address')}</h1>
      <p className="mt-2 mb-5 text-ink-2">
        {translate(
          'See what any address holds: an EVM address on every EVM chain, a Solana address on Solana. Nothing is connected, and you can’t sign.',
        )}
      </p>
      <Field
        label={translate('Address or name')}
        className="w-full min-w-0 bg-transparent outline-none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={lookup.state === 'refused' ? lookup.text : error}
        hint={
          found ? (
            <span className="mono break-all">{found.address}</span>
          ) : lookup.state === 'asking' ? (
            lookup.text
          ) : (
            translate('An EVM or Solana address, or a name such as mira.eth.')
          )
        }
        // The page is opened for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onPaste={(event) => {
          const pasted = readPasted(event)
          if (pasted !== undefined) navigate(`/watch/${pasted}`)
        }}
        onChange={({ target }) => {
          setText(target.value)
          setWanted(false)
          setError(undefined)
        }}
      />
      <Button
        type="submit"
        variant="primary"
        icon={Eye}
        className="mt-4 max-md:w-full"
        waiting={isWanted && lookup.state === 'asking' ? lookup.text : undefined}
      >
        {translate('View')}
      </Button>
      <Known />
    </form>
  )
}

export declare namespace WatchForm {
  type Props = {
    /** What the page's address holds in place of an address. */
    start: string | undefined
  }
}

/** The addresses looked at last, and the saved recipients: nobody has to paste them again. */
function Known() {
  const names = useAddressNames()
  const viewed = useViewedAddresses()
  const book = useAddressBook().filter(
    ({ address }) => !viewed.some((one) => toAddressKey(one.address) === toAddressKey(address)),
  )
  return (
    <>
      {viewed.length > 0 && (
        <section className="mt-8" aria-labelledby="viewed">
          <div className="flex items-baseline justify-between gap-3">
            <h2 id="viewed" className="label">
              {translate('Viewed last')}
            </h2>
            <Button variant="link" size="sm" onClick={() => forgetViewed()}>
              {translate('Clear all')}
            </Button>
          </div>
          <ul className="rule">
            {viewed.map((one) => {
              const { address, name: found } = one
              const name = names.get(toAddressKey(address)) ?? found
              return (
                <KnownRow
                  key={address}
                  address={address}
                  name={name}
                  state={{ watchedName: found }}
                >
                  <IconButton
                    icon={X}
                    size="sm"
                    label={translate('Forget {name}', { name: name ?? shortenAddress(address) })}
                    onClick={() => forgetViewed(one)}
                  />
                </KnownRow>
              )
            })}
          </ul>
        </section>
      )}
      {book.length > 0 && (
        <section className="mt-8" aria-labelledby="saved">
          <h2 id="saved" className="label">
            {translate('From your address book')}
          </h2>
          <ul className="rule">
            {book.map(({ name, address }) => (
              <KnownRow key={address} address={address} name={name}>
                <CopyButton
                  value={address}
                  label={translate('Copy the address of {name}', { name })}
                />
              </KnownRow>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function KnownRow(props: {
  address: string
  name: string | undefined
  state?: { watchedName: string | undefined }
  children: ReactNode
}) {
  const { address, name, state, children } = props
  return (
    <li className="-mx-2 flex items-center gap-1 py-1">
      <Link
        href={`/watch/${address}`}
        state={state}
        className="min-w-0 flex-1 rounded-sm px-2 py-1 hover:bg-hover"
      >
        {name !== undefined && <span className="block truncate font-semibold">{name}</span>}
        <span className="block text-sm text-ink-2">
          <Address value={address} form="full" />
        </span>
      </Link>
      {children}
    </li>
  )
}

/** What is wrong with a text that is no address; nothing with a name that is looked up here. */
function describeText(text: string, network: Network): string | undefined {
  if (findChainOfName(network, text)) return undefined
  if (text.trim() === '') return translate('Enter an address.')
  const read = readPastedAddress(text)
  return read.kind === 'address' ? undefined : describeAddressProblem(read)
}
