import { expect, test } from 'vitest'

import { isPagePath } from '#service/http/dashboard/notFound.ts'

test('a name to look at is a page, files and the paths of the service are none', () => {
  const paths = ['/', '/swap', '/watch/ada.eth', '/sw.js', '/assets/a.js', '/api/v1/quote', '/docs']
  expect(paths.filter(isPagePath)).toEqual(['/', '/swap', '/watch/ada.eth'])
})
