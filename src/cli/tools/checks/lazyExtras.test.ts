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

test('accepts an extra in a chunk that is loaded on demand', () => {
  expect(findLazyErrors([page(), chunk('receive.js', { moduleIds: [code] })], extras)).toEqual([])
})

test('finds an extra that the page imports indirectly, with module and chunk', () => {
  const chunks = [
    page('shared.js'),
    chunk('shared.js', { imports: ['deep.js'] }),
    chunk('deep.js', { moduleIds: [code] }),
  ]
  expect(findLazyErrors(chunks, extras)).toEqual([
    `A first visit loads the QR code: ${code} is in deep.js.`,
  ])
})

test('reports an extra that is in no chunk: its package may have been renamed', () => {
  expect(findLazyErrors([page()], extras)).toEqual([
    expect.stringContaining('No file of the build holds the QR code'),
  ])
})

test('fails for a build without the page', () => {
  expect(() => findLazyErrors([chunk('other.js')], extras)).toThrow('no file of index.html')
})
