import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { type HistoryQuestion, readWholeHistory } from '../../api/service/history.ts'
import { useApi } from '../../api/service/apiContext.ts'
import { Button } from '../../components/forms/Button.tsx'
import { saveFile } from '../../components/overlays/saveFile.ts'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { toHistoryCsv, toHistoryJson } from './rows/exportHistory.ts'
import type { RowNames } from './rows/historyRow.ts'
import { Popover } from './search/Popover.tsx'

type Format = 'csv' | 'json'

/** Saves what is filtered as a file, after all of its pages were read. */
export function ExportMenu(props: ExportMenu.Props) {
  const { question, names, network } = props
  const api = useApi()
  const [count, setCount] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])
  async function save(format: Format) {
    const controller = new AbortController()
    reading.current = controller
    setProblem(undefined)
    setCount(0)
    try {
      const { signal } = controller
      const records = await readWholeHistory(api, question, { signal, onProgress: setCount })
      saveFile(toFile(format, write(format, { records, names, network })))
      showToast(
        translate('{count, plural, one {Exported # execution} other {Exported # executions}}', {
          count: records.length,
        }),
      )
    } catch (error) {
      if (!controller.signal.aborted)
        setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setCount(undefined)
    }
  }
  if (count !== undefined)
    return (
      <div className="flex items-center gap-2">
        <Button
          waiting={translate('{count, plural, one {# loaded} other {# loaded}}', { count })}
          className="!h-10 text-sm"
        />
        <Button variant="quiet" className="!h-10 text-sm" onClick={() => reading.current?.abort()}>
          {translate('Cancel')}
        </Button>
      </div>
    )
  return (
    <Popover label={translate('Export')} icon={Download} side="right">
      {(close) => (
        <div className="flex flex-col gap-1">
          <p className="px-2.5 pt-1 pb-1.5 text-sm text-ink-3">
            {translate('Everything that matches the filters, not just what’s shown.')}
          </p>
          {problem !== undefined && (
            <p role="alert" className="max-w-60 px-2.5 pb-1.5 text-sm text-flare">
              {translate('Couldn’t export: {problem}', { problem })}
            </p>
          )}
          {(['csv', 'json'] as const).map((format) => (
            <Button
              key={format}
              variant="quiet"
              className="!justify-start"
              onClick={() => {
                close()
                void save(format)
              }}
            >
              {format === 'csv'
                ? translate('CSV, for spreadsheets')
                : translate('JSON, for software')}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  )
}

export declare namespace ExportMenu {
  type Props = { question: HistoryQuestion; names: RowNames; network: string }
}

function write(
  format: Format,
  of: { records: readonly HistoryRecord[]; names: RowNames; network: string },
): string {
  return format === 'csv'
    ? toHistoryCsv(of.records, of.names)
    : toHistoryJson(of.records, { network: of.network, exportedAt: new Date() })
}

function toFile(format: Format, text: string): Parameters<typeof saveFile>[0] {
  const type = format === 'csv' ? 'text/csv;charset=utf-8;header=present' : 'application/json'
  const name = `estuary-history-${new Date().toISOString().slice(0, 10)}.${format}`
  return { name, content: new Blob([text], { type }) }
}
