import { Check, ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useId, useState } from 'react'

import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { Beta } from '#dashboard/components/status/Beta.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { ChainShareBar } from '#dashboard/components/flow/ChainShareBar.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { UnlistedMark } from '#dashboard/components/status/UnlistedMark.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { sumShown } from '#dashboard/components/amounts/worth.ts'
import { useCombobox } from '#dashboard/components/forms/useCombobox.ts'
import { translate } from '../../../language/translate.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { type AssetChoice, type ChainChoice, isUnlistedChoice } from './assetChoices.ts'
import { ChainFilter } from './ChainFilter.tsx'
import { findAssetChoices } from './findAssetChoices.ts'
import { UnlistedMisses, UnlistedRow } from './UnlistedResults.tsx'
import { type UnlistedChoice, useUnlistedSearch } from './useUnlistedSearch.ts'

/** Chooses an asset on any chain, or unfolded, on one chain only. */
export function AssetPicker(props: AssetPicker.Props) {
  const { title, choices, chosenId, onChoose, onChooseUnlisted, onClose } = props
  const { onlyWord, footnote } = props
  const [text, setText] = useState('')
  const [chain, setChain] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const hint = useId()
  const chains = [...useChainIdentities().values()].filter((one) =>
    choices.some(({ members }) => members.some((member) => member.chain.chain === one.chain)),
  )
  const rows = listRows(choices, { text, chain, opened })
  const isSearched = onChooseUnlisted !== undefined && rows.length === 0
  const { found, missed } = useUnlistedSearch(isSearched ? text : undefined, chain)
  const count = rows.length + found.length
  const { field, list, option } = useCombobox({
    count,
    text: `${text}${chain}`,
    start: Math.max(
      rows.findIndex(({ assetId }) => assetId === chosenId),
      0,
    ),
    onChoose(index) {
      const unlisted = found[index - rows.length]
      if (unlisted) onChooseUnlisted?.(unlisted)
      else onChoose(rows[index]?.assetId ?? chosenId)
    },
    onKey({ key }, index) {
      const row = rows[index]
      // While the field has text, these keys move the caret.
      if (!row || text !== '' || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return false
      setOpened(key === 'ArrowRight' ? row.choice.assetId : undefined)
      return true
    },
  })
  return (
    <Dialog isOpen title={title} width={560} onClose={onClose}>
      <Field
        label={translate('Name, ticker or contract address')}
        isLabelHidden
        size="lg"
        icon={Search}
        placeholder={translate('Name, ticker or contract address')}
        value={text}
        {...field}
        aria-describedby={hint}
        onChange={({ target }) => setText(target.value)}
      />
      <ChainFilter chains={chains} chosen={chain} onChoose={setChain} />
      <ul
        {...list}
        aria-label={title}
        className="-mx-5 mt-3 max-h-[50vh] overflow-y-auto border-t border-line md:-mx-6"
      >
        {rows.map(({ choice, member, isOpen, assetId }, index) => (
          <li
            key={assetId}
            {...option(index)}
            className={`flex cursor-pointer items-center gap-3 px-5 md:px-6 hover:bg-hover aria-selected:bg-channel-tint ${member ? 'h-11 bg-hover/50 pr-14 pl-17 md:pr-15 md:pl-17' : 'min-h-15 py-2'}`}
          >
            {member ? (
              <MemberRow {...{ member, onlyWord }} isChosen={assetId === chosenId} />
            ) : (
              <ChoiceRow
                {...{ choice, isOpen }}
                isChosen={assetId === chosenId}
                onOpen={() => setOpened(opened === assetId ? undefined : assetId)}
              />
            )}
          </li>
        ))}
        {found.map((choice, index) => (
          <UnlistedRow
            key={choice.token.assetType}
            choice={choice}
            option={option(rows.length + index)}
          />
        ))}
      </ul>
      {missed.length > 0 && <UnlistedMisses missed={missed} hasFound={found.length > 0} />}
      <output
        className={
          count === 0 && missed.length === 0 ? 'block py-8 text-center text-ink-3' : 'sr-only'
        }
      >
        {count > 0
          ? translate('{count} results', { count })
          : missed.length === 0 && translate('No matching assets.')}
      </output>
      <p
        id={hint}
        className="-mx-5 -mb-6 border-t border-line px-5 py-3 text-sm text-ink-3 md:-mx-6 md:px-6"
      >
        {footnote}{' '}
        <span className="sr-only">
          {translate('Press the right arrow to show an asset’s chains.')}
        </span>
      </p>
    </Dialog>
  )
}

export declare namespace AssetPicker {
  type Props = {
    title: string
    choices: readonly AssetChoice[]
    chosenId: string
    /** `Only on` for paying, `On` for receiving. */
    onlyWord: string
    footnote: string
    onChoose: (assetId: string) => void
    /** Takes a token that no list names, found by its address; without it none is looked for. */
    onChooseUnlisted?: (choice: UnlistedChoice) => void
    onClose: () => void
  }
}

/** The rows of the list: each asset, and below it its chains where it is open. */
function listRows(
  choices: readonly AssetChoice[],
  of: { text: string; chain: string | undefined; opened: string | undefined },
) {
  const { text, chain, opened } = of
  return findAssetChoices(choices, { text, chain }).flatMap((choice) => {
    const isOpen = opened === choice.assetId || chain !== undefined
    const members = isOpen && !isUnlistedChoice(choice) ? choice.members : []
    return [
      { choice, isOpen, member: undefined, assetId: choice.assetId },
      ...members
        .filter((member) => chain === undefined || member.chain.chain === chain)
        .map((member) => ({ choice, isOpen, member, assetId: member.assetId })),
    ]
  })
}

function ChoiceRow(props: {
  choice: AssetChoice
  isChosen: boolean
  isOpen: boolean
  onOpen: () => void
}) {
  const { choice, isChosen, isOpen, onOpen } = props
  const formats = useFormats()
  const isUnlisted = isUnlistedChoice(choice)
  return (
    <>
      <Coin symbol={choice.symbol} size={36} isUnlisted={isUnlisted} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {choice.name} <span className="font-normal text-ink-2">{choice.symbol}</span>
          {isUnlisted && <UnlistedMark />}
          {isChosen && <ChosenMark />}
        </span>
        <span className="mt-1.5 block max-w-46">
          <ChainShareBar
            height={6}
            parts={choice.members.map((member) => ({
              chain: member.chain,
              valueUsd: member.valueUsd ?? 0,
            }))}
          />
        </span>
      </span>
      <span className="text-right">
        <span className="num block font-semibold">
          {choice.valueUsd === undefined
            ? isUnlisted
              ? ''
              : translate('Unknown')
            : formats.usd(sumShownValues(choice))}
        </span>
        {choice.units !== undefined && (
          <span className="block text-sm text-ink-3">
            <AmountText units={choice.units} decimals={choice.decimals} />
          </span>
        )}
      </span>
      {!isUnlisted && <OpenArrow {...{ choice, isOpen, onOpen }} />}
    </>
  )
}

/** Opens the chains of an asset, for pointers. */
function OpenArrow(props: { choice: AssetChoice; isOpen: boolean; onOpen: () => void }) {
  const { choice, isOpen, onOpen } = props
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for pointers alone: an option holds no buttons, and arrow keys open it
    <span
      title={
        isOpen
          ? translate('Hide chains of {symbol}', { symbol: choice.symbol })
          : translate('Show chains of {symbol}', { symbol: choice.symbol })
      }
      aria-hidden
      className="icon-btn icon-btn-sm -mr-2"
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      <Icon of={isOpen ? ChevronUp : ChevronDown} size={16} />
    </span>
  )
}

