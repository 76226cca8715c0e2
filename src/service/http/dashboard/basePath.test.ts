import { expect, test } from 'vitest'

import { getBasePath, withBasePath, withoutBasePath } from './basePath.ts'

test.each([
  ['https://host.example', ''],
  ['https://host.example/', ''],
  ['https://host.example/estuary', '/estuary'],
  ['https://host.example/a/b/', '/a/b'],
])('of %s the path is %j', (publicUrl, basePath) => {
  expect(getBasePath(publicUrl)).toBe(basePath)
})

test.each([
  ['/estuary', '/'],
  ['/estuary/', '/'],
  ['/estuary?a=1', '/?a=1'],
  ['/estuary/api/chains/supported-list', '/api/chains/supported-list'],
  ['/api/chains/supported-list', '/api/chains/supported-list'],
  ['/estuaryish/api', '/estuaryish/api'],
])('%s is asked for as %s, whether a proxy takes the path away or not', (url, known) => {
  expect(withoutBasePath(url, '/estuary')).toBe(known)
  expect(withoutBasePath(url, '')).toBe(url)
})

test('links of a page lead to where it is reached, those to other hosts as they are', () => {
  const page = '<a href="/x"></a><img src="/y"><a href="//host/z"></a><a href="https://h/w"></a>'
  expect(withBasePath(page, '/estuary')).toBe(
    '<a href="/estuary/x"></a><img src="/estuary/y"><a href="//host/z"></a><a href="https://h/w"></a>',
  )
})
