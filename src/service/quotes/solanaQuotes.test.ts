import { expect, test } from 'vitest'

import { programs } from '#chains/solana/program/addresses.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import {
  type PayingAccounts,
  requestQuote,
  groupByAccount,
  chainId,
  clockMs,
  getAllocations,
  buildEvmAccount,
  firth,
  firthUsdc,
  other,
  owner,
  reefUsdc,
  reefUsdt,
  roles,
  sol,
  newWallet,
  wallet,
  composeSolanaQuotes,
} from '#testing/quotes/solanaQuotes.ts'
import { valueRent } from '#testing/quotes/valueSolanaChain.ts'

test('a wallet keeps what it needs to live, or is emptied whole', async () => {
  const held = new Map([[`${wallet.accountAddress} ${sol}`, 1_000_000_000n]])
  const { quotes } = composeSolanaQuotes({ held })
  function ask(amount: bigint) {
    return getAllocations(quotes, { from: sol, to: 'agg:usdt', amount })
  }
  expect(await ask(1_000_000_000n)).toEqual([1_000_000_000n])
  expect(await ask(1_000_000_000n - 890_880n)).toEqual([1_000_000_000n - 890_880n])
  await expect(ask(1_000_000_000n - 890_879n)).rejects.toMatchObject({
    code: 'INSUFFICIENT_BALANCE',
    message: expect.stringContaining('Ask for 0.99910912 SOL at most, or for all of 1 SOL.'),
  })
  await expect(ask(1_000_000_001n)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
})

test('of two wallets one is emptied where that saves a signature, else both live on', async () => {
  const held = new Map([
    [`${wallet.accountAddress} ${sol}`, 1_000_000_000n],
    [`${other.accountAddress} ${sol}`, 500_000_000n],
  ])
  const { quotes } = composeSolanaQuotes({ held })
  const accounts = [wallet, other]
  function ask(amount: bigint) {
    return getAllocations(quotes, { from: sol, to: 'agg:usdt', amount, accounts })
  }
  expect(await ask(1_000_000_000n)).toEqual([1_000_000_000n])
  expect(await ask(1_500_000_000n)).toEqual([1_000_000_000n, 500_000_000n])
  // No single wallet can pay this: it would be left below its reserve.
  const drawn = await ask(999_999_999n)
  expect(drawn).toHaveLength(2)
  expect(drawn.reduce((sum, one) => sum + one, 0n)).toBe(999_999_999n)
  // In proportion both would be left below their reserve.
  expect(await ask(1_498_600_000n)).toEqual([998_600_000n, 500_000_000n])
})

test('a wallet is paid with the rent of its token account in the fee, unless it has one', async () => {
  const held = new Map([[`${owner} ${firthUsdc}`, 100_000_000n]])
  const question = {
    from: firthUsdc,
    to: reefUsdc,
    amount: 50_000_000n,
    accounts: [buildEvmAccount()],
  }
  async function readFee(recipient: string, more: ReadonlyMap<string, bigint> = new Map()) {
    const { quotes } = composeSolanaQuotes({ held: new Map([...groupByAccount(held), ...more]) })
    const quote = await requestQuote(quotes, { ...question, recipient: `${chainId}:${recipient}` })
    expect(quote.destinationToken.recipientAccount).toBe(`${chainId}:${recipient}`)
    return BigInt(quote.fees?.assets[firthUsdc] ?? 0n)
  }
  const known = await readFee(newWallet, new Map([[`${newWallet} ${reefUsdc}`, 1n]]))
  const added = (await readFee(newWallet)) - known
  // A transfer on Solana creates the recipient's account itself.
  const send = { from: reefUsdc, to: reefUsdc, amount: 50_000_000n }
  const own: readonly (readonly [string, bigint])[] = [
    [`${wallet.accountAddress} ${reefUsdc}`, 100_000_000n],
  ]
  async function sendingFee(more: typeof own): Promise<bigint> {
    const { quotes } = composeSolanaQuotes({ held: new Map([...own, ...more]) })
    const quote = await requestQuote(quotes, { ...send, recipient: `${chainId}:${newWallet}` })
    return BigInt(quote.fees?.assets[reefUsdc] ?? 0n)
  }
  const addedBySending =
    (await sendingFee([])) - (await sendingFee([[`${newWallet} ${reefUsdc}`, 1n]]))
  // Lamports at about 150 dollars with 10 % markup, in millionths of a dollar.
  const rent = (valueRent.token * 15_012_345_679n * 11n) / (10n * 99_990_007n * 1_000n)
  for (const one of [added, addedBySending]) expect([rent, rent + 1n, rent - 1n]).toContain(one)
})

test('a quote says whether that rent is in its fee, however many pay for it', async () => {
  const held = groupByAccount(
    new Map([
      [`${owner} ${firthUsdc}`, 100_000_000n],
      [`${wallet.accountAddress} ${reefUsdc}`, 100_000_000n],
      [`${wallet.accountAddress} ${sol}`, 1_000_000_000n],
    ]),
  )
  const { quotes } = composeSolanaQuotes({ held })
  const all = { from: 'agg:usdc', accounts: [buildEvmAccount(), wallet], amount: 150_000_000n }
  const missing = { recipient: `${chainId}:${newWallet}` }
  const there = { recipient: `${chainId}:${wallet.accountAddress}` }
  async function readSays(question: Parameters<typeof requestQuote>[1]) {
    const quote = await requestQuote(quotes, question)
    const { length } = quote.originChainsOperations
    return [
      quote.createsRecipientAccount ?? false,
      length,
      quote.originChainsOperations.some(makesTwo),
    ]
  }
  expect(await readSays({ ...all, ...missing, to: reefUsdt })).toEqual([true, 2, false])
  // Own or foreign recipient: it has a USDC account and no USDT account yet.
  expect(await readSays({ ...all, ...there, to: reefUsdt })).toEqual([true, 2, false])
  const fromEvm = { from: firthUsdc, accounts: [buildEvmAccount()], amount: 50_000_000n }
  expect(await readSays({ ...fromEvm, ...there, to: reefUsdc })).toEqual([false, 1, false])
  expect(await readSays({ ...fromEvm, ...missing, to: reefUsdc })).toEqual([true, 1, false])
  // Native coins need no token account, and EVM chains have none.
  expect(await readSays({ ...all, ...missing, to: sol })).toEqual([false, 2, false])
  expect(await readSays({ ...all, to: 'agg:eth' })).toEqual([false, 2, false])
  // A transfer creates the account itself, along with the fee receiver's.
  const send = { from: reefUsdc, to: reefUsdc, amount: 50_000_000n }
  expect(await readSays({ ...send, ...missing })).toEqual([true, 1, true])
  const known = new Map([...held, [`${newWallet} ${reefUsdc}`, 1n] as const])
  const sent = await requestQuote(composeSolanaQuotes({ held: known }).quotes, {
    ...send,
    ...missing,
  })
  expect([
    sent.createsRecipientAccount ?? false,
    sent.originChainsOperations.some(makesTwo),
  ]).toEqual([false, false])
})

test('coins that a new wallet could not live on are not sent, nor deposited below an order', async () => {
  const held = new Map([
    [`${wallet.accountAddress} ${sol}`, 1_000_000_000n],
    [`${wallet.accountAddress} ${reefUsdc}`, 1n],
    [`${owner} ${firthUsdc}`, 100_000_000n],
  ])
  const { quotes } = composeSolanaQuotes({ held: groupByAccount(held) })
  const recipient = `${chainId}:${newWallet}`
  function send(amount: bigint) {
    return requestQuote(quotes, { from: sol, to: sol, amount, recipient })
  }
  await expect(send(900_000n)).rejects.toMatchObject({ code: 'AMOUNT_TOO_LOW' })
  const sent = BigInt((await send(1_000_000n)).destinationToken.amount)
  expect(sent).toBeGreaterThan(valueRent.wallet)
  const swap = { from: firthUsdc, to: sol, accounts: [buildEvmAccount()], recipient }
  await expect(requestQuote(quotes, { ...swap, amount: 1_180_000n })).rejects.toMatchObject({
    code: 'AMOUNT_TOO_LOW',
    message: expect.stringContaining('0.00089088 SOL'),
  })
  await expect(
    requestQuote(quotes, { from: sol, to: reefUsdc, amount: 900_000n }),
  ).rejects.toMatchObject({
    code: 'AMOUNT_TOO_LOW',
    message: expect.stringContaining('0.00089088 SOL at least beside its fee'),
  })
})

test('delivers no more than the solver of that chain holds beyond what it keeps', async () => {
  const held = groupByAccount(new Map([[`${owner} ${firthUsdc}`, 100_000_000n]]))
  const recipient = `${chainId}:${newWallet}`
  const question = { from: firthUsdc, to: sol, amount: 50_000_000n, accounts: [buildEvmAccount()] }
  function deliver(inventory?: bigint) {
    return requestQuote(composeSolanaQuotes({ held, inventory }).quotes, { ...question, recipient })
  }
  const amount = BigInt((await deliver()).destinationToken.amount)
  expect((await deliver(amount + 10_000_000n)).destinationToken.amount).toBe(`${amount}`)
  await expect(deliver(amount + 9_999_999n)).rejects.toMatchObject({
    code: 'INSUFFICIENT_LIQUIDITY',
  })
})

test('goes to the first own account of an ecosystem that has the asset', async () => {
  const held = new Map([
    [`${wallet.accountAddress} ${reefUsdc}`, 100_000_000n],
    [`${owner} ${firthUsdc}`, 100_000_000n],
  ])
  const { quotes } = composeSolanaQuotes({ held: groupByAccount(held) })
  async function to(assetId: string, accounts: PayingAccounts) {
    const question = { from: 'agg:usdc', to: assetId, amount: 10_000_000n, accounts }
    const { recipientAccount } = (await requestQuote(quotes, question)).destinationToken
    return recipientAccount.split(':').at(-1)
  }
  const evm = buildEvmAccount()
  expect(await to('agg:usdt', [wallet, evm])).toBe(wallet.accountAddress)
  expect(await to('agg:usdt', [evm, wallet])).toBe(evm.accountAddress)
  expect(await to('agg:sol', [evm, other, wallet])).toBe(other.accountAddress)
  expect(await to('agg:eth', [wallet, evm])).toBe(evm.accountAddress)
  expect(await to(firthUsdc, [wallet, evm])).toBe(evm.accountAddress)
  await expect(to('agg:eth', [wallet])).rejects.toMatchObject({
    code: 'RECIPIENT_MISMATCH',
    issues: [{ path: 'to.account' }],
  })
  await expect(to('agg:sol', [evm])).rejects.toMatchObject({ code: 'RECIPIENT_MISMATCH' })
})

test.each([
  ['the System program', '11111111111111111111111111111111', 'INVALID_REQUEST'],
  // A program-derived fee account, for which no key exists.
  ['a derived address', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', 'INVALID_REQUEST'],
  ['what the chain says cannot receive', other.accountAddress, 'INVALID_REQUEST'],
  ['the solver, who cannot pay itself', roles.solver, 'INVALID_REQUEST'],
])('refuses %s as a recipient and says which field names it', async (_, address, code) => {
  const { quotes } = composeSolanaQuotes({
    held: new Map([[`${wallet.accountAddress} ${sol}`, 1_000_000_000n]]),
    faultOf: (recipient) => (recipient === other.accountAddress ? 'It is a mint.' : undefined),
  })
  const recipient = `${chainId}:${address}`
  await expect(
    requestQuote(quotes, { from: sol, to: reefUsdc, amount: 100_000_000n, recipient }),
  ).rejects.toMatchObject({ code, issues: [{ path: 'to.account' }] })
})

test('refuses an account that no key signs for', async () => {
  const derived = { ...wallet, accountAddress: '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1' }
  const { quotes } = composeSolanaQuotes({
    held: new Map([[`${derived.accountAddress} ${sol}`, 10n ** 9n]]),
  })
  const accounts = [buildEvmAccount(), derived]
  await expect(
    requestQuote(quotes, { from: sol, to: 'agg:usdt', amount: 100_000_000n, accounts }),
  ).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    issues: [{ path: 'from.accounts.1.accountAddress' }],
  })
})

