import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const service = fileURLToPath(new URL('../../service/', import.meta.url))
/** Conditions on the kind of a chain; a `switch` or a table by kind is none. */
const question =
  /kind [!=]== '(?:evm|solana)'|startsWith\('(?:eip155|solana):|\bis(?:Evm|Solana)(?:Chain)?\(/

test('the service asks no chain of which kind it is', () => {
  const asking = readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => question.test(readFileSync(service + file, 'utf8')))
  expect(asking).toEqual([])
})
