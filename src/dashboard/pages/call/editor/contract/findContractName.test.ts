import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { getEvmChains } from '#networks/getChain.ts'
import { findContractName } from './findContractName.ts'

const [chain] = getEvmChains(devnet)
const where = { network: devnet, chainId: chain?.chainId ?? 'eip155:0' } as const

test('every contract that the network lists has a name in words', () => {
  const names = Object.values(chain?.contracts ?? {}).map((at) => findContractName(at, where))
  expect(names).toContain('Estuary’s paymaster')
  for (const name of names) expect(name).toMatch(/^[A-Z].* /)
})

test('tokens and the vault are named, and nothing else is', () => {
  expect(findContractName(devnetAddresses.usdc, where)).toBe('USD Coin token')
  expect(findContractName(devnetAddresses.vault, where)).toBe('Vault for USDC')
  expect(findContractName('0x00000000000000000000000000000000000ca11e', where)).toBeUndefined()
  const elsewhere = { ...where, chainId: 'eip155:1' } as const
  expect(findContractName(devnetAddresses.usdc, elsewhere)).toBeUndefined()
})
