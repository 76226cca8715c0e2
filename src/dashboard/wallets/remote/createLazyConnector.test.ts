import { afterEach, expect, test, vi } from 'vitest'
import { createConfig, mock } from 'wagmi'
import { mainnet } from 'wagmi/chains'
import { connect, disconnect, getConnection, reconnect } from 'wagmi/actions'
import { http } from 'viem'

import { createLazyConnector } from './createLazyConnector.ts'

afterEach(() => localStorage.clear())

const accounts = ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'] as const

/** A page with a wallet whose code `load` loads. */
function openPage(load = vi.fn(async () => mock({ accounts, features: { reconnect: true } }))) {
  const config = createConfig({
    chains: [mainnet],
    connectors: [createLazyConnector({ id: 'remote', name: 'Remote', load })],
    transports: { [mainnet.id]: http() },
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('Expected a connector.')
  return { config, connector, load }
}

test('a wallet that nobody chose is not loaded at the start', async () => {
  const { config, load } = openPage()
  await reconnect(config)
  expect(load).not.toHaveBeenCalled()
  expect(getConnection(config).status).toBe('disconnected')
})

test('once chosen it is loaded, after a reload again, and no more once it was disconnected', async () => {
  const first = openPage()
  await connect(first.config, { connector: first.connector })
  expect(getConnection(first.config)).toMatchObject({ address: accounts[0] })
  const second = openPage()
  await reconnect(second.config)
  expect(second.load).toHaveBeenCalledOnce()
  await connect(second.config, { connector: second.connector }).catch(() => undefined)
  await disconnect(second.config, { connector: second.connector })
  const third = openPage()
  await reconnect(third.config)
  expect(third.load).not.toHaveBeenCalled()
})

test('what could not be loaded is tried again when it is chosen again', async () => {
  const load = vi.fn(async () => mock({ accounts }))
  load.mockRejectedValueOnce(new TypeError('Offline.'))
  const { config, connector } = openPage(load)
  await expect(connect(config, { connector })).rejects.toThrow('Offline.')
  await connect(config, { connector })
  expect(load).toHaveBeenCalledTimes(2)
})
