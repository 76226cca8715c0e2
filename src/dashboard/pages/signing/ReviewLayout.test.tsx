import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { FollowingPage } from './followingPage.ts'
import { ReviewLayout } from './ReviewLayout.tsx'

afterEach(cleanup)

test('while a review is read the page after it loads; that it cannot is not said here', async () => {
  const preload = vi.fn(() => Promise.reject(new Error('offline')))
  render(
    <FollowingPage value={preload}>
      <ReviewLayout panel={null} findings={[]} isExpired={false}>
        {null}
      </ReviewLayout>
    </FollowingPage>,
  )
  expect(preload).toHaveBeenCalledTimes(1)
  await expect(preload.mock.results[0]?.value).rejects.toThrow('offline')
})
