import { parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { keccak256, numberToHex, recoverAuthorizationAddress } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { type Hash, Hex } from '#protocol/ids/hex.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness()
const { asset, getNode, newOwner, accept } = harness
let firth: DevnetChain
/** Proxy of Firth that rejects delegations of accounts with pending transactions. */
let proxy: TestProxy
/** The devnet with Firth behind the proxy. */
let network: Network
let services: TestServices

beforeAll(async () => {
  firth = getNode('Firth')
  proxy = await startTestProxy(firth.rpcUrl)
  proxy.replies.set('eth_getTransactionCount', countWaiting)
  proxy.refusals.set('eth_sendRawTransaction', refuseReserved)
  const chains = harness.network.chains.map((chain) =>
    chain.chainId === firth.chainId ? { ...chain, blockMs: 300, rpcUrl: proxy.url } : chain,
  )
  network = { ...harness.network, chains }
  services = createServices()
  await services.start()
})

afterAll(async () => {
  await services.stop()
  proxy.stop()
})
const funds = [
  ['Firth', 'USDC', 50_000_000n],
  ['Delta', 'USDC', 50_000_000n],
] as const
/** Times of rejections because of a nonce gap. */
const behindGap: number[] = []
/** Whether the node rejects transactions that only use up a nonce. */
let isFull = false
/** Fills to this recipient are rejected. */
let refusedRecipient: EvmAddress | undefined
/** Where the worker fails next, once. */
let end: { at: string; reached: () => void } | undefined
/** Simulated pending transactions by account: a devnet node mines at once. */
const waiting = new Map<string, number>()
/** Accounts and recipients that caused a query or a rejection. */
const seen = new Set<string>()

test('an account whose own transactions wait holds nobody up, and is served once they are mined', async () => {
  const stopper = await newOwner('eip7702', funds)
  const account = stopper.account.accountAddress
  const quote = await accepted(stopper)
  waiting.set(account, 2)
  services.worker.wake()
  await expect.poll(() => seen.has(account)).toBe(true)

  await expectServed()
  expect(await toStatus(quote)).toMatchObject({ status: 'PENDING' })
  waiting.delete(account)
  expect(await waitUntilTerminal(services, { quoteId: quote })).toMatchObject({
    status: 'COMPLETED',
  })
})

test.each(['before sign', 'after sign', 'after broadcast'] as const)(
  'a transaction that nodes go on refusing gives its nonce up, once, when the worker ends %s',
  async (failpoint) => {
    const stopper = await newOwner('eip7702', funds)
    const account = stopper.account.accountAddress
    await queueBehindGap(stopper)
    const ended = endAt(`${failpoint} revoke`)
    const quote = await accepted(stopper)
    await ended
    expect(seen).toContain(account)
    await startAnew(() => Promise.resolve())

    await expectServed()
    const record = await waitUntilTerminal(services, { quoteId: quote })
    expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'TRANSACTION_REVERTED' })
    expect(await deposited(quote)).toEqual([
      { state: 'reverted', revokes: false, isLanded: false },
      { state: 'reverted', revokes: true, isLanded: true },
    ])
    expect(await spentBy(stopper)).toBeGreaterThan(0n)
  },
)

test('what is refused only because it comes behind such a transaction is sent when its turn comes', async () => {
  const stopper = await newOwner('eip7702', funds)
  const account = stopper.account.accountAddress
  await queueBehindGap(stopper)
  isFull = true
  behindGap.length = 0
  const stopped = await accepted(stopper)
  await expect.poll(() => seen.has(account)).toBe(true)
  const bystander = await accepted(await newOwner('roleBased', funds))
  // Longer than anything is refused that gives its nonce up.
  await expect
    .poll(() => (behindGap.at(-1) ?? 0) - (behindGap[0] ?? 0), { interval: 100 })
    .toBeGreaterThan(4_000)
  isFull = false
  expect(await waitUntilTerminal(services, { quoteId: bystander })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await waitUntilTerminal(services, { quoteId: stopped })).toMatchObject({
    status: 'REFUNDED',
  })
})

