import { PublicKey } from '@solana/web3.js'

import { programs } from '#chains/solana/program/addresses.ts'
import { SolanaAddress } from '#protocol/ids/caip.ts'
import { type TableRow, renderFacts, renderPage } from '../../explorer/explorerPage.ts'
import { type Html, html } from '../../explorer/html.ts'
import type { DevnetResponse } from '../../explorer/route.ts'
import { readTable } from '../bank/lookupTables.ts'
import type { AccountState } from '../bank/runtime.ts'
import {
  type ShownSolana,
  renderSolanaAddressLink,
  renderSolanaBlockLink,
  renderSolanaTransactionLink,
  formatSol,
  renderUnknown,
} from './solanaPageParts.ts'
import { readToken, toTokenAmount } from '../bank/tokenState.ts'

/** Transactions listed on an address's page. */
const listed = 25

/** Renders an address: its balances, its owner, the latest transactions that name it. */
export async function renderSolanaAddressPage(
  chain: ShownSolana,
  id: string,
): Promise<DevnetResponse> {
  const key = parseKey(id)
  if (!key) return renderUnknown(chain, 'address', id)
  const { connection } = chain
  const [account, spl, token2022, signatures] = await Promise.all([
    connection.getAccountInfo(key),
    connection.getTokenAccountsByOwner(key, { programId: new PublicKey(programs.token) }),
    connection.getTokenAccountsByOwner(key, { programId: new PublicKey(programs.token2022) }),
    connection.getSignaturesForAddress(key, { limit: listed }),
  ])
  const holdings = await Promise.all(
    [...spl.value, ...token2022.value].map(({ pubkey, account: held }) =>
      readHolding(chain, {
        link: renderSolanaAddressLink(chain, pubkey.toBase58()),
        account: held,
      }),
    ),
  )
  const facts: TableRow[] = [
    ['Chain', `${chain.name} (${chain.chainId})`],
    ['Address', renderSolanaAddressLink(chain, id)],
    ['SOL', formatSol(account?.lamports ?? 0)],
    [
      'Owned by',
      account ? renderSolanaAddressLink(chain, account.owner.toBase58()) : 'nobody: unused',
    ],
    [
      'Data',
      `${account?.data.length ?? 0} bytes${account?.executable === true ? ', a program' : ''}`,
    ],
    ...getMintFacts(account),
    ...getTableFacts(chain, account),
    ...holdings,
  ]
  const last = signatures.map(({ signature, err }): TableRow => {
    return [err ? 'failed' : 'succeeded', renderSolanaTransactionLink(chain, signature)]
  })
  const body = html`${renderFacts(facts)}
    <h2>Last transactions</h2>
    ${renderFacts(last)}`
  return renderPage({ title: 'Address', body })
}

async function readHolding(
  { names, connection }: ShownSolana,
  { link, account }: { link: Html; account: FetchedAccount },
): Promise<TableRow> {
  const token = readToken(toAccountState(account))
  if (token?.kind !== 'account') return ['Token account', link]
  const { value } = await connection.getTokenSupply(new PublicKey(token.mint))
  const { uiAmountString } = toTokenAmount(token.units, value.decimals)
  return [names.get(token.mint) ?? token.mint, html`${uiAmountString} in ${link}`]
}

type FetchedAccount = { owner: PublicKey; data: Buffer; lamports: number; executable: boolean }

function getMintFacts(account: FetchedAccount | null): TableRow[] {
  const token = account && readToken(toAccountState(account))
  if (token?.kind !== 'mint') return []
  return [['Supply', toTokenAmount(token.units, token.decimals).uiAmountString]]
}

/** Facts of an address lookup table: its authority, whether it is active, its contents. */
function getTableFacts(chain: ShownSolana, account: FetchedAccount | null): TableRow[] {
  const table = account && readTable(toAccountState(account))
  if (!table) return []
  const { authority, deactivationSlot, addresses } = table
  const held = addresses.map((address, index) => {
    return html`${index}: ${renderSolanaAddressLink(chain, address.toBase58())}<br />`
  })
  return [
    ['Kind', 'an address lookup table'],
    [
      'Changed by',
      authority ? renderSolanaAddressLink(chain, authority.toBase58()) : 'nobody: frozen',
    ],
    [
      'Serves',
      deactivationSlot === neverDeactivated
        ? 'yes'
        : html`not for long: deactivated in slot
          ${renderSolanaBlockLink(chain, Number(deactivationSlot))}`,
    ],
    ['Held in it', html`${held}`],
  ]
}

const neverDeactivated = 18_446_744_073_709_551_615n

function toAccountState({ owner, data, lamports, executable }: FetchedAccount): AccountState {
  return {
    owner: owner.toBase58(),
    data,
    lamports: BigInt(lamports),
    isExecutable: executable,
  }
}

function parseKey(id: string): PublicKey | undefined {
  if (!SolanaAddress.safeParse(id).success) return undefined
  try {
    return new PublicKey(id)
  } catch {
    // Valid characters, but not 32 bytes.
    return undefined
  }
}
