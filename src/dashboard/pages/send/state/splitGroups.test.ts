import { expect, test } from 'vitest'

import { splitGroups } from '../form/LookAlikePanel.tsx'

test('addresses are compared in groups of four, the end as people read it', () => {
  const marks = splitGroups('0xDA46D06B9FC2', '0xda46E9389fc2')
  expect(marks).toEqual([
    { text: 'DA46', isSame: true },
    { text: 'D06B', isSame: false },
    { text: '9FC2', isSame: true },
  ])
  expect(splitGroups('abcdefghi', 'abcDefghi').map(({ text }) => text)).toEqual([
    'abcd',
    'e',
    'fghi',
  ])
  expect(splitGroups('abcd', 'abcD')[0]?.isSame).toBe(false)
})
