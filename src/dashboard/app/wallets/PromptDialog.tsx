import { type MouseEvent, useEffect, useMemo, useState } from 'react'

import { Address } from '../../components/status/Address.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { describeRequest } from '../../wallets/requests/description/describeRequest.ts'
import type { Description } from '../../wallets/requests/description/description.ts'
import { approveValue } from '../../wallets/requests/isTrustedClick.ts'
import { type Prompt, prompts, usePrompts } from '../../wallets/requests/prompts.ts'
import type { RequestFact } from '../../wallets/requests/description/getTypedDataFields.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/** The approving button is disabled for this long: earlier clicks were meant for something else. */
const readableMs = 600

/** The local wallet's first prompt, in plain words, and how many wait behind it. */
export function PromptDialog() {
  const { pending, canMute } = usePrompts()
  const [front] = pending
  return front ? (
    <Question key={front.id} prompt={front} count={pending.length} canMute={canMute} />
  ) : null
}

function Question(props: { prompt: Prompt; count: number; canMute: boolean }) {
  const { prompt, count, canMute } = props
  const network = useNetwork()
  const asked = useMemo(() => describeRequest(prompt.request, network), [prompt, network])
  return (
    <Dialog
      isOpen
      title={asked.title}
      description={
        prompt.from === 'page'
          ? translate('Requested by a script on this page or an extension, not by Estuary.')
          : translate('Requested by Estuary for the action you chose on this page.')
      }
      width={560}
      onClose={prompts.reject}
    >
      <div className="flex flex-col gap-4">
        {count > 1 && (
          <output className="text-sm text-ink-2" aria-live="polite">
            {translate('Request 1 of {count}', { count })}
          </output>
        )}
        {asked.cautions.map(({ tone, title, body }) => (
          <Note key={title} tone={tone} title={title}>
            {body}
          </Note>
        ))}
        <Facts
          facts={[
            ...asked.facts,
            { name: translate('Signing address'), value: prompt.address, form: 'address' },
          ]}
        />
        {asked.content && <Content content={asked.content} />}
        <Answers asked={asked} canMute={canMute && prompt.from === 'page'} />
      </div>
    </Dialog>
  )
}

function Answers(props: { asked: Description; canMute: boolean }) {
  const { asked, canMute } = props
  const isDangerous = asked.cautions.some(({ tone }) => tone === 'flare')
  const isReadable = useIsElapsed(readableMs)
  return (
    <div className="sticky bottom-0 -mx-5 -mb-6 flex flex-col gap-3 border-t border-line bg-surface px-5 py-4 md:-mx-6 md:px-6">
      <div className="grid grid-cols-[2fr_3fr] gap-2 md:grid-cols-2">
        <Button size="lg" data-focus onClick={prompts.reject}>
          {translate('Reject')}
        </Button>
        <Button
          size="lg"
          variant={isDangerous ? 'danger' : 'primary'}
          value={approveValue}
          waiting={isReadable ? undefined : translate('Read this first')}
          onClick={approve}
        >
          {asked.approve}
        </Button>
      </div>
      {canMute && (
        <button type="button" className="link self-center text-sm" onClick={prompts.mute}>
          {translate('Reject all requests until I reload')}
        </button>
      )}
    </div>
  )
}

/** Passes the native event: the queue rejects clicks by scripts. */
function approve({ nativeEvent }: MouseEvent): void {
  prompts.approve(nativeEvent)
}

function Facts(props: { facts: readonly RequestFact[] }) {
  return (
    <dl className="rule">
      {props.facts.map((fact) => (
        <div
          key={fact.name}
          className={`kv !gap-x-6 !gap-y-0.5 ${fact.form === 'address' ? 'flex-col' : 'flex-wrap'}`}
        >
          <dt>{fact.name}</dt>
          <dd className={`break-words ${fact.form === 'address' ? '!text-left' : ''}`}>
            <Value fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Content(props: { content: NonNullable<Description['content']> }) {
  const { label, text, fields = [] } = props.content
  return (
    <section aria-label={label}>
      <h3 className="label mb-1.5">{label}</h3>
      <div
        className="inset max-h-60 overflow-auto p-3.5"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        tabIndex={0}
      >
        {text !== undefined && <div className="mono break-all whitespace-pre-wrap">{text}</div>}
        {fields.length > 0 && (
          <dl className="flex flex-col gap-2.5">
            {fields.map((field) => (
              <div key={field.name}>
                <dt className="text-sm text-ink-2">{field.name}</dt>
                <dd className="break-all">
                  <Value fact={field} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

function Value(props: { fact: RequestFact }) {
  const { value, form } = props.fact
  if (form === 'address') return <Address value={value} form="full" />
  return form === 'code' ? <span className="mono whitespace-pre-wrap">{value}</span> : <>{value}</>
}

/** Whether this time has passed since the component was first rendered. */
function useIsElapsed(milliseconds: number): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setAfter, milliseconds, true)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isAfter
}
