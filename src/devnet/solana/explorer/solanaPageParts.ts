import type { Connection } from '@solana/web3.js'

import { programs } from '#chains/solana/program/addresses.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { getChainReference } from '#protocol/ids/getChainReference.ts'
import { renderLink, renderMissing } from '../../explorer/explorerPage.ts'
import { type Html, html } from '../../explorer/html.ts'
import type { DevnetResponse } from '../../explorer/route.ts'
import { lookupTableProgram } from '../bank/lookupTables.ts'

/** A Solana chain whose pages are shown. */
export type ShownSolana = {
  name: string
  chainId: ChainId
  /** Whether its node runs. */
  isUp(): boolean
  /** Reads at `confirmed`. */
  connection: Connection
  /** Display names of addresses: mints, roles, our program. */
  names: ReadonlyMap<string, string>
}

/** Renders a link to an address of a Solana chain, with its name if it has one. */
export function renderSolanaAddressLink(chain: ShownSolana, address: string): Html {
  const link = renderLink(getSolanaPagePath(chain), 'address', { id: address })
  const name = chain.names.get(address) ?? programNames.get(address)
  return name === undefined ? link : html`${link} (${name})`
}

/** Programs of every cluster. */
const programNames: ReadonlyMap<string, string> = new Map([
  [programs.system, 'system program'],
  [programs.token, 'SPL Token'],
  [programs.token2022, 'Token-2022'],
  [programs.associatedToken, 'associated token accounts'],
  [programs.upgradeableLoader, 'upgradeable loader'],
  [lookupTableProgram, 'address lookup tables'],
  ['ComputeBudget111111111111111111111111111111', 'compute budget'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'memo'],
])

/** Renders a link to a transaction of a Solana chain. */
export function renderSolanaTransactionLink(chain: ShownSolana, signature: string): Html {
  return renderLink(getSolanaPagePath(chain), 'tx', { id: signature })
}

/** Renders a link to a block of a Solana chain. */
export function renderSolanaBlockLink(chain: ShownSolana, slot: number): Html {
  return renderLink(getSolanaPagePath(chain), 'block', { id: String(slot) })
}

/** Formats lamports as SOL. */
export function formatSol(lamports: number): string {
  const digits = BigInt(lamports).toString().padStart(10, '0')
  const fraction = digits.slice(-9).replace(/0+$/, '')
  return `${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`} SOL`
}

/** Renders a 404 page: the chain does not have the requested item. */
export function renderUnknown({ name }: ShownSolana, what: string, id: string): DevnetResponse {
  return renderMissing(`${name} knows no ${what}`, id)
}

/** Path segment of a chain's pages: the reference of its CAIP-2 id. */
export function getSolanaPagePath({ chainId }: ShownSolana): string {
  return getChainReference(chainId)
}
