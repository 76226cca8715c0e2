import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { campaigns } from './campaigns.ts'

const root = path.join(import.meta.dirname, '../../..')

test.each(campaigns)('every path of the campaign $name matches a file', ({ paths }) => {
  const files = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.split(path.sep).join('/')),
    ),
  )
  expect(paths.filter((part) => !files.some((file) => file.includes(part)))).toEqual([])
})
