import { expect, test } from 'vitest'

import { renderJunit } from './renderJunit.ts'

test('a report has a suite for each file and is well-formed XML', () => {
  const report = renderJunit([
    {
      name: 'unit',
      tests: [
        { file: 'a.test.ts', name: 'adds "1 < 2" & more', outcome: 'passed', ms: 1_500 },
        { file: 'a.test.ts', name: 'waits', outcome: 'skipped', ms: 0 },
        {
          file: 'b.test.ts',
          name: 'breaks',
          outcome: 'failed',
          ms: 20,
          error: 'no <b>\u0007\nat b',
        },
      ],
    },
  ])
  expect(report).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="unit: a.test.ts" tests="2" failures="0" skipped="1" time="1.500">
    <testcase classname="a.test.ts" name="adds &quot;1 &lt; 2&quot; &amp; more" time="1.500"/>
    <testcase classname="a.test.ts" name="waits" time="0.000"><skipped/></testcase>
  </testsuite>
  <testsuite name="unit: b.test.ts" tests="1" failures="1" skipped="0" time="0.020">
    <testcase classname="b.test.ts" name="breaks" time="0.020"><failure message="no &lt;b&gt;">no &lt;b&gt;
at b</failure></testcase>
  </testsuite>
</testsuites>
`)
})
