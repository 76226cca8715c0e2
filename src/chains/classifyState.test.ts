import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { FailReason } from '#protocol/status/failReason.ts'

const folders = ['../service', '../chains'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)

/** The only files that name reasons: classifiers and their tables. */
const naming = /(?:^|\/)(?:classify\w+|\w+Errors|errorTable)\.ts$/

/** Only compares reasons given elsewhere: who pays for a refund. */
const comparing = ['service/executions/sponsorship/countUnpaidGas.ts']

/** An error code and a fail reason have this name; an error response with it is no fail reason. */
const alsoAnError = 'INVALID_SIGNATURE'

test('no code path names a fail reason except the classifier', () => {
  expect(getFiles(folders).flatMap((file) => namedIn(file))).toEqual([])
})

function getFiles(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => file.endsWith('.ts') && !/(?:\.test|\/test\w+)\.ts$/.test(file)),
  )
}

function namedIn(file: string): readonly string[] {
  const isAllowed = naming.test(file) || comparing.some((name) => file.endsWith(name))
  if (isAllowed) return []
  const text = readFileSync(file, 'utf8')
  return FailReason.options
    .filter((reason) => reason !== alsoAnError && text.includes(`'${reason}'`))
    .map((reason) => `${path.basename(file)}: ${reason}`)
}
