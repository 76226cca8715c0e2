import { expect, test, vi } from 'vitest'
import { printFingerprint } from './serveEnvironment.ts'

test('another fingerprint than that of the last start is printed with what to do', () => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  printFingerprint({ now: 'cafe', before: undefined })
  expect(print.mock.calls).toEqual([[expect.stringContaining('asks people to compare: cafe')]])
  printFingerprint({ now: 'cafe', before: 'f00d' })
  expect(print.mock.lastCall?.[0]).toContain('At the last start it was f00d. Publish the new one')
  print.mockRestore()
})
