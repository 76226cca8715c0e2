import type {
  ParsedInstruction,
  ParsedTransactionWithMeta,
  PartiallyDecodedInstruction,
} from '@solana/web3.js'

import { formatDate, type TableRow, renderFacts, renderPage } from '../../explorer/explorerPage.ts'
import { type Html, html } from '../../explorer/html.ts'
import type { DevnetResponse } from '../../explorer/route.ts'
import {
  type ShownSolana,
  renderSolanaAddressLink,
  renderSolanaBlockLink,
  formatSol,
  renderUnknown,
} from './solanaPageParts.ts'

/** Renders a transaction: whether it succeeded, its signers, its instructions and transfers. */
export async function renderSolanaTransactionPage(
  chain: ShownSolana,
  signature: string,
): Promise<DevnetResponse> {
  const isSignature = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(signature)
  const found = isSignature
    ? await chain.connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    : null
  if (!found) return renderUnknown(chain, 'transaction', signature)
  const { meta, transaction, slot, blockTime, version } = found
  const signers = transaction.message.accountKeys.filter(({ signer }) => signer)
  const facts: TableRow[] = [
    ['Chain', `${chain.name} (${chain.chainId})`],
    ['Signature', signature],
    ['Status', meta?.err ? `failed: ${JSON.stringify(meta.err)}` : 'succeeded'],
    ['Slot', renderSolanaBlockLink(chain, slot)],
    ['Time', formatDate(BigInt(blockTime ?? 0))],
    ['Version', String(version ?? 'legacy')],
    ['Fee', formatSol(meta?.fee ?? 0)],
    ['Compute units', String(meta?.computeUnitsConsumed ?? '')],
    [
      'Signed by',
      signers.map(({ pubkey }) => html`${renderSolanaAddressLink(chain, pubkey.toBase58())}<br />`),
    ],
  ]
  return renderPage({
    title: 'Transaction',
    body: html`${renderFacts(facts)} ${renderMovements(chain, found)}
    ${renderInstructions(chain, found)} ${renderLookups(chain, found)} ${renderLogs(found)}`,
  })
}

/** Balance changes of each account, in coins and tokens. */
function renderMovements(
  chain: ShownSolana,
  { meta, transaction }: ParsedTransactionWithMeta,
): Html {
  const { accountKeys } = transaction.message
  const coins = accountKeys.flatMap(({ pubkey }, index): TableRow[] => {
    const change = (meta?.postBalances[index] ?? 0) - (meta?.preBalances[index] ?? 0)
    return change === 0 ? [] : [['SOL', moved(pubkey.toBase58(), formatSigned(change))]]
  })
  const tokens = (meta?.postTokenBalances ?? []).flatMap((after): TableRow[] => {
    const before = meta?.preTokenBalances?.find(
      ({ accountIndex }) => accountIndex === after.accountIndex,
    )
    const change = BigInt(after.uiTokenAmount.amount) - BigInt(before?.uiTokenAmount.amount ?? 0)
    const text = `${change > 0n ? '+' : ''}${change} smallest units`
    return change === 0n
      ? []
      : [[chain.names.get(after.mint) ?? after.mint, moved(after.owner ?? '', text)]]
  })
  return coins.length + tokens.length === 0
    ? html``
    : html`<h2>What moved</h2>
        ${renderFacts([...coins, ...tokens])}`

  function moved(address: string, amount: string): Html {
    return html`${renderSolanaAddressLink(chain, address)} ${amount}`
  }
}

function formatSigned(lamports: number): string {
  return `${lamports > 0 ? '+' : '−'}${formatSol(Math.abs(lamports))}`
}

function renderInstructions(chain: ShownSolana, { transaction }: ParsedTransactionWithMeta): Html {
  const parts = transaction.message.instructions.map((instruction, index) => {
    const facts = renderFacts([
      ['Program', renderSolanaAddressLink(chain, instruction.programId.toBase58())],
      ...getDetails(chain, instruction),
    ])
    return html`<h2>Instruction ${index + 1}</h2>
      ${facts}`
  })
  return html`${parts}`
}

function getDetails(
  chain: ShownSolana,
  instruction: ParsedInstruction | PartiallyDecodedInstruction,
): TableRow[] {
  if ('parsed' in instruction) return [['Data', JSON.stringify(instruction.parsed)]]
  const accounts = instruction.accounts.map(
    (address) => html`${renderSolanaAddressLink(chain, address.toBase58())}<br />`,
  )
  return [
    ['Accounts', accounts],
    ['Data', instruction.data],
  ]
}

/** Accounts that the message only names by their index in a lookup table. */
function renderLookups(chain: ShownSolana, { transaction }: ParsedTransactionWithMeta): Html {
  const { accountKeys, addressTableLookups = [] } = transaction.message
  if (!addressTableLookups?.length) return html``
  const tables = addressTableLookups.map(({ accountKey }): TableRow => {
    return ['Table', renderSolanaAddressLink(chain, accountKey.toBase58())]
  })
  const taken = accountKeys.flatMap(({ pubkey, writable, source }): TableRow[] => {
    if (source !== 'lookupTable') return []
    return [[writable ? 'Writable' : 'Read', renderSolanaAddressLink(chain, pubkey.toBase58())]]
  })
  return html`<h2>Taken from lookup tables</h2>
    ${renderFacts([...tables, ...taken])}`
}

function renderLogs({ meta }: ParsedTransactionWithMeta): Html {
  const lines = meta?.logMessages ?? []
  return html`<h2>Log</h2>
    ${renderFacts(lines.map((line, index) => [String(index + 1), line] as const))}`
}
