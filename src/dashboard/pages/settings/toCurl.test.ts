import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { toCurl } from './toCurl.ts'

const origin = 'https://estuary.test'

/** What curl is given when a shell runs the command. */
function getArguments(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('a request is repeated by a shell letter by letter, whatever it says', () => {
  const body = JSON.stringify({
    note: `it's $HOME, \`id\`, $(id), "two", \\ and ''' or\nmore !! %s`,
    amount: '100000000',
  })
  const url = '/dashboard-api/v3/quote?name=o%27neill&other=a%20b&c=$d'
  expect(getArguments(toCurl({ method: 'POST', url, body }, origin))).toEqual([
    '-X',
    'POST',
    `https://estuary.test/dashboard-api/v3/quote?name=o%27neill&other=a%20b&c=$d`,
    '-H',
    'origin: https://estuary.test',
    '-H',
    'content-type: application/json',
    '--data-raw',
    body,
  ])
})

test('nothing that an answer put into a body erases a quote in a terminal', () => {
  const body = JSON.stringify({ note: `${'\u007F'.repeat(300)}; touch here #\u202E\u0085` })
  const command = toCurl({ method: 'POST', url: '/dashboard-api/v3/quote', body }, origin)
  expect(command).not.toMatch(/[\u007F-\u009F\u202E]/)
  expect(JSON.parse(getArguments(command).at(-1) ?? '')).toEqual(JSON.parse(body))
})

test('what is only read has neither a body nor headers', () => {
  const url = '/estuary/dashboard-api/assets'
  expect(toCurl({ method: 'GET', url }, origin)).toBe(
    `curl -X GET 'https://estuary.test/estuary/dashboard-api/assets'`,
  )
})

test('signatures of a signed execution are left out, and nothing else of it', () => {
  const secret = 'feedbeef'.repeat(16)
  const [operation, ...others] = sampleQuote(samples['two chains into one']).originChainsOperations
  if (!operation || !('userOp' in operation)) throw new Error('Expected an operation on EVM.')
  const delegation = { contractAddress: '0xaa', nonce: 1 }
  const signed = {
    originChainsOperations: [
      {
        ...operation,
        userOp: { ...operation.userOp, signature: `0x${secret}` },
        delegation: { ...delegation, signature: { r: secret, s: secret, yParity: 1 } },
      },
      { type: 'solana', dataToSign: 'AQID', signature: secret },
      ...others,
    ],
    tamperProofSignature: `0x${secret}`,
  }
  const body = JSON.stringify(signed)
  const url = '/dashboard-api/v3/quote/execute-quote'
  const command = toCurl({ method: 'POST', url, body }, origin)
  expect(body).toContain(secret)
  expect(command).not.toContain(secret)
  const left: typeof signed = JSON.parse(getArguments(command).at(-1) ?? '')
  expect(left.originChainsOperations[0]).toEqual({
    ...operation,
    userOp: { ...operation.userOp, signature: '<signature left out>' },
    delegation: { ...delegation, signature: '<signature left out>' },
  })
  expect(left.tamperProofSignature).toBe('<signature left out>')
  expect(left.originChainsOperations).toHaveLength(signed.originChainsOperations.length)
})

test('a key is asked for in its place, where the page sent one', () => {
  const body = '{"name":"empty-inventory","active":true}'
  const command = toCurl({ method: 'POST', url: '/api/devnet/scenarios', body }, origin)
  expect(getArguments(command)).toEqual([
    '-X',
    'POST',
    'https://estuary.test/api/devnet/scenarios',
    '-H',
    'x-api-key: <key left out>',
    '-H',
    'content-type: application/json',
    '--data-raw',
    body,
  ])
})

test('a body that is no longer kept is said to be none', () => {
  const command = toCurl({ method: 'POST', url: '/dashboard-api/v3/quote' }, origin)
  expect(getArguments(command).at(-1)).toBe('<body no longer kept>')
})