test('refuses a recipient of the other ecosystem, and of another cluster', async () => {
  const { quotes } = composeSolanaQuotes({
    held: new Map([[`${wallet.accountAddress} ${sol}`, 10n ** 9n]]),
  })
  function to(assetId: string, recipient: string) {
    return requestQuote(quotes, { from: sol, to: assetId, amount: 100_000_000n, recipient })
  }
  await expect(to(reefUsdc, `${firth}:${owner}`)).rejects.toMatchObject({
    code: 'RECIPIENT_MISMATCH',
  })
  await expect(to('agg:eth', `${chainId}:${newWallet}`)).rejects.toMatchObject({
    code: 'UNSUPPORTED_ASSET',
  })
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  await expect(to(reefUsdc, `${mainnet}:${newWallet}`)).rejects.toMatchObject({
    code: 'UNSUPPORTED_CHAIN',
  })
})

test('a quote that is signed on Solana is over before its blockhash is', async () => {
  const { deadlines } = devnetWithSolana
  const network = { ...devnetWithSolana, deadlines: { ...deadlines, quoteSeconds: 45 } }
  const held = new Map([
    [`${wallet.accountAddress} ${sol}`, 1_000_000_000n],
    [`${owner} ${firthUsdc}`, 100_000_000n],
  ])
  const { quotes } = composeSolanaQuotes({ held: groupByAccount(held), network })
  async function readLife(question: Parameters<typeof requestQuote>[1]) {
    return Number((await requestQuote(quotes, question)).expirationTimestamp) - clockMs / 1000
  }
  expect(await readLife({ from: sol, to: reefUsdc, amount: 100_000_000n })).toBe(35)
  const accounts = [buildEvmAccount(), wallet]
  expect(await readLife({ from: firthUsdc, to: 'agg:sol', amount: 10_000_000n, accounts })).toBe(45)
})

