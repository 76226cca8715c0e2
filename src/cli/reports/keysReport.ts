import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

import { checksumAddress, EvmAddress, SolanaAddress } from '#protocol/ids/caip.ts'
import { maxAppFeeBps } from '#protocol/quotes/quote.ts'
import { type Permission, permissionNames } from '#service/roles/apiKeyRecord.ts'
import { hashApiKey } from '#service/http/access/apiKeys.ts'
import {
  type ApiKeyRow,
  type StoredAppFee,
  disableApiKeys,
  listApiKeys,
  saveApiKey,
} from '#service/storage/tables/apiKeys.ts'
import type { Storage } from '#service/storage/database.ts'

const usage = `npm run keys -- create <label> [--may ${permissionNames.join(',')}] [--origins https://app.example,...] [--rate 300]
    [--fee-bps 20 --fee-receiver 0x...,<Solana address>]
npm run keys -- list
npm run keys -- disable <label>, or the first 8 or more digits of a key's digest
In production, node dist/program/keys.js takes the place of "npm run keys --".`

/** Default rights of an API key: all that a client needs. */
const defaults: readonly Permission[] = ['read', 'quote', 'execute']
const defaultRate = 300
const maxRate = 100_000

/**
 * Runs one command of `npm run keys`: `create` (shows the new key once: only its digest is stored),
 * `list`, `disable`.
 *
 * @returns Lines for a terminal.
 *
 * @throws Error with one sentence when the command is invalid or no key matches.
 */
export async function reportKeys(storage: Storage, words: readonly string[]): Promise<string[]> {
  const [command, ...rest] = words
  if (command === 'create') return create(storage, rest)
  if (command === 'list' && rest.length === 0) return list(storage)
  const [which] = rest
  if (command === 'disable' && which !== undefined && rest.length === 1)
    return disable(storage, which)
  throw new Error(usage)
}

async function create(storage: Storage, words: string[]): Promise<string[]> {
  const row = parseKeyOptions(words)
  const key = `estuary_${randomBytes(24).toString('base64url')}`
  const others = (await listApiKeys(storage)).filter(({ label }) => label === row.label)
  await saveApiKey(storage, { ...row, hash: hashApiKey(key) })
  return [
    key,
    `This is the key of ${row.label}. It is shown this once and stored nowhere: hand it over by a safe way.`,
    ...(others.length > 0
      ? [
          `${row.label} has ${others.length} more: they count as one client. Disable the old ones when the new one is in use.`,
        ]
      : []),
  ]
}

function parseKeyOptions(words: string[]): Omit<ApiKeyRow, 'hash'> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      may: { type: 'string' },
      origins: { type: 'string' },
      rate: { type: 'string' },
      'fee-bps': { type: 'string' },
      'fee-receiver': { type: 'string' },
    },
  })
  const [label, ...more] = positionals
  if (label === undefined || more.length > 0 || !/^[\w .@-]{1,64}$/.test(label))
    throw new Error(`A label of up to 64 letters, digits, spaces, dots or dashes.\n${usage}`)
  // Reserved for the environment's key and the dashboard's visitors.
  if (label === 'environment' || label === 'dashboard')
    throw new Error(`${label} is taken by the service itself: choose another label.`)
  const permissions = parseList(values.may) ?? [...defaults]
  const unknown = permissions.find((name) => !permissionNames.some((known) => known === name))
  if (unknown !== undefined)
    throw new Error(`${unknown} is no permission: ${permissionNames.join(', ')}.`)
  const allowedOrigins = parseList(values.origins) ?? []
  const wrong = allowedOrigins.find((text) => !URL.canParse(text) || new URL(text).origin !== text)
  if (wrong !== undefined)
    throw new Error(`${wrong} is no origin: such as https://app.example, without a path.`)
  const requestsPerSecond = Number(values.rate ?? defaultRate)
  if (!Number.isInteger(requestsPerSecond) || requestsPerSecond < 1 || requestsPerSecond > maxRate)
    throw new Error(`--rate is requests in a second, from 1 to ${maxRate}.`)
  const appFee = parseFee({ bps: values['fee-bps'], receivers: values['fee-receiver'] })
  return { label, permissions, allowedOrigins, requestsPerSecond, ...(appFee && { appFee }) }
}

/** Reads the fee that quotes of a key charge for its app, and who gets it in each ecosystem. */
function parseFee(texts: {
  bps: string | undefined
  receivers: string | undefined
}): StoredAppFee | undefined {
  const list = parseList(texts.receivers) ?? []
  if (texts.bps === undefined && list.length === 0) return undefined
  const bps = Number(texts.bps)
  if (!Number.isInteger(bps) || bps < 1 || bps > maxAppFeeBps)
    throw new Error(`--fee-bps is in hundredths of a percent, from 1 to ${maxAppFeeBps}.`)
  const receivers: StoredAppFee['receivers'] = {}
  for (const text of list) {
    const [evm, solana] = [EvmAddress.safeParse(text), SolanaAddress.safeParse(text)]
    if (evm.success && !/^0x0+$/.test(text)) receivers.evm = checksumAddress(evm.data)
    else if (solana.success) receivers.solana = solana.data
    else throw new Error(`${text} is no address that a fee can be paid to.`)
  }
  if (list.length === 0) throw new Error('--fee-receiver says who gets the fee: name an address.')
  return { bps, receivers }
}

function describeFee(fee: ApiKeyRow['appFee']): string {
  return fee ? `${fee.bps} bps to ${Object.values(fee.receivers).join(' and ')}` : 'no fee'
}

function parseList(text: string | undefined): string[] | undefined {
  const parts = text?.split(',').map((part) => part.trim())
  return parts?.filter((part) => part !== '')
}

async function list(storage: Storage): Promise<string[]> {
  const keys = await listApiKeys(storage)
  if (keys.length === 0) return ['No key is stored. The key in API_KEY works without being stored.']
  return keys.map(
    ({ hash, label, permissions, allowedOrigins, createdAt, disabledAt, ...limits }) =>
      [
        hash.slice(0, 12),
        label,
        permissions.join(',') || 'nothing',
        `${limits.requestsPerSecond}/s`,
        allowedOrigins.join(',') || 'any origin',
        describeFee(limits.appFee),
        `since ${createdAt.toISOString()}`,
        ...(disabledAt ? [`disabled ${disabledAt.toISOString()}`] : []),
      ].join('  '),
  )
}

async function disable(storage: Storage, which: string): Promise<string[]> {
  const disabled = await disableApiKeys(storage, which)
  if (disabled.length === 0) throw new Error(`No key in use is called ${which}.`)
  return disabled.map(
    ({ hash, label }) => `${hash.slice(0, 12)} of ${label} is refused from in ten seconds on.`,
  )
}
