import { expect, test } from 'vitest'

import { restoreRequestCasing, checksumAddresses } from './restoreRequestCasing.ts'

const checksummed = '0x83b2483c479E0613DDa2f9FC1A949a4C42BC2E15'
const lower = checksummed.toLowerCase()
const capitals = `0x${checksummed.slice(2).toUpperCase()}`
const other = '0xC1ae74dE0C65dD9f2bE086CfA82D97f10159E463'
const answer = {
  account: { accountAddress: checksummed },
  fees: { assets: { [`eip155:1/erc20:${checksummed}`]: '1' } },
  recipientAccount: `eip155:1:${checksummed}`,
  spender: other,
  userOp: { sender: checksummed, callData: `0x${checksummed.slice(2).repeat(2)}` },
}

test('an answer spells addresses, assets and recipients as the request did, and the rest as it does', () => {
  const request = {
    from: { accountAddress: lower },
    to: { asset: `eip155:1/erc20:${lower}`, account: `eip155:1:${capitals}` },
    data: other.toLowerCase(),
  }
  expect(restoreRequestCasing(answer, request)).toEqual({
    account: { accountAddress: lower },
    fees: { assets: { [`eip155:1/erc20:${lower}`]: '1' } },
    recipientAccount: `eip155:1:${capitals}`,
    spender: other,
    userOp: { ...answer.userOp, sender: lower },
  })
})

test('what is hashed is never spelled in capitals only, which libraries refuse', () => {
  const normalized = restoreRequestCasing(answer, { accountAddress: capitals })
  expect(normalized.account.accountAddress).toBe(capitals)
  expect(normalized.userOp.sender).toBe(checksummed)
})

test('the checksum of every address comes back, whatever was written', () => {
  for (const written of [lower, capitals])
    expect(
      checksumAddresses(restoreRequestCasing(answer, { to: written, id: `eip155:1:${written}` })),
    ).toEqual(answer)
})
