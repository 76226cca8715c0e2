import { createWalletClient, encodeDeployData, encodeFunctionData, http, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import { taxTokenAbi } from '#contracts/abi/taxToken.ts'
import { taxTokenBytecode } from '#contracts/bytecode/taxToken.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mine } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { AssetType, type EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { setUpQuotesHarness } from '#testing/harness/quotesHarness.ts'

const issuer = privateKeyToAccount(devnetKeys.deployer)
const account: EvmAddress = '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d'

const harness = setUpQuotesHarness()
const { asset, fund, getNode } = harness

function assetAt(address: EvmAddress): AssetType {
  return AssetType.parse(`${getNode('Delta').chainId}/erc20:${address}`)
}

/** Deploys a token that is on no list and mints this amount to the account. */
async function newToken(symbol: string, amount: bigint): Promise<AssetType> {
  const delta = getNode('Delta')
  const wallet = createWalletClient({ account: issuer, transport: http(delta.rpcUrl) })
  const args = ['A token', symbol, 9, issuer.address] as const
  const data = encodeDeployData({ abi: taxTokenAbi, bytecode: taxTokenBytecode, args })
  const hash = await wallet.sendTransaction({ chain: null, data })
  const { contractAddress } = await delta.client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The token was not made.')
  const call = encodeFunctionData({
    abi: taxTokenAbi,
    functionName: 'mint',
    args: [account, amount],
  })
  await mine(delta, { from: issuer, calls: [{ to: contractAddress, data: call, value: 0n }] })
  return assetAt(contractAddress)
}

/** An address with this code. */
async function place(address: EvmAddress, bytecode: Hex): Promise<AssetType> {
  await getNode('Delta').client.setCode({ address, bytecode })
  return assetAt(address)
}

test('a token that no list names is read from its chain, with what it says of itself, and has no price', async () => {
  const odd = await newToken('ODD', 123_456_789_012n)
  const listed = asset('Delta', 'USDC')
  await fund(account, [['Delta', 'USDC', 5_000_000n]])
  const read = await harness.service.balances.read({ account: [account], assetId: [odd, listed] })
  expect(read.balanceBySpecificAsset).toMatchObject([
    { assetType: odd, balance: '123456789012', fiatValue: 0, decimals: 9, symbol: 'ODD' },
    { assetType: listed, balance: '5000000' },
  ])
  expect(read.unpricedAssets).toEqual([odd])
  expect(read.totalBalance.fiatValue).toBeCloseTo(5, 1)
  const v2 = await harness.service.balances.readV2({ address: account, assetId: [odd] })
  expect(v2.balanceBySpecificAsset).toMatchObject([{ assetType: odd, balance: '123456789012' }])
})

test('a symbol is shown without letters that nobody sees, and never longer than 32 bytes', async () => {
  const hidden = await newToken('US\u200bD\u202eC', 1n)
  const long = await newToken('L'.repeat(5_000), 1n)
  const { balanceBySpecificAsset } = await harness.service.balances.read({
    account: [account],
    assetId: [hidden, long],
  })
  expect(balanceBySpecificAsset.map(({ symbol }) => symbol)).toEqual(['USDC', 'L'.repeat(32)])
})

test('what is no token, answers in words of old, or burns all of its gas hides no other', async () => {
  // Returns "OLD" as bytes32 for every call.
  const word = stringToHex('OLD', { size: 32 }).slice(2)
  const old = await place('0x00000000000000000000000000000000000000b1', `0x7f${word}5f5260205ff3`)
  const burner = await place('0x00000000000000000000000000000000000000b2', '0x5b5f56')
  const nobody = assetAt('0x00000000000000000000000000000000000000b3')
  const good = await newToken('GOOD', 7n)
  const { balanceBySpecificAsset: rows } = await harness.service.balances.read({
    account: [account],
    assetId: [old, burner, nobody, good],
  })
  expect(rows).toMatchObject([
    { symbol: 'OLD' },
    { balance: '0' },
    { balance: '0' },
    { balance: '7' },
  ])
  expect(rows[1]).toEqual({ assetType: burner, balance: '0', fiatValue: 0 })
})

test('many tokens that burn all gas they get hide no other, in whatever order', async () => {
  const burners = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      place(`0x${(0xb000 + index).toString(16).padStart(40, '0')}`, '0xfe'),
    ),
  )
  const good = await newToken('GOOD', 7n)
  const { balanceBySpecificAsset: rows } = await harness.service.balances.read({
    account: [account],
    assetId: [...burners.slice(0, 20), good, ...burners.slice(20)],
  })
  expect(rows).toHaveLength(31)
  expect(rows[20]).toMatchObject({ balance: '7', symbol: 'GOOD', decimals: 9 })
  expect(rows[30]).toEqual({ assetType: burners.at(-1), balance: '0', fiatValue: 0 })
})

test('a coin that no chain has, and a token of an unknown chain, are refused', async () => {
  for (const id of [
    `${getNode('Delta').chainId}/slip44:501`,
    `eip155:424242/erc20:${devnetAddresses.usdc}`,
  ])
    await expect(
      harness.service.balances.read({ account: [account], assetId: [AssetType.parse(id)] }),
    ).rejects.toMatchObject({ code: 'UNSUPPORTED_ASSET' })
})

test('a chain that does not answer is named, and its unlisted tokens are left out', async () => {
  const odd = await newToken('ODD', 1n)
  const { node, chainId } = getNode('Delta')
  await node.pause()
  const read = await harness.service.balances.read({ account: [account], assetId: [odd] })
  await node.resume()
  expect(read).toMatchObject({ balanceBySpecificAsset: [], unavailableChains: [chainId] })
})