test('generation 1 pays a wallet too, and then has no operation on the destination', async () => {
  const held = groupByAccount(new Map([[`${owner} ${firthUsdc}`, 100_000_000n]]))
  const quote = await composeSolanaQuotes({ held }).quotes.quoteV1({
    from: { account: buildEvmAccount(), asset: { assetId: 'agg:usdc' }, amount: '50000000' },
    to: { asset: { assetId: sol }, account: `${chainId}:${newWallet}` },
  })
  expect(quote.destinationToken).toMatchObject({
    assetType: sol,
    recipientAccount: `${chainId}:${newWallet}`,
  })
  expect(quote.destinationChainOperation).toBeUndefined()
})

test('names the Solana chain when it is down and its assets are needed', async () => {
  const held = new Map([
    [`${wallet.accountAddress} ${reefUsdc}`, 100_000_000n],
    [`${owner} ${firthUsdc}`, 100_000_000n],
  ])
  const { quotes } = composeSolanaQuotes({ held: groupByAccount(held), down: chainId })
  const accounts = [buildEvmAccount(), wallet]
  const question = { from: 'agg:usdc', accounts }
  for (const asked of [
    { ...question, to: 'agg:eth', amount: 150_000_000n },
    { ...question, to: 'agg:sol', amount: 10_000_000n },
  ])
    await expect(requestQuote(quotes, asked)).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      message: expect.stringContaining(chainId),
    })
  const quote = await requestQuote(quotes, { ...question, to: 'agg:eth', amount: 50_000_000n })
  expect(quote.originToken.assetType).toEqual([firthUsdc])
})

test('without the chain of its feeds nothing on Solana is quoted, and that chain is named', async () => {
  const held = new Map([[`${wallet.accountAddress} ${sol}`, 1_000_000_000n]])
  const { quotes } = composeSolanaQuotes({ held, down: firth })
  await expect(
    requestQuote(quotes, { from: sol, to: reefUsdc, amount: 100_000_000n }),
  ).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
    message: expect.stringContaining(firth),
  })
})

/** Whether a message creates two token accounts. */
function makesTwo(operation: ChainOperation): boolean {
  if (isEvmOperation(operation)) return false
  return (
    operation.instructions.filter(({ programId }) => programId === programs.associatedToken)
      .length === 2
  )
}
