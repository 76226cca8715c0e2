import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Phrases that first-time users did not understand. */
const riddles =
  /faucet sent|pretend|in sight yet|more work than it should|Be early|not yours to do|unless it lands|are landing|Every leg|to rely on right|announced itself|looks on\./i

test('no text of the dashboard is a riddle that was taken out once', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)(test|sample)[A-Z]/.test(file),
  )
  const found = files.flatMap((file) => {
    const code = readFileSync(join(import.meta.dirname, file), 'utf8')
    // Screen texts start with a capital; identifiers and comments are ignored.
    const texts = code.match(/'[A-Z][^'\n]*'|`[^`]*`|>\s*[A-Z][^<>{}]*</g) ?? []
    return texts.filter((text) => riddles.test(text)).map((text) => `${file}: ${text}`)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
