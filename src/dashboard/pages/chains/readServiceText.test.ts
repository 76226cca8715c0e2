import { expect, test } from 'vitest'

import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { readServiceText } from './readServiceText.ts'

const chains = identifyChains([{ chain: 'eip155:71117002', name: 'Delta' }])
const token = '0x1111111111111111111111111111111111111111'

test.each([
  ['agg:eth: 7.5 ETH needed, 0 available.', 'ETH: 7.5 ETH needed, 0 available.'],
  ['eip155:71117002 cannot be read now.', 'Delta cannot be read now.'],
  [`eip155:71117002/erc20:${token}: 5 needed.`, '0x1111\u20261111 on Delta: 5 needed.'],
  ['eip155:1 and SOME_OTHER_CODE stay.', 'eip155:1 and SOME_OTHER_CODE stay.'],
])('%s', (text, read) => {
  expect(readServiceText(text, chains)).toBe(read)
})
