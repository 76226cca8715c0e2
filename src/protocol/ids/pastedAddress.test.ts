import { expect, test } from 'vitest'

import { readPastedAddress } from './pastedAddress.ts'

const evm = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const reference = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test.each<[string, string, string, string?]>([
  ['alone', evm, evm],
  ['with a capital X', evm.replace('0x', '0X'), evm],
  ['with spaces, a byte order mark and a zero-width space around it', `\uFEFF ${evm}\u200B\n`, evm],
  ['with direction marks around it', `\u2066${evm}\u2069`, evm],
  ['CAIP-10', `eip155:8453:${evm}`, evm, 'eip155:8453'],
  ['EIP-3770', `eth:${evm}`, evm, 'eip155:1'],
  ['EIP-3770 of a rollup', `base:${evm}`, evm, 'eip155:8453'],
  ['EIP-681', `ethereum:${evm}`, evm],
  ['EIP-681 with a chain', `ethereum:${evm}@10`, evm, 'eip155:10'],
  ['EIP-681 with an amount', `ethereum:pay-${evm}@10?value=1e18`, evm, 'eip155:10'],
  ['Solana alone', solana, solana],
  ['Solana with a space', ` ${solana}\u00AD`, solana],
  ['Solana Pay', `solana:${solana}?amount=1`, solana],
  ['CAIP-10 of Solana', `solana:${reference}:${solana}`, solana, `solana:${reference}`],
])('an address %s', (_, text, address, chainId) => {
  expect(readPastedAddress(text)).toEqual({
    kind: 'address',
    address,
    ...(chainId !== undefined && { chainId }),
  })
})

test.each([
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'Bitcoin'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'Bitcoin'],
  ['bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=1', 'Bitcoin'],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'Tron'],
  ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'XRP Ledger'],
  ['GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7', 'Stellar'],
  ['EQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG', 'TON'],
  ['cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq', 'Cosmos'],
  ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 'Polkadot'],
])('%s is named as an address of another ecosystem', (text, ecosystem) => {
  expect(readPastedAddress(text)).toEqual({ kind: 'foreign', ecosystem })
})

test.each([
  [evm.replace('90F79', '90f79'), { kind: 'checksum' }],
  [`base:${evm.replace('90F79', '90f79')}`, { kind: 'checksum' }],
  [`eip155:1:${evm.replace('90F79', '90f79')}`, { kind: 'checksum' }],
  [`solana:${evm}`, { kind: 'none' }],
  [`base:${solana}`, { kind: 'none' }],
  [`ethereum:${solana}`, { kind: 'none' }],
  [`eip155:x:${evm}`, { kind: 'none' }],
  [`Foo:${evm}`, { kind: 'unknownChain', prefix: 'Foo' }],
  [`ethereum:${evm}@1/transfer?address=${evm}&uint256=1`, { kind: 'request' }],
  ['solana:https://pay.example/x', { kind: 'none' }],
  ['ada.eth', { kind: 'none' }],
  ['', { kind: 'none' }],
  [`0x${'11'.repeat(32)}`, { kind: 'none' }],
  [`${evm.slice(0, 20)}\u200B${evm.slice(20)}`, { kind: 'none' }],
])('%s is no address: it says why', (text, read) => {
  expect(readPastedAddress(text)).toEqual(read)
})
