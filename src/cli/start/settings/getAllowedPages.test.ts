import { expect, test } from 'vitest'
import { getAllowedPages } from './settings.ts'

const at = { host: '127.0.0.1', port: 8080 }

test('allows the dashboard at every address it can be opened at, and no other page', () => {
  expect(getAllowedPages({}, at)).toEqual({
    origins: ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'],
    hosts: [],
  })
})

test('allows the origins in the environment, without their paths', () => {
  const environment = {
    PUBLIC_URL: 'https://estuary.example/app',
    CORS_ORIGINS: 'https://a.example, https://b.example:8443,*',
    PUBLIC_RPC_URL_71117001: 'https://rpc.example/firth',
  }
  const { origins, hosts } = getAllowedPages(environment, { host: '0.0.0.0', port: 80 })
  expect(origins).toEqual([
    'http://0.0.0.0',
    'http://127.0.0.1',
    'http://localhost',
    'http://[::1]',
    'https://estuary.example',
    'https://a.example',
    'https://b.example:8443',
  ])
  expect(hosts).toEqual(['rpc.example'])
})