test('a delivery that nodes go on refusing is called off, and those behind it are made', async () => {
  const [payer, other] = await Promise.all([
    newOwner('roleBased', funds),
    newOwner('roleBased', funds),
  ])
  refusedRecipient = privateKeyToAccount(generatePrivateKey()).address
  const recipient = `${firth.chainId}:${refusedRecipient}`
  const refused = await accepted(payer, { from: 'Delta', to: 'Firth', recipient })
  await expect.poll(() => seen.has(refusedRecipient ?? '')).toBe(true)

  const quoteId = await accepted(other, { from: 'Delta', to: 'Firth' })
  expect(await waitUntilTerminal(services, { quoteId })).toMatchObject({ status: 'COMPLETED' })
  expect(await waitUntilTerminal(services, { quoteId: refused })).toMatchObject({
    status: 'REFUNDED',
    failReason: 'TRANSACTION_REVERTED',
  })
})

test('what was signed for an execution that has ended gives its nonce up', async () => {
  const stopper = await newOwner('eip7702', funds)
  await queueBehindGap(stopper)
  const ended = endAt('after sign deposit')
  const quote = await accepted(stopper)
  await ended
  await startAnew(async () => {
    const { storage } = harness.database
    await storage.query(`update executions set status = 'REFUNDED' where quote_id = $1`, [quote])
    await storage.query(
      `update transactions set created_at = created_at - interval '3 minutes' where quote_id = $1`,
      [quote],
    )
  })

  await expectServed()
  expect(await deposited(quote)).toEqual([
    { state: 'sent', revokes: false, isLanded: false },
    { state: 'sent', revokes: true, isLanded: true },
  ])
})

test('with several executors nobody waits for what one of them cannot bring to the chain', async () => {
  await services.stop()
  services = createServices([devnetKeys.executorB])
  await services.start()
  const executor = toAddressKey(getKeyAddress(devnetKeys.executor))
  const kept: Hex[] = []
  // The node accepts the first executor's transactions and never mines them.
  proxy.replies.set('eth_sendRawTransaction', async ([sent]) => {
    const raw = Hex.parse(sent)
    if ((await readSigner(keccak256(raw))) !== executor)
      return firth.client.sendRawTransaction({ serializedTransaction: raw })
    kept.push(raw)
    return keccak256(raw)
  })
  const held = await accepted(await newOwner('roleBased', funds))
  await expect.poll(() => kept.length).toBeGreaterThan(0)

  await expectServed()
  expect(await toStatus(held)).toMatchObject({ status: 'PENDING' })
  proxy.replies.delete('eth_sendRawTransaction')
  expect(await waitUntilTerminal(services, { quoteId: held })).toMatchObject({
    status: 'COMPLETED',
  })
})

function createServices(moreExecutors: readonly Hash[] = []): TestServices {
  return harness.createServices({
    network,
    moreExecutors,
    onFailpoint(failpoint, about) {
      if (end?.at !== `${failpoint} ${about}`) return
      end.reached()
      end = undefined
      throw new Error(`The worker ends ${failpoint} ${about}.`)
    },
  })
}

function endAt(at: string): Promise<void> {
  return new Promise((reached) => {
    end = { at, reached }
  })
}

/** Stops the worker and starts one that knows only the database. */
async function startAnew(between: () => Promise<unknown>): Promise<void> {
  await services.stop()
  await between()
  services = createServices()
  await services.start()
}

/** Expects later executions of other accounts on the chain to complete. */
async function expectServed(): Promise<void> {
  const bystanders = await Promise.all([newOwner('roleBased', funds), newOwner('eip7702', funds)])
  const quotes = await Promise.all(bystanders.map((owner) => accepted(owner)))
  for (const quoteId of quotes)
    expect(await waitUntilTerminal(services, { quoteId })).toMatchObject({ status: 'COMPLETED' })
}

/** Signs and hands in a transfer, from Firth to Delta unless given. @returns Its quote's id. */
async function accepted(
  owner: TestOwner,
  {
    from = 'Firth',
    to = 'Delta',
    recipient,
  }: Partial<Record<'from' | 'to' | 'recipient', string>> = {},
): Promise<string> {
  const quote = await services.service.quotes.quoteV3({
    from: {
      accounts: [owner.account],
      asset: { assetId: asset(from, 'USDC') },
      amount: '7000001',
    },
    to: {
      asset: { assetId: asset(to, 'USDC') },
      ...(recipient !== undefined && { account: recipient }),
    },
  })
  const signed = await signByOwners(quote, { owners: [owner], network: harness.network })
  await accept(signed, services)
  return quote.id
}

