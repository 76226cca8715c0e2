import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { groupByEnvironment, slowestFiles, sortLongestFirst } from './fileOrder.ts'

const root = join(import.meta.dirname, '../../../..')
const all = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => ({ moduleId: join(root, 'src', name) }))
const files = all.filter(({ moduleId }) => /\.(integration|campaign)\.test\.ts$/.test(moduleId))

test('starts the listed slow files first, in their order, and all of them exist', () => {
  const begun = sortLongestFirst(files).map(({ moduleId }) => moduleId.slice(root.length + 1))
  const named = begun.map((path) => slowestFiles.findIndex((start) => path.startsWith(start)))
  const first = named.slice(0, named.indexOf(-1))
  expect(first).toEqual(first.toSorted((one, other) => one - other))
  expect([...new Set(first)]).toEqual(slowestFiles.map((_, place) => place))
  expect(named.slice(first.length).filter((place) => place >= 0)).toEqual([])
})

test('starts the others by size, the largest first, and loses none', () => {
  const begun = sortLongestFirst(files)
  expect(begun.toSorted(byPath)).toEqual(files.toSorted(byPath))
  const sizes = begun
    .filter(({ moduleId }) => !slowestFiles.some((start) => moduleId.includes(`/${start}`)))
    .map(({ moduleId }) => statSync(moduleId).size)
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
})

test('groups files by environment and keeps their order within it', () => {
  const before = sortLongestFirst(all)
  const begun = groupByEnvironment(before)
  const pages = begun.filter(({ moduleId }) => isInBrowser(moduleId))
  expect(pages.length).toBeGreaterThan(10)
  const at = begun.findIndex(({ moduleId }) => isInBrowser(moduleId))
  expect(begun.slice(at, at + pages.length)).toEqual(pages)
  expect(before.filter(({ moduleId }) => isInBrowser(moduleId))).toEqual(pages)
  expect(begun.toSorted(byPath)).toEqual(all.toSorted(byPath))
})

function isInBrowser(path: string): boolean {
  return readFileSync(path, 'utf8').startsWith('// @vitest-environment happy-dom')
}

function byPath(one: { moduleId: string }, other: { moduleId: string }): number {
  return one.moduleId < other.moduleId ? -1 : 1
}
