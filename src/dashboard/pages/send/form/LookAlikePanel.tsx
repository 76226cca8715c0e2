import { CopyX } from 'lucide-react'

import { Button } from '../../../components/forms/Button.tsx'
import { Icon } from '../../../components/forms/Icon.tsx'
import { translate } from '../../../language/translate.ts'
import { nameKnownAddress } from '../../quoting/recipient/useKnownRecipients.ts'
import type { SendModel } from '../state/useSend.ts'

/** Compares an address with the known one that it looks like, group by group. */
export function LookAlikePanel(props: LookAlikePanel.Props) {
  const { send } = props
  const { form, known, search, setSearch } = send
  const { recipient } = form
  if (recipient.kind !== 'valid' || !recipient.poisoning) return null
  const { address, poisoning } = recipient
  const name = nameKnownAddress(poisoning.known, known)
  const isBlocked = poisoning.level === 'block'
  const tone = isBlocked ? 'flare' : 'buff'
  return (
    <section
      className={`mt-3 overflow-hidden rounded-md border ${isBlocked ? 'border-flare-line' : 'border-buff-line'}`}
      aria-labelledby="look-alike"
      role="alert"
    >
      <div className={`flex gap-3 p-4 ${isBlocked ? 'bg-flare-tint' : 'bg-buff-tint'}`}>
        <span className={isBlocked ? 'text-flare' : 'text-buff'}>
          <Icon of={CopyX} size={20} />
        </span>
        <div className="min-w-0">
          <h3 id="look-alike" className="font-semibold">
            {translate('Look-alike address')}
          </h3>
          <p className="mt-0.5 text-sm text-ink-2">
            {isBlocked
              ? translate(
                  'It starts and ends like {name}, but the middle differs. Scammers make addresses like this to be copied by mistake, so you can’t send to it.',
                  { name },
                )
              : translate(
                  'One end matches {name}, but the rest differs. Compare the full address with the one you mean.',
                  { name },
                )}
          </p>
        </div>
      </div>
      <div className="p-4">
        <Groups title={translate('You entered')} {...{ tone, address, other: poisoning.known }} />
        <div className="mt-4 border-t border-line pt-4">
          <Groups
            title={translate('Address of {name}', { name })}
            address={poisoning.known}
            other={address}
          />
        </div>
        <Button
          variant="primary"
          className="mt-5"
          onClick={() =>
            setSearch({ ...search, to: poisoning.known }, { entered: [poisoning.known] })
          }
        >
          {translate('Use known address')}
        </Button>
      </div>
    </section>
  )
}

export declare namespace LookAlikePanel {
  type Props = { send: SendModel }
}

function Groups(props: {
  title: string
  address: string
  other: string
  /** Marks the groups that differ. */
  tone?: 'flare' | 'buff'
}) {
  const { title, address, other, tone } = props
  const mark = tone === 'flare' ? 'bg-flare-tint text-flare' : 'bg-buff-tint text-buff'
  return (
    <>
      <h4 className="text-sm text-ink-3">{title}</h4>
      <p className="mono mt-1.5 flex flex-wrap gap-x-1 gap-y-1 text-sm">
        <span className="sr-only">{address}</span>
        {splitGroups(address, other).map(({ text, isSame }, index) => (
          <span
            key={`${index}${text}`}
            aria-hidden
            className={`rounded-sm px-1 ${isSame ? 'text-ink-3' : `font-bold ${tone ? mark : ''}`}`}
          >
            {text}
          </span>
        ))}
      </p>
    </>
  )
}

/** Splits an address into groups of four characters and compares each with those of another one. */
export function splitGroups(
  address: string,
  other: string,
): readonly { text: string; isSame: boolean }[] {
  const [groups, others] = [address, other].map(split)
  // Only Solana addresses depend on upper and lower case.
  const isSensitive = !address.startsWith('0x')
  return (groups ?? []).map((text, index) => {
    const compared = others?.[index] ?? ''
    const isSame = isSensitive ? text === compared : text.toLowerCase() === compared.toLowerCase()
    return { text, isSame }
  })
}

/** The last group is whole, as its end is what people compare. */
function split(address: string): string[] {
  const body = address.replace(/^0x/, '')
  const odd = body.length % 4
  const head = body.slice(0, body.length - 4 - odd).match(/.{4}/g) ?? []
  return [...head, ...(odd > 0 ? [body.slice(-4 - odd, -4)] : []), body.slice(-4)]
}
