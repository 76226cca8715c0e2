import { afterEach, expect, test, vi } from 'vitest'

import { isAndroidBrowser } from './isPhone.ts'

afterEach(() => vi.unstubAllGlobals())

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36`, true],
  ['Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', true],
  [`${android} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`, false],
  [
    `${android.replace('Pixel 9)', 'Pixel 9; wv)')} Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36`,
    false,
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', false],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0 Safari/537.36', false],
])('%s', (userAgent, expected) => {
  vi.stubGlobal('navigator', { userAgent })
  expect(isAndroidBrowser()).toBe(expected)
})
