import { Copy } from 'lucide-react'

import type { ApiExchange } from '../../api/service/client.ts'
import { useExchanges } from '../../api/service/exchanges.ts'
import { IconButton } from '../../components/forms/Button.tsx'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { translate } from '../../language/translate.ts'
import { toCurl } from './toCurl.ts'

/** The latest requests to the service, newest first, each to be copied as a command. */
export function ExchangeLog() {
  const exchanges = useExchanges()
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-semibold">{translate('Last requests')}</h3>
      {exchanges.length === 0 ? (
        <p className="text-sm text-ink-3">{translate('None since this page loaded.')}</p>
      ) : (
        <section
          className="panel max-h-80 overflow-auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
          tabIndex={0}
          aria-label={translate('Requests')}
        >
          <table className="w-full text-left text-sm">
            <thead className="th sticky top-0 z-1 bg-surface">
              <tr>
                <th scope="col" className="px-4 py-2">
                  {translate('Time')}
                </th>
                <th scope="col" className="py-2">
                  {translate('Request')}
                </th>
                <th scope="col" className="py-2 text-right">
                  {translate('Status')}
                </th>
                <th scope="col" className="py-2 pl-4 text-right">
                  ms
                </th>
                <th scope="col" className="px-2">
                  <span className="sr-only">{translate('Copy as curl')}</span>
                </th>
              </tr>
            </thead>
            <tbody className="rule">
              {exchanges.map((exchange) => (
                <ExchangeRow key={`${exchange.startedAtMs}${exchange.url}`} of={exchange} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function ExchangeRow(props: { of: ApiExchange }) {
  const { method, url, status, startedAtMs, latencyMs, deviations } = props.of
  const [deviation] = deviations
  return (
    <tr className="align-top">
      <td className="num px-4 py-2 whitespace-nowrap text-ink-3">
        {formatClockTime(startedAtMs, 'seconds')}
      </td>
      <td className="mono py-2 break-all">
        {method} {url}
        {deviation && (
          <span className="block break-normal wrap-anywhere">
            <span className="chip chip-buff !h-auto !py-1 !whitespace-normal">
              {translate('Doesn’t match the API schema')}
            </span>{' '}
            <span className="text-ink-3">
              {[deviation.path, deviation.message].filter(Boolean).join(': ')}
            </span>
          </span>
        )}
      </td>
      <td className={`num py-2 text-right ${status >= 400 || status === 0 ? 'text-flare' : ''}`}>
        {status === 0 ? translate('none') : status}
      </td>
      <td className="num py-2 pl-4 text-right">{latencyMs}</td>
      <td className="px-2 py-1">
        <IconButton
          icon={Copy}
          size="sm"
          iconSize={14}
          label={translate('Copy {request} as curl', { request: `${method} ${url}` })}
          onClick={() => void copy(props.of)}
        />
      </td>
    </tr>
  )
}

async function copy(exchange: ApiExchange): Promise<void> {
  await navigator.clipboard.writeText(toCurl(exchange, window.location.origin))
  showToast(translate('Copied as curl'))
}
