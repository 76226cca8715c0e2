import { type FormEvent, useId, useState } from 'react'

import type { Scenario } from '#protocol/service/devnet.ts'
import { useScenarios } from '../../api/service/scenarios.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Field } from '../../components/forms/Field.tsx'
import { Toggle } from '../../components/forms/Toggle.tsx'
import { translate } from '../../language/translate.ts'

/** Switches that make the next executions on a devnet meet a real cause of failure. */
export function ScenarioSwitches() {
  const id = useId()
  const [key, setKey] = useState('')
  const [scenarios, setScenarios] = useState<readonly Scenario[]>()
  const { error, isPending, mutate } = useScenarios()
  function show(event: FormEvent) {
    event.preventDefault()
    if (key !== '' && !isPending) mutate({ key }, { onSuccess: setScenarios })
  }
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="mb-1 font-semibold">
        {translate('Scenarios')}
      </h3>
      <p className="mb-3 max-w-[64ch] text-sm text-ink-3">
        {translate(
          'Makes the next executions fail for a real cause, so you can test each state. Applies to everyone on this devnet until switched off.',
        )}
      </p>
      <form onSubmit={show} className="flex flex-wrap items-end gap-3">
        <Field
          label={translate('Operator key')}
          type="password"
          autoComplete="off"
          value={key}
          error={error?.message}
          hint={translate('Kept only until you leave or close this page.')}
          onChange={({ target }) => setKey(target.value)}
        />
        <Button type="submit" aria-disabled={key === '' || isPending} className="mb-6">
          {translate('Show scenarios')}
        </Button>
      </form>
      {scenarios && (
        <ul
          aria-label={translate('Scenarios')}
          aria-busy={isPending}
          className="panel rule mt-3 px-5 md:px-6"
        >
          {scenarios.map(({ name, active, description }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3" lang="en">
              <Toggle
                label={description}
                isOn={active}
                onChange={(isOn) => {
                  const change = { name, active: isOn }
                  if (!isPending) mutate({ key, change }, { onSuccess: setScenarios })
                }}
              />
              <span className="mono text-sm text-ink-3 md:ml-auto">{name}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
