import { ChevronRight, ExternalLink, type LucideIcon, Wallet } from 'lucide-react'

import { Icon } from '../../../components/forms/Icon.tsx'

/** A row in a list of wallets, or of ways to create one; with `href` a link to another app. */
export function WalletChoiceRow(props: WalletChoiceRow.Props) {
  const { isBusy = false, onChoose, href } = props
  return (
    <li>
      {href === undefined ? (
        <button
          type="button"
          aria-busy={isBusy || undefined}
          className={rowClass}
          onClick={onChoose}
        >
          <Content {...props} />
        </button>
      ) : (
        <a href={href} rel="noreferrer" className={rowClass}>
          <Content {...props} />
        </a>
      )}
    </li>
  )
}

export declare namespace WalletChoiceRow {
  type Props = {
    name: string
    detail: string
    icon?: LucideIcon
    image?: string | undefined
    isBusy?: boolean
  } & ({ onChoose: () => void; href?: never } | { href: string; onChoose?: never })
}

const rowClass =
  'flex w-full items-center gap-3.5 rounded-lg border border-line-strong bg-surface p-3 text-left hover:bg-hover aria-busy:border-channel-line aria-busy:bg-channel-tint'

function Content(props: WalletChoiceRow.Props) {
  const { name, detail, icon, image, href } = props
  return (
    <>
      <span className="inline-flex h-10 w-10 items-center justify-center rounded-md bg-sunken">
        {image ? (
          <img src={image} alt="" className="h-6 w-6" />
        ) : (
          <Icon of={icon ?? Wallet} size={20} />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold break-words">{name}</span>
        <span className="block text-sm text-ink-2">{detail}</span>
      </span>
      <Icon of={href === undefined ? ChevronRight : ExternalLink} className="text-ink-3" />
    </>
  )
}
