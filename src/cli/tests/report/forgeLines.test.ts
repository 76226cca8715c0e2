import { expect, test } from 'vitest'

import { createForgeReader } from './forgeLines.ts'

const printed = `
Ran 2 tests for test/Signers.t.sol:SignersTest
[PASS] test_rotates() (gas: 12345)
[FAIL: NotOwner(0x01); counterexample: calldata=0x args=[1]] testFuzz_refuses(uint256) (runs: 3)
Suite result: FAILED. 1 passed; 1 failed; 0 skipped; finished in 1.2s (3s CPU time)

Ran 1 test for test/Gas.t.sol:GasTest
[SKIP] test_later() (gas: 0)

Failing tests:
Encountered 1 failing test in test/Signers.t.sol:SignersTest
[FAIL: NotOwner(0x01); counterexample: calldata=0x args=[1]] testFuzz_refuses(uint256) (runs: 3)
`

test('reads each forge test once, with its file and why it failed', () => {
  const reader = createForgeReader('src/contracts')
  const tests = printed.split('\n').flatMap((line) => reader.read(line))
  const file = 'src/contracts/test/Signers.t.sol'
  expect(tests).toEqual([
    { file, name: 'test_rotates()', outcome: 'passed', ms: 0 },
    {
      file,
      name: 'testFuzz_refuses(uint256)',
      outcome: 'failed',
      ms: 0,
      error: 'NotOwner(0x01); counterexample: calldata=0x args=[1]',
    },
    { file: 'src/contracts/test/Gas.t.sol', name: 'test_later()', outcome: 'skipped', ms: 0 },
  ])
})
