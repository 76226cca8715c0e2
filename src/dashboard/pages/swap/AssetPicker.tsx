import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useState } from 'react'

import { AmountText } from '../../components/AmountText.tsx'
import { Beta } from '../../components/Beta.tsx'
import { ChainGlyph } from '../../components/ChainGlyph.tsx'
import type { ChainIdentity } from '../../components/chainIdentity.ts'
import { Coin } from '../../components/Coin.tsx'
import { ConfluenceBar } from '../../components/ConfluenceBar.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { useFormats } from '../../components/Formats.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import type { AssetChoice, ChainChoice } from './assetChoices.ts'

/** Chooses an asset: on any chain, or opened to one chain only. */
export function AssetPicker(props: AssetPicker.Props) {
  const { title, choices, chosenId, onChoose, onClose, onlyWord, footnote } = props
  const [text, setText] = useState('')
  const [chain, setChain] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const chains = chainsOf(choices)
  const found = choices.filter((choice) => isFound(choice, { text, chain }))
  return (
    <Dialog isOpen title={title} width={560} onClose={onClose}>
      <Field
        label="Name, ticker or contract address"
        isLabelHidden
        size="lg"
        icon={Search}
        placeholder="Name, ticker or contract address"
        value={text}
        autoComplete="off"
        spellCheck={false}
        // The field is why the dialog was opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <fieldset className="mt-3 flex flex-wrap gap-1.5">
        <legend className="sr-only">Chain</legend>
        <button
          type="button"
          aria-pressed={chain === undefined}
          className={`btn btn-sm btn-secondary ${chain === undefined ? '!border-channel bg-channel-tint !text-channel' : ''}`}
          onClick={() => setChain(undefined)}
        >
          All chains
        </button>
        {chains.map((one) => (
          <button
            key={one.chain}
            type="button"
            aria-pressed={chain === one.chain}
            aria-label={one.name}
            title={one.name}
            className={`inline-flex h-8 w-8 items-center justify-center rounded-md border hover:bg-hover ${chain === one.chain ? 'border-channel bg-channel-tint' : 'border-line'}`}
            onClick={() => setChain(chain === one.chain ? undefined : one.chain)}
          >
            <ChainGlyph chain={one} size={20} />
          </button>
        ))}
      </fieldset>
      <ul className="-mx-5 mt-3 max-h-[50vh] overflow-y-auto border-t border-line md:-mx-6">
        {found.map((choice) => (
          <ChoiceRow
            key={choice.assetId}
            {...{ choice, chosenId, chain, onChoose, onlyWord }}
            isOpen={opened === choice.assetId || chain !== undefined}
            onOpen={() => setOpened(opened === choice.assetId ? undefined : choice.assetId)}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="py-8 text-center text-ink-3">Nothing by that name.</p>}
      <p className="-mx-5 -mb-6 border-t border-line px-5 py-3 text-sm text-ink-3 md:-mx-6 md:px-6">
        {footnote}
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
    onClose: () => void
  }
}

function ChoiceRow(props: {
  choice: AssetChoice
  chosenId: string
  chain: string | undefined
  isOpen: boolean
  onlyWord: string
  onOpen: () => void
  onChoose: (assetId: string) => void
}) {
  const { choice, chosenId, chain, isOpen, onlyWord, onOpen, onChoose } = props
  const formats = useFormats()
  const isDollar = /USD|DAI/i.test(choice.symbol)
  return (
    <li>
      <div className={`flex items-center gap-1 pr-3 ${isOpen ? 'bg-hover' : ''}`}>
        <button
          type="button"
          aria-current={choice.assetId === chosenId || undefined}
          className="flex min-h-15 min-w-0 flex-1 items-center gap-3 px-5 py-2 text-left hover:bg-hover md:px-6"
          onClick={() => onChoose(choice.assetId)}
        >
          <Coin symbol={choice.symbol} size={36} />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">
              {choice.name} <span className="font-normal text-ink-2">{choice.symbol}</span>
            </span>
            <span className="mt-1.5 block max-w-46">
              <ConfluenceBar
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
              {choice.valueUsd === undefined ? 'Not known' : formats.usd(choice.valueUsd)}
            </span>
            {choice.units !== undefined && (
              <span className="block text-sm text-ink-3">
                <AmountText units={choice.units} decimals={choice.decimals} isDollar={isDollar} />
              </span>
            )}
          </span>
        </button>
        <IconButton
          icon={isOpen ? ChevronUp : ChevronDown}
          size="sm"
          label={`${isOpen ? 'Hide' : 'Show'} chains of ${choice.symbol}`}
          aria-expanded={isOpen}
          onClick={onOpen}
        />
      </div>
      {isOpen && (
        <ul>
          {choice.members
            .filter((member) => chain === undefined || member.chain.chain === chain)
            .map((member) => (
              <MemberRow key={member.assetId} {...{ member, chosenId, onlyWord, onChoose }} />
            ))}
        </ul>
      )}
    </li>
  )
}

function MemberRow(props: {
  member: ChainChoice
  chosenId: string
  onlyWord: string
  onChoose: (assetId: string) => void
}) {
  const { member, chosenId, onlyWord, onChoose } = props
  const formats = useFormats()
  return (
    <li>
      <button
        type="button"
        aria-current={member.assetId === chosenId || undefined}
        className="flex h-11 w-full items-center gap-3 bg-hover/50 pr-13 pl-17 text-left hover:bg-hover"
        onClick={() => onChoose(member.assetId)}
      >
        <ChainGlyph chain={member.chain} size={22} />
        <span className="min-w-0 flex-1 truncate text-sm">
          {onlyWord} {member.chain.name} <span className="text-ink-3">{member.symbol}</span>{' '}
          {member.assetId.startsWith('solana:') && <Beta />}
        </span>
        <span className="num text-sm">
          {member.units === undefined
            ? 'not known'
            : formats.amount(member.units, { decimals: member.decimals })}
        </span>
        <span className="num w-20 text-right text-sm text-ink-3 max-sm:hidden">
          {member.valueUsd === undefined ? '' : formats.usd(member.valueUsd)}
        </span>
      </button>
    </li>
  )
}

function chainsOf(choices: readonly AssetChoice[]): readonly ChainIdentity[] {
  const chains = new Map(
    choices.flatMap(({ members }) => members.map(({ chain }) => [chain.chain, chain])),
  )
  return [...chains.values()].toSorted((a, b) => String(a.slot).localeCompare(String(b.slot)))
}

function isFound(
  choice: AssetChoice,
  wanted: { text: string; chain: string | undefined },
): boolean {
  const text = wanted.text.trim().toLowerCase()
  const isOnChain =
    wanted.chain === undefined || choice.members.some(({ chain }) => chain.chain === wanted.chain)
  const words = [choice.symbol, choice.name, choice.assetId].concat(
    choice.members.flatMap(({ symbol, name, assetId }) => [symbol, name, assetId]),
  )
  return isOnChain && words.some((word) => word.toLowerCase().includes(text))
}
