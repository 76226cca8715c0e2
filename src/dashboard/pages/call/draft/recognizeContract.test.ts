import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import { getEvmChains } from '#networks/getChain.ts'
import { decodeData } from '../../signing/operations/decoding/decodeData.ts'
import { blankCall } from './callSearch.ts'
import { fromDecoded } from '../editor/contract/RawMeaning.tsx'
import { recognizeContract, setContract } from './recognizeContract.ts'

const [chain] = getEvmChains(devnet)
if (!chain) throw new Error('The devnet has no EVM chain.')
const usdc = {
  assetType: chain.nativeAsset,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  token: at.usdc,
  units: undefined,
}
const place = { chain, assets: [usdc] }

test('a contract that has all functions of an interface is recognized by it', () => {
  const selectors = vault4626Abi
    .filter((item) => item.type === 'function')
    .map((item) => toFunctionSelector(item))
  const read = recognizeContract({ selectors: [...selectors, '0x12345678'] })
  expect(read.interfaceOf?.id).toBe('erc4626')
  expect(read.abi).toContain('function deposit(uint256 assets, address receiver)')
  expect(read.unknown).toContain('0x12345678')
})

test('a contract without known functions stays unknown', () => {
  expect(recognizeContract({ selectors: ['0x12345678'] })).toEqual({
    interfaceOf: undefined,
    abi: undefined,
    count: 0,
    unknown: ['0x12345678'],
  })
})

test('a listed contract brings its interface, unless a function is chosen', () => {
  expect(setContract(blankCall, { to: at.usdc, place }).abi).toBe('erc20')
  expect(setContract(blankCall, { to: at.weth, place }).abi).toBe('weth')
  expect(setContract({ ...blankCall, abi: 'erc20' }, { to: at.vault, place }).abi).toBe('erc4626')
  const chosen = { ...blankCall, fn: 'mint(uint256,address)' }
  expect(setContract(chosen, { to: at.usdc, place }).abi).toBe('erc4626')
  expect(
    setContract(blankCall, { to: ` ${place.chain.chainId}:${at.usdc}\u200B`, place }),
  ).toMatchObject({
    to: at.usdc,
    abi: 'erc20',
  })
  const elsewhere = `oeth:${at.usdc}`
  expect(setContract(blankCall, { to: elsewhere, place })).toEqual({ ...blankCall, to: elsewhere })
  expect(setContract(blankCall, { to: '0x12', place })).toEqual({ ...blankCall, to: '0x12' })
})

test('data that could be decoded becomes a function with its fields', () => {
  const friend = '0x00000000000000000000000000000000000000C3'
  const data = `0xa9059cbb${friend.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}` as const
  const { fn, values } = decodeData(data, { to: at.usdc })
  if (!fn) throw new Error('Expected a known function.')
  expect(fromDecoded({ ...blankCall, data }, { fn, values })).toMatchObject({
    abi: 'erc20',
    fn: 'transfer(address,uint256)',
    args: [friend, '5'],
    data: undefined,
  })
})
