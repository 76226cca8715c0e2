import { type ReactNode, useId } from 'react'

/** A section of the settings: title and purpose on the left, rows on the right. */
export function SettingsSection(props: SettingsSection.Props) {
  const { title, detail, children } = props
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-14 gap-y-4 border-t border-line py-9 first-of-type:border-0 first-of-type:pt-0 md:grid-cols-[300px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {detail !== undefined && <p className="mt-1 text-sm text-ink-3">{detail}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

export declare namespace SettingsSection {
  type Props = { title: string; detail?: string; children: ReactNode }
}

/** One setting: its name, its explanation, and its control. */
export function SettingsRow(props: SettingsRow.Props) {
  const { name, detail, children } = props
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5">
      <div className="min-w-0 flex-1 basis-40">
        <div className="font-medium">{name}</div>
        {detail && <div className="text-sm text-ink-3">{detail}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

export declare namespace SettingsRow {
  type Props = { name: string; detail?: string | undefined; children: ReactNode }
}