/** Queues two transactions behind one that is never sent. */
async function queueBehindGap({ key, account }: TestOwner): Promise<void> {
  const address = account.accountAddress
  await firth.client.setBalance({ address, value: 10n ** 18n })
  for (const nonce of [1, 2]) {
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const call = { to: address, gas: 21_000n, chainId: firth.number, nonce, ...fees }
    const serializedTransaction = await key.signTransaction({ ...call, type: 'eip1559' })
    await firth.client.sendRawTransaction({ serializedTransaction })
  }
}

async function countWaiting([of, at]: readonly unknown[]): Promise<Hex> {
  const address = EvmAddress.parse(of)
  const blockTag = at === 'pending' ? at : 'latest'
  const count = await firth.client.getTransactionCount({ address, blockTag })
  const own = waiting.get(address) ?? 0
  if (own > 0) seen.add(address)
  return numberToHex(count + (blockTag === 'pending' ? own : 0))
}

/**
 * As geth does: one transaction of the account's own is none too many, a second is. And as others do:
 * nothing is taken that comes behind a gap.
 */
async function refuseReserved([sent]: readonly unknown[]): Promise<string | undefined> {
  const raw = Hex.parse(sent)
  const { authorizationList = [], nonce = 0, to, data = '0x' } = parseTransaction(raw)
  const signer = EvmAddress.parse(await readSigner(keccak256(raw)))
  const next = await firth.client.getTransactionCount({ address: signer, blockTag: 'pending' })
  if (nonce > next) {
    behindGap.push(performance.now())
    return `nonce too high: next nonce ${next}, tx nonce ${nonce}`
  }
  if (refusedRecipient && data.includes(refusedRecipient.slice(2).toLowerCase())) {
    seen.add(refusedRecipient)
    return 'exceeds block gas limit'
  }
  if (isFull && isSameAddress(to ?? '', signer)) return 'txpool is full'
  for (const authorization of authorizationList) {
    const address = await recoverAuthorizationAddress({ authorization })
    const { pending, queued } = await firth.client.getTxpoolContent()
    const pooled = [pending, queued].flatMap((by) =>
      Object.entries(by).flatMap(([from, own]) =>
        isSameAddress(from, address) ? Object.keys(own) : [],
      ),
    )
    if (pooled.length + (waiting.get(address) ?? 0) < 2) continue
    seen.add(address)
    return 'authority already reserved'
  }
  return undefined
}

async function toStatus(quoteId: string): Promise<object> {
  return services.executions.status(quoteId)
}

/** What an account cost beyond what it paid, 1e-8 US dollars. */
async function spentBy({ account }: TestOwner): Promise<bigint> {
  const [row] = await harness.database.storage.query<{ spent: bigint }>(
    'select spent_usd as spent from sponsor_budgets where account = $1',
    [toAddressKey(account.accountAddress)],
  )
  return row?.spent ?? 0n
}

/** Whose key signed a transaction: it is stored before it is sent. */
async function readSigner(hash: Hex): Promise<string | undefined> {
  const [row] = await harness.database.storage.query<{ signer: string }>(
    'select signer from transactions where hash = $1',
    [hash],
  )
  return row?.signer
}

/** Transactions signed for a deposit, oldest first, and whether they landed. */
async function deposited(quoteId: string): Promise<object[]> {
  const rows = await harness.database.storage.query<{ state: string; hash: Hex; revokes: boolean }>(
    `select s.state, t.hash, (t.meta->>'revokes')::boolean is true as revokes
     from steps s join transactions t using (quote_id, leg, action, attempt)
     where quote_id = $1 and action = 'deposit' order by t.created_at`,
    [quoteId],
  )
  return Promise.all(
    rows.map(async ({ hash, ...row }) => {
      const receipt = firth.client.getTransactionReceipt({ hash })
      return { ...row, isLanded: await receipt.then(Boolean, () => false) }
    }),
  )
}
