import type { z } from 'zod'

import { deployVariables } from '../../deploy/deployVariables.ts'
import { refusedByServe, refusedByStart, variableGroups } from '#service/config/variables.ts'

/** The page that explains every variable; its tables are written from the schemas. */
export const configurationPath = '.github/CONFIGURATION.md'

/** Returns the page with the tables that the schemas say; what stands around them stays. */
export function writeTables(page: string): string {
  const tables = [
    ...Object.entries(variableGroups).map(
      ([heading, group]) => [heading, toTable(group, true)] as const,
    ),
    ['`npm run deploy`', toTable(deployVariables, false)],
  ] as const
  return tables.reduce((text, [heading, table]) => {
    const [before = '', after = ''] = text.split(`## ${heading}\n`)
    return `${before}## ${heading}\n${after.replace(/^\|.*\n(\|.*\n)*/m, () => table)}`
  }, page)
}

/** `npm run house`: a fault when the page's tables are not those of the schemas. */
export function findPageFaults(files: readonly { path: string; text: string }[]): string[] {
  const page = files.find(({ path }) => path === configurationPath)?.text ?? ''
  return writeTables(page) === page
    ? []
    : [`${configurationPath}: its tables are not those of the schemas; run npm run variables.`]
}

function toTable(group: Readonly<Record<string, z.ZodType>>, hasReaders: boolean): string {
  const rows = Object.entries(group).map(([name, schema]) => [
    `\`${name}\``,
    schema.description ?? '',
    getDefault(schema),
    ...(hasReaders ? [getReaders(name)] : []),
  ])
  const head = ['variable', 'meaning', 'default', ...(hasReaders ? ['read by'] : [])]
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows].map((cells) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '),
  )
  return lines.map((line) => `| ${line} |\n`).join('')
}

function getDefault(schema: z.ZodType): string {
  const { def } = schema
  return 'defaultValue' in def && def.defaultValue !== '' ? `\`${String(def.defaultValue)}\`` : ''
}

function getReaders(name: string): string {
  if (name === 'CHROMIUM_PATH') return '`npm test`'
  if (name === 'ESTUARY_URL') return 'tools'
  if (name === 'FEE_RECEIVER') return 'start (mirror), serve'
  const readers = [
    ...(name in refusedByStart ? [] : ['start']),
    ...(name in refusedByServe ? [] : ['serve']),
  ]
  return readers.join(', ')
}
