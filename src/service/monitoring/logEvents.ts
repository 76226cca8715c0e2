/** Severity of an event; `error` is an alarm that needs an operator. */
type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/**
 * All log events: name (logged as `event`, never renamed once released), severity and message.
 * .github/OPERATIONS.md, "Watch", says what to do about each alarm.
 */
export const logEvents = {
  paid_undelivered: {
    level: 'error',
    text: 'An account has paid and nothing was delivered: deliver by hand.',
  },
  release_refused: {
    level: 'error',
    text: 'A deposit whose delivery has landed cannot be paid out: look before its deadline.',
  },
  execution_stuck: { level: 'error', text: 'An execution does not get on: look at it.' },
  fees_at_limit: {
    level: 'error',
    text: 'A transaction is not mined and may not offer more: look at the chain.',
  },
  paymaster_empty: {
    level: 'error',
    text: 'The paymaster has no deposit left: operations are refused until it is filled up.',
  },
  keys_not_registered: {
    level: 'error',
    text: 'The contracts of a chain do not know the keys of this process: nothing is done there.',
  },
  contracts_missing: {
    level: 'error',
    text: 'Contracts that the configuration names have no code: nothing is done on that chain.',
  },
  provider_foreign: {
    level: 'error',
    text: 'A provider serves another chain: nothing is done on this one until it is replaced.',
  },
  providers_disagree: {
    level: 'error',
    text: 'Two providers of a chain contradict each other: value waits until they agree.',
  },
  role_missing: {
    level: 'error',
    text: 'No process of a role is alive: what it does stands still until one is started.',
  },
  coins_low: {
    level: 'error',
    text: 'Coins that pay for gas run out: nothing is sent without them.',
  },
  inventory_low: { level: 'error', text: 'The solver runs out of an asset: buy or add some.' },
  feed_stale: {
    level: 'error',
    text: 'A price feed does not answer or is too old: nothing is quoted at it.',
  },
  request_failed: { level: 'error', text: 'A request failed by a fault of the service.' },
  database_connection_lost: { level: 'warn', text: 'A connection to the database broke.' },
  work_retried: { level: 'warn', text: 'Something failed and is tried again.' },
  chain_silent: { level: 'warn', text: 'A chain does not answer; its keys are checked later.' },
  asset_unpriced: { level: 'warn', text: 'Inventory without a price counts as nothing.' },
  no_trusted_proxies: {
    level: 'warn',
    text: 'TRUSTED_PROXIES is not set: behind a proxy all visitors count as one, with one budget.',
  },
  fingerprint_changed: {
    level: 'warn',
    text: 'The fingerprint is not that of the last start: publish it, and tell users to pin it.',
  },
  service_started: { level: 'info', text: 'The service has started.' },
  service_stopped: { level: 'info', text: 'The service has stopped.' },
  execution_accepted: { level: 'info', text: 'A quote was accepted and is carried out.' },
  request_answered: { level: 'debug', text: 'A request was answered.' },
} as const satisfies Record<string, { level: LogLevel; text: string }>

/** Name of a log event. */
export type LogEvent = keyof typeof logEvents

/** Events that need an operator. */
export const alarms: readonly LogEvent[] = getNames(logEvents).filter(
  (event) => logEvents[event].level === 'error',
)

function getNames<name extends string>(events: Record<name, unknown>): name[] {
  return Object.keys(events).filter((name): name is name => name in events)
}
