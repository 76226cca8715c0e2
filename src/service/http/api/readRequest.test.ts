import { expect, test } from 'vitest'

import type { ErrorBody } from '#protocol/status/errors.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { ServiceError } from '../../ServiceError.ts'
import { readRequest } from './readRequest.ts'

const account = '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d'

test('an empty value in a query counts as none', () => {
  const history = { user: account, limit: '', continuation: '', sortBy: '' }
  expect(readRequest(endpoints.history, { query: history, body: undefined }).query).toEqual({
    user: account,
    limit: 20,
    sortBy: 'createdAt',
  })
  const balances = { address: account, assetId: '' }
  expect(readRequest(endpoints.balancesV2, { query: balances, body: undefined }).query).toEqual({
    address: account,
  })
  expect(getIssues(endpoints.status, { query: { quoteId: '' } })).toMatchObject([
    { path: 'quoteId' },
  ])
})

test.each([
  ['an asset', endpoints.balancesV2, { query: { address: account, assetId: 'eip155:1/x:1' } }],
  ['an address', endpoints.history, { query: { user: '0x66A7' } }],
  ['an id', endpoints.status, { query: { quoteId: '0x12' } }],
  ['a key', endpoints.predictAddress, { body: { type: 'any', signerAddress: 'me' } }],
  ['a call', endpoints.prepareCallQuoteV1, { body: getCall({ value: '0x' }) }],
  ['call data', endpoints.prepareCallQuoteV1, { body: getCall({ data: 'approve' }) }],
  ['a chain', endpoints.prepareCallQuoteV1, { body: { ...getCall({}), targetChain: 'ethereum' } }],
])('%s in a wrong form is answered with the form that is right', (_, endpoint, received) => {
  const issues = getIssues(endpoint, received)
  expect(issues).not.toEqual([])
  for (const { path, message } of issues) {
    expect(path).not.toBe('')
    expect(message).toMatch(/^Expected [^.]*(0x|eip155|base58)[^.]*\.$/)
  }
})

test.each([
  ['a quote', endpoints.quoteV1, 'from.account'],
  ['a call', endpoints.prepareCallQuoteV1, 'account'],
  ['a quoted call', endpoints.callQuoteV1, 'account'],
])('generation 1 says of %s for a Solana account where it is taken', (_, endpoint, path) => {
  const solana = {
    type: 'solana',
    accountAddress: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  }
  const asset = { assetId: 'agg:usdc' }
  const body = {
    ...getCall({}),
    account: solana,
    from: { account: solana, asset, amount: '1' },
    to: { asset },
  }
  const message = 'Expected an EVM account: generation 3 takes Solana accounts.'
  expect(getIssues(endpoint, { body })).toContainEqual({ path, message })
})

function getCall(call: object) {
  const keys = { sessionAddress: account, adminAddress: account, accountAddress: account }
  return {
    account: keys,
    targetChain: 'eip155:1',
    calls: [{ to: account, ...call }],
    tokensRequired: [],
  }
}

test('null in a body is as if the field were absent, at any depth; in a list it is an item', () => {
  const keys = {
    type: null,
    sessionAddress: account,
    adminAddress: account,
    accountAddress: account,
  }
  const asset = { assetId: 'agg:usdc' }
  const quote = {
    from: { accounts: [keys], asset, amount: '1', chains: null },
    to: { asset, account: null, amount: null },
    slippageTolerance: null,
    acceptsUnlisted: null,
    more: null,
  }
  expect(readRequest(endpoints.quote, { query: {}, body: quote }).receivedBody).toEqual({
    from: { accounts: [{ ...keys, type: undefined }], asset, amount: '1' },
    to: { asset },
  })
  const call = {
    ...getCall({ data: null, value: null }),
    allowanceRequirements: null,
    overrides: null,
    validUntil: null,
  }
  const { body } = readRequest(endpoints.prepareCallQuoteV1, { query: {}, body: call })
  expect(body).toMatchObject({ calls: [{ data: '0x', value: '0x0' }], allowanceRequirements: [] })
  expect(getIssues(endpoints.quote, { body: { ...quote, from: null } })).not.toEqual([])
  expect(
    getIssues(endpoints.prepareCallQuoteV1, { body: { ...call, calls: [null] } }),
  ).toMatchObject([{ path: 'calls.0' }])
})

test('items of a list in a query are separated by commas, or stand in parameters of one name', () => {
  const solana = 'solana:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const balances = { aggregatedAssetId: ['agg:usdc', 'agg:eth,agg:usdc', ''] }
  const query = { ...balances, account: [`eip155:1:${account}`, solana] }
  expect(readRequest(endpoints.balances, { query, body: undefined }).query).toMatchObject({
    account: [account, solana.slice(7)],
    aggregatedAssetId: ['agg:usdc', 'agg:eth'],
  })
  const history = { user: account, status: ['COMPLETED', 'FAILED'], chain: [''] }
  expect(readRequest(endpoints.history, { query: history, body: undefined }).query).toMatchObject({
    status: ['COMPLETED', 'FAILED'],
    chain: undefined,
  })
  expect(getIssues(endpoints.history, { query: { ...history, status: ['DONE'] } })).toMatchObject([
    { path: 'status.0' },
  ])
})

/** Returns the issues reported for a request. */
function getIssues(
  endpoint: Endpoint,
  { query, body }: { query?: object; body?: object },
): NonNullable<ErrorBody['issues']> {
  try {
    readRequest(endpoint, { query, body })
  } catch (error) {
    if (error instanceof ServiceError) return error.issues ?? []
    throw error
  }
  return []
}

test('a body of another type is told what was expected, although it is a union', () => {
  expect(getIssues(endpoints.quote, { body: [] })).toMatchObject([
    { path: '', message: expect.stringContaining('expected object') },
  ])
})
