import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet.ts'
import { accountChoice, chooseAccounts, defaultChoice, readChoice } from './accountChoice.ts'
import { evmKinds, ownAccount } from './ownAccounts.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('what is remembered is read back, and anything else becomes the role-based account alone', () => {
  expect(readChoice('{"main":"eip7702","also":["basic","eip7702","nonsense"]}')).toEqual({
    main: 'eip7702',
    also: ['basic'],
  })
  for (const text of [null, '', '{', '[]', 'null', '{"main":"solana","also":"basic"}'])
    expect(readChoice(text)).toEqual(defaultChoice)
})

test('a choice holds for its own key only, and never draws twice from one account', () => {
  const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  chooseAccounts(owner, { main: 'basic', also: ['basic', 'roleBased'] })
  expect(accountChoice(owner)).toEqual({ main: 'basic', also: ['roleBased'] })
  expect(accountChoice(other)).toEqual(defaultChoice)
  expect(accountChoice(undefined)).toEqual(defaultChoice)
})

test('one key owns three different accounts, and the EIP-7702 one is the key itself', () => {
  const addresses = evmKinds.map((kind) => ownAccount(devnet, { owner, kind }).accountAddress)
  expect(new Set(addresses).size).toBe(3)
  expect(addresses[2]).toBe(owner)
})