/** Adds up the values of an asset on its chains, as they are shown there. */
function sumShownValues({ members }: AssetChoice): number {
  return sumShown(members.map(({ valueUsd = 0 }) => valueUsd))
}

function MemberRow(props: { member: ChainChoice; isChosen: boolean; onlyWord: string }) {
  const { member, isChosen, onlyWord } = props
  const formats = useFormats()
  return (
    <>
      <ChainGlyph chain={member.chain} size={22} />
      <span className="min-w-0 flex-1 truncate text-sm">
        {onlyWord} {member.chain.name} <span className="text-ink-3">{member.symbol}</span>{' '}
        {member.assetId.startsWith('solana:') && <Beta />}
        {isChosen && <ChosenMark />}
      </span>
      <span className="num text-sm">
        {member.units === undefined
          ? translate('unknown')
          : formats.amount(member.units, { decimals: member.decimals })}
      </span>
      <span className="num w-20 text-right text-sm text-ink-3 max-sm:hidden">
        {member.valueUsd === undefined ? '' : formats.usd(member.valueUsd)}
      </span>
    </>
  )
}

function ChosenMark() {
  return (
    <span className="ml-1.5 inline-block align-middle text-channel">
      <Icon of={Check} size={16} />
      <span className="sr-only">{translate('selected')}</span>
    </span>
  )
}
