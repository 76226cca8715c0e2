import { expect, test } from 'vitest'

import type { BuiltChunk } from '../../build/builtChunks.ts'
import { findLazyErrors } from './lazyExtras.ts'

const extras = [{ name: 'the QR code', modules: /\/qrcode\.react\// }]
const code = '/node_modules/qrcode.react/index.js'

function chunk(fileName: string, more: Partial<BuiltChunk> = {}): BuiltChunk {
  return { fileName, facadeModuleId: null, imports: [], moduleIds: [], ...more }
}

function page(...imports: string[]): BuiltChunk {
  return chunk('start.js', { facadeModuleId: '/index.html', imports })
}

test('an extra in a file that is loaded when needed is in order', () => {
  expect(findLazyErrors([page(), chunk('receive.js', { moduleIds: [code] })], extras)).toEqual([])
})

test('an extra that the page imports over two files is found, with module and file', () => {
  const chunks = [
    page('shared.js'),
    chunk('shared.js', { imports: ['deep.js'] }),
    chunk('deep.js', { moduleIds: [code] }),
  ]
  expect(findLazyErrors(chunks, extras)).toEqual([
    `A first visit loads the QR code: ${code} is in deep.js.`,
  ])
})

test('an extra that is nowhere is said, so that a renamed package does not end the watch', () => {
  expect(findLazyErrors([page()], extras)).toEqual([
    expect.stringContaining('No file of the build holds the QR code'),
  ])
})

test('an extra that is only planned may be nowhere', () => {
  const planned = extras.map((extra) => ({ ...extra, isPlanned: true }))
  expect(findLazyErrors([page()], planned)).toEqual([])
})

test('a build without the page is no build', () => {
  expect(() => findLazyErrors([chunk('other.js')], extras)).toThrow('no file of index.html')
})
