import { createServer } from 'node:net'

import { expect, test } from 'vitest'

import { checkPortFree, findFreePort } from './ports.ts'

const host = '127.0.0.1'

test('a free port is outside the ephemeral range and can be listened on', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort(host)))
  expect(Math.min(...ports)).toBeGreaterThan(1_023)
  expect(Math.max(...ports)).toBeLessThan(32_768)
  for (const port of ports)
    await expect(checkPortFree(port, { host, name: 'PORT' })).resolves.toBeUndefined()
})

test('reports a port that is in use, with the name of its setting', async () => {
  const port = await findFreePort(host)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  await expect(checkPortFree(port, { host, name: 'PORT' })).rejects.toThrow(
    `The port ${port} is in use by another program; end that one, or choose another with PORT.`,
  )
  await new Promise((resolve) => server.close(resolve))
})

test('fails at once for a host that is no address of this machine', async () => {
  await expect(findFreePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL')
})
