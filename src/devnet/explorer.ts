import { type Connection, type ParsedTransactionWithMeta, PublicKey } from '@solana/web3.js'
import {
  type Abi,
  formatUnits,
  parseEventLogs,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem'
import { programs } from '#chains/solana/program/addresses.ts'
import { decodeHolding } from '#chains/solana/program/tokenState.ts'
import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { uniswapV3PoolAbi } from '#contracts/abi/uniswapV3Pool.ts'
import { wrappedNativeAbi } from '#contracts/abi/wrappedNative.ts'
import { findEvmChain, getChain, getEscrow, getRoles } from '#networks/getChain.ts'
import type { Member, Network } from '#networks/network.ts'
import {
  AccountAddress,
  type ChainId,
  checksumAddress,
  EvmAddress,
  isSameAddress,
  SolanaAddress,
  splitAssetType,
  getChainReference,
} from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'
import type { DevnetChain } from './deploy/startChains.ts'
import {
  type Fact,
  type Html,
  html,
  renderFacts,
  renderPage,
  styleSheet,
  type DevnetResponse,
  type DevnetRoute,
} from './explorer/page.ts'
import type { DevnetSolana } from './solana/startSolana.ts'

/** A chain of either ecosystem: its assets by reference, and names of its addresses. */
type Shown = {
  chainId: ChainId
  assets: readonly (Member & { reference: string })[]
  names: readonly (readonly [name: string, address: string])[]
}

/** Events are told by these names. */
const abi: Abi = [
  ...entryPointAbi,
  ...originEscrowAbi,
  ...destinationSettlerAbi,
  ...devTokenAbi,
  ...wrappedNativeAbi,
  ...uniswapV3PoolAbi,
  ...signersAbi,
]
/** Arguments that are an amount of the token beside them. */
const amountNames = /^(amount|fee|value|minimumAmount)$/
/** Pattern of valid ids; any other text could be a message that somebody wants the page to show. */
const idText = /^[0-9A-Za-z]{1,100}$/
/** Transactions listed of a Solana address. */
const listed = 25
/**
 * Creates the explorer's pages of transactions and addresses: plain, without scripts, every value escaped, so
 * that they work under the strictest content security policy. A chain shows its escrow. Unknown ids answer
 * 404, a chain that is down 503.
 */
export function createExplorerRoutes(served: {
  chains: readonly DevnetChain[]
  network: Network
  solana: DevnetSolana | undefined
}): DevnetRoute[] {
  const { network } = served
  const nodes = [...served.chains, ...(served.solana ? [served.solana] : [])]
  const style = { status: 200, contentType: 'text/css; charset=utf-8', body: styleSheet }
  const items = nodes.map(({ chainId, name }) => {
    return html`<li><a href="/explorer/${getChainReference(chainId)}">${name}</a> (${chainId})</li>`
  })
  const front = renderPage(
    'Local chains',
    html`<ul>
      ${items}
    </ul>`,
  )
  return [
    { method: 'GET', path: '/explorer/style.css', handle: async () => style },
    { method: 'GET', path: '/explorer', handle: async () => front },
    { method: 'GET', path: '/explorer/:chain', handle: ({ params }) => show(params) },
    { method: 'GET', path: '/explorer/:chain/:kind/:id', handle: ({ params }) => show(params) },
  ]

  async function show(params: Record<string, string>): Promise<DevnetResponse> {
    const { chain = '' } = params
    const node = nodes.find(({ chainId }) => getChainReference(chainId) === chain)
    if (!node) return renderMissing('There is no local chain', chain)
    const { name, chainId } = node
    if (node.node.pid() === undefined)
      return renderPage(`${name} is down`, html`<p>Its node isn’t responding.</p>`, 503)
    const { kind = 'address', id = getEscrow(getChain(network, chainId)) } = params
    const shown = createShown(network, chainId)
    const body = await ('client' in node
      ? renderEvm(node.client, shown, { kind, id })
      : renderSolana(node.connection, shown, { kind, id }))
    if (!body)
      return renderMissing(`${name} has no ${kind === 'tx' ? 'transaction' : 'address'}`, id)
    return renderPage(`${kind === 'tx' ? 'Transaction' : 'Address'} on ${name}`, body)
  }
}

type Asked = { kind: string; id: string }

/** Renders a transaction or an address of an EVM chain. */
async function renderEvm(
  client: PublicClient,
  shown: Shown,
  { kind, id }: Asked,
): Promise<Html | undefined> {
  const hash = Hash.safeParse(id).data
  const address = EvmAddress.safeParse(id).data
  if (kind === 'tx' && hash !== undefined) return renderEvmTransaction(client, shown, hash)
  if (kind === 'address' && address !== undefined) return renderEvmAddress(client, shown, address)
  return undefined
}

async function renderEvmTransaction(
  client: PublicClient,
  shown: Shown,
  hash: Hash,
): Promise<Html | undefined> {
  const [transaction, receipt] = await Promise.all([
    client.getTransaction({ hash }).catch(ignoreError(TransactionNotFoundError)),
    client.getTransactionReceipt({ hash }).catch(ignoreError(TransactionReceiptNotFoundError)),
  ])
  if (!transaction) return undefined
  const to = transaction.to ?? receipt?.contractAddress
  const facts: Fact[] = [
    ['Hash', transaction.hash],
    ['Status', receipt?.status.replace('success', 'succeeded') ?? 'pending'],
    ['From', renderAddress(shown, transaction.from)],
    ['To', to ? renderAddress(shown, to) : 'creates a contract'],
    ['Value', formatAmount(shown, transaction.value, zeroAddress)],
  ]
  if (!receipt) return renderFacts(facts)
  const { logs, blockNumber, gasUsed, effectiveGasPrice } = receipt
  const { timestamp } = await client.getBlock({ blockNumber })
  const decoded = new Map(parseEventLogs({ abi, logs }).map((event) => [event.logIndex, event]))
  const events = logs.map(({ logIndex, address, topics, data }) => {
    const { eventName = 'Unknown event', args = { topics, data } } = decoded.get(logIndex) ?? {}
    const contract: Fact = ['Contract', renderAddress(shown, address)]
    return renderFacts([contract, ...listArguments(shown, args, address)], eventName)
  })
  return html`${renderFacts([
    ...facts,
    ['Fee', formatAmount(shown, gasUsed * effectiveGasPrice, zeroAddress)],
    ['Block', blockNumber],
    ['Time', formatDate(timestamp)],
  ])}
  ${events}`
}

async function renderEvmAddress(
  client: PublicClient,
  shown: Shown,
  address: EvmAddress,
): Promise<Html> {
  const [code = '0x', nonce, ...holdings] = await Promise.all([
    client.getCode({ address }),
    client.getTransactionCount({ address }),
    ...shown.assets.map(async ({ symbol, reference, decimals }): Promise<Fact> => {
      const token = {
        address: EvmAddress.safeParse(reference).data ?? zeroAddress,
        abi: devTokenAbi,
      }
      const args = [address] as const
      const units = await (token.address === zeroAddress
        ? client.getBalance({ address })
        : client.readContract({ ...token, functionName: 'balanceOf', args }))
      return [symbol, `${formatUnits(units, decimals)} ${symbol}`]
    }),
  ])
  return renderFacts([
    ['Address', renderAddress(shown, address)],
    ['Code', `${code.length / 2 - 1} bytes`],
    ['Transactions sent', nonce],
    ...holdings,
  ])
}

/** Renders a transaction or an address of a cluster. */
async function renderSolana(
  connection: Connection,
  shown: Shown,
  { kind, id }: Asked,
): Promise<Html | undefined> {
  if (kind === 'address' && SolanaAddress.safeParse(id).success)
    return renderSolanaAddress(connection, shown, id)
  if (kind !== 'tx' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(id)) return undefined
  const options = { maxSupportedTransactionVersion: 0 }
  const found = await connection.getParsedTransaction(id, options)
  if (!found) return undefined
  const { meta, transaction, slot, blockTime } = found
  const { accountKeys, instructions } = transaction.message
  const signers = accountKeys.filter(({ signer }) => signer)
  const called = [...new Set(instructions.map(({ programId }) => String(programId)))]
  const facts: Fact[] = [
    ['Signature', id],
    ['Status', meta?.err ? `failed: ${JSON.stringify(meta.err)}` : 'succeeded'],
    ['Slot', slot],
    ['Time', formatDate(blockTime ?? 0)],
    ['Fee', formatAmount(shown, BigInt(meta?.fee ?? 0), nativeMint)],
    ['Signed by', signers.map(({ pubkey }) => renderAddress(shown, String(pubkey)))],
    ['Programs', called.map((program) => renderAddress(shown, program))],
  ]
  const log = (meta?.logMessages ?? []).map((line, index): Fact => [String(index + 1), line])
  return html`${renderFacts(facts)} ${renderFacts(listChanges(shown, found), 'Balance changes')}
  ${renderFacts(log, 'Log')}`
}

/** Balance changes of each account, in coins and tokens. */
function listChanges(shown: Shown, { meta, transaction }: ParsedTransactionWithMeta): Fact[] {
  const coins = transaction.message.accountKeys.map(({ pubkey }, index) => {
    const units = (meta?.postBalances[index] ?? 0) - (meta?.preBalances[index] ?? 0)
    return { holder: String(pubkey), units: BigInt(units), token: nativeMint }
  })
  const tokens = (meta?.postTokenBalances ?? []).map((after) => {
    const { accountIndex, mint, owner = '', uiTokenAmount } = after
    const before = meta?.preTokenBalances?.find((one) => one.accountIndex === accountIndex)
    const units = BigInt(uiTokenAmount.amount) - BigInt(before?.uiTokenAmount.amount ?? 0)
    return { holder: owner, units, token: mint }
  })
  return [...coins, ...tokens].flatMap(({ holder, units, token }): Fact[] => {
    const amount = `${units > 0n ? '+' : ''}${formatAmount(shown, units, token)}`
    return units === 0n ? [] : [[amount, renderAddress(shown, holder)]]
  })
}

async function renderSolanaAddress(
  connection: Connection,
  shown: Shown,
  id: SolanaAddress,
): Promise<Html> {
  const key = new PublicKey(id)
  const [account, signatures, ...held] = await Promise.all([
    connection.getAccountInfo(key),
    connection.getSignaturesForAddress(key, { limit: listed }),
    ...[programs.token, programs.token2022].map((program) =>
      connection.getTokenAccountsByOwner(key, { programId: new PublicKey(program) }),
    ),
  ])
  const holdings = held.flatMap(({ value }) =>
    value.map(({ pubkey, account: { data, owner } }): Fact => {
      const { units = 0n, mint = '' } = decodeHolding({ owner: String(owner), data }) ?? {}
      return [formatAmount(shown, units, mint), html`in ${renderAddress(shown, String(pubkey))}`]
    }),
  )
  const facts: Fact[] = [
    ['Address', renderAddress(shown, id)],
    ['Balance', formatAmount(shown, BigInt(account?.lamports ?? 0), nativeMint)],
    ['Owned by', account ? renderAddress(shown, String(account.owner)) : 'nobody: unused'],
    ['Kind', account?.executable ? 'a program' : `${account?.data.length ?? 0} bytes of data`],
    ...holdings,
  ]
  const latest = signatures.map(({ signature, err }): Fact => {
    return [err ? 'failed' : 'succeeded', renderLink(shown, 'tx', signature)]
  })
  return html`${renderFacts(facts)} ${renderFacts(latest, 'Latest transactions')}`
}

function createShown(network: Network, chainId: ChainId): Shown {
  const chain = getChain(network, chainId)
  const assets = network.aggregates
    .flatMap(({ members }) => members)
    .map((member) => ({ ...member, ...splitAssetType(member.assetType) }))
    .filter((asset) => asset.chainId === chainId)
  const names = [
    ...assets.map(({ symbol, reference }) => [symbol, reference] as const),
    ...Object.entries(findEvmChain(network, chainId)?.contracts ?? {}),
    ['escrow', getEscrow(chain)] as const,
    ...Object.entries(getRoles(network, chainId)),
  ]
  return { chainId, assets, names }
}

/** Renders a link to a transaction or an address. */
function renderLink({ chainId }: Shown, kind: string, id: string): Html {
  return html`<a href="/explorer/${getChainReference(chainId)}/${kind}/${id}">${id}</a>`
}

/** Renders a link to an address, with its name if it has one. */
function renderAddress(shown: Shown, address: string): Html {
  const [name] = shown.names.find(([, known]) => isSameAddress(known, address)) ?? []
  const id = address.startsWith('0x') ? checksumAddress(EvmAddress.parse(address)) : address
  const link = renderLink(shown, 'address', id)
  return name === undefined ? link : html`${link} (${name})`
}

/** Formats an amount with the symbol of its token, or of the coin; of an unknown token in units. */
function formatAmount({ assets }: Shown, units: bigint, token: string): string {
  const isCoin = token === zeroAddress || token === nativeMint
  const asset = assets.find(({ assetType, reference }) =>
    isCoin ? assetType.includes('/slip44:') : isSameAddress(reference, token),
  )
  return asset ? `${formatUnits(units, asset.decimals)} ${asset.symbol}` : `${units} units`
}

/** Lists the arguments of an event or an instruction, also those of its structs. */
function listArguments(shown: Shown, args: object, token: string): Fact[] {
  const own = 'token' in args ? String(args.token) : token
  return Object.entries(args).flatMap(([name, value]: [string, unknown]): Fact[] => {
    if (Array.isArray(value)) return [[name, value.map((item) => renderArgument(String(item)))]]
    if (typeof value === 'object' && value !== null) return listArguments(shown, value, own)
    if (typeof value === 'bigint' && amountNames.test(name))
      return [[name, formatAmount(shown, value, own)]]
    return [[name, renderArgument(String(value))]]
  })

  function renderArgument(text: string): Html {
    return AccountAddress.safeParse(text).success ? renderAddress(shown, text) : html`${text}`
  }
}

function renderMissing(sentence: string, id: string): DevnetResponse {
  const text = idText.test(id) ? `${sentence} ${id}.` : `${sentence} of that name.`
  return renderPage('Not found', html`<p>${text}</p>`, 404)
}

function formatDate(seconds: bigint | number): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}

/** Returns a handler that ignores one kind of error and rethrows others. */
function ignoreError(kind: new (...parts: never[]) => Error): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof kind) return undefined
    throw error
  }
}
