import type {
  ParsedInstruction,
  ParsedTransactionWithMeta,
  PartiallyDecodedInstruction,
} from '@solana/web3.js'

import { dateText, type Fact, factTable, pageResponse } from '../../explorer/explorerPage.ts'
import { type Html, html } from '../../explorer/html.ts'
import type { DevnetResponse } from '../../explorer/route.ts'
import {
  type ShownSolana,
  solanaAddressLink,
  solanaBlockLink,
  solText,
  unknownTo,
} from './solanaPageParts.ts'

/** Shows one transaction: whether it worked, who signed, what it did and what moved. */
export async function solanaTransactionPage(
  chain: ShownSolana,
  signature: string,
): Promise<DevnetResponse> {
  const isSignature = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(signature)
  const found = isSignature
    ? await chain.connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    : null
  if (!found) return unknownTo(chain, 'transaction', signature)
  const { meta, transaction, slot, blockTime, version } = found
  const signers = transaction.message.accountKeys.filter(({ signer }) => signer)
  const facts: Fact[] = [
    ['Chain', `${chain.name} (${chain.chainId})`],
    ['Signature', signature],
    ['Status', meta?.err ? `failed: ${JSON.stringify(meta.err)}` : 'succeeded'],
    ['Slot', solanaBlockLink(chain, slot)],
    ['Time', dateText(BigInt(blockTime ?? 0))],
    ['Version', String(version ?? 'legacy')],
    ['Fee', solText(meta?.fee ?? 0)],
    ['Compute units', String(meta?.computeUnitsConsumed ?? '')],
    [
      'Signed by',
      signers.map(({ pubkey }) => html`${solanaAddressLink(chain, pubkey.toBase58())}<br />`),
    ],
  ]
  return pageResponse({
    title: 'Transaction',
    body: html`${factTable(facts)} ${movements(chain, found)} ${instructions(chain, found)}
    ${lookups(chain, found)} ${logs(found)}`,
  })
}

/** What each account has more or less than before, in coins and in tokens. */
function movements(chain: ShownSolana, { meta, transaction }: ParsedTransactionWithMeta): Html {
  const { accountKeys } = transaction.message
  const coins = accountKeys.flatMap(({ pubkey }, index): Fact[] => {
    const change = (meta?.postBalances[index] ?? 0) - (meta?.preBalances[index] ?? 0)
    return change === 0 ? [] : [['SOL', moved(pubkey.toBase58(), signed(change))]]
  })
  const tokens = (meta?.postTokenBalances ?? []).flatMap((after): Fact[] => {
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
        ${factTable([...coins, ...tokens])}`

  function moved(address: string, amount: string): Html {
    return html`${solanaAddressLink(chain, address)} ${amount}`
  }
}

function signed(lamports: number): string {
  return `${lamports > 0 ? '+' : '−'}${solText(Math.abs(lamports))}`
}

function instructions(chain: ShownSolana, { transaction }: ParsedTransactionWithMeta): Html {
  const parts = transaction.message.instructions.map((instruction, index) => {
    const facts = factTable([
      ['Program', solanaAddressLink(chain, instruction.programId.toBase58())],
      ...details(chain, instruction),
    ])
    return html`<h2>Instruction ${index + 1}</h2>
      ${facts}`
  })
  return html`${parts}`
}

function details(
  chain: ShownSolana,
  instruction: ParsedInstruction | PartiallyDecodedInstruction,
): Fact[] {
  if ('parsed' in instruction) return [['Data', JSON.stringify(instruction.parsed)]]
  const accounts = instruction.accounts.map(
    (address) => html`${solanaAddressLink(chain, address.toBase58())}<br />`,
  )
  return [
    ['Accounts', accounts],
    ['Data', instruction.data],
  ]
}

/** What the message names by its place in a table only. */
function lookups(chain: ShownSolana, { transaction }: ParsedTransactionWithMeta): Html {
  const { accountKeys, addressTableLookups = [] } = transaction.message
  if (!addressTableLookups?.length) return html``
  const tables = addressTableLookups.map(({ accountKey }): Fact => {
    return ['Table', solanaAddressLink(chain, accountKey.toBase58())]
  })
  const taken = accountKeys.flatMap(({ pubkey, writable, source }): Fact[] => {
    if (source !== 'lookupTable') return []
    return [[writable ? 'Writable' : 'Read', solanaAddressLink(chain, pubkey.toBase58())]]
  })
  return html`<h2>Taken from lookup tables</h2>
    ${factTable([...tables, ...taken])}`
}

function logs({ meta }: ParsedTransactionWithMeta): Html {
  const lines = meta?.logMessages ?? []
  return html`<h2>Log</h2>
    ${factTable(lines.map((line, index) => [String(index + 1), line] as const))}`
}
