import { PublicKey } from '@solana/web3.js'

import { programs } from '#chains/solana/program/addresses.ts'
import { SolanaAddress } from '#protocol/ids/caip.ts'
import { type Fact, factTable, pageResponse } from '../../explorer/explorerPage.ts'
import { type Html, html } from '../../explorer/html.ts'
import type { DevnetResponse } from '../../explorer/route.ts'
import { readTable } from '../bank/lookupTables.ts'
import type { AccountState } from '../bank/runtime.ts'
import {
  type ShownSolana,
  solanaAddressLink,
  solanaBlockLink,
  solanaTransactionLink,
  solText,
  unknownTo,
} from './solanaPageParts.ts'
import { readToken, tokenAmount } from '../bank/tokenState.ts'

/** Transactions that an address's page lists. */
const listed = 25

/** Shows what an address holds, who owns it and the last transactions that name it. */
export async function solanaAddressPage(chain: ShownSolana, id: string): Promise<DevnetResponse> {
  const key = keyOf(id)
  if (!key) return unknownTo(chain, 'address', id)
  const { connection } = chain
  const [account, spl, token2022, signatures] = await Promise.all([
    connection.getAccountInfo(key),
    connection.getTokenAccountsByOwner(key, { programId: new PublicKey(programs.token) }),
    connection.getTokenAccountsByOwner(key, { programId: new PublicKey(programs.token2022) }),
    connection.getSignaturesForAddress(key, { limit: listed }),
  ])
  const holdings = await Promise.all(
    [...spl.value, ...token2022.value].map(({ pubkey, account: held }) =>
      holding(chain, { link: solanaAddressLink(chain, pubkey.toBase58()), account: held }),
    ),
  )
  const facts: Fact[] = [
    ['Chain', `${chain.name} (${chain.chainId})`],
    ['Address', solanaAddressLink(chain, id)],
    ['SOL', solText(account?.lamports ?? 0)],
    ['Owned by', account ? solanaAddressLink(chain, account.owner.toBase58()) : 'nobody: unused'],
    [
      'Data',
      `${account?.data.length ?? 0} bytes${account?.executable === true ? ', a program' : ''}`,
    ],
    ...mintFacts(account),
    ...tableFacts(chain, account),
    ...holdings,
  ]
  const last = signatures.map(({ signature, err }): Fact => {
    return [err ? 'failed' : 'succeeded', solanaTransactionLink(chain, signature)]
  })
  const body = html`${factTable(facts)}
    <h2>Last transactions</h2>
    ${factTable(last)}`
  return pageResponse({ title: 'Address', body })
}

async function holding(
  { names, connection }: ShownSolana,
  { link, account }: { link: Html; account: Account },
): Promise<Fact> {
  const token = readToken(stateOf(account))
  if (token?.kind !== 'account') return ['Token account', link]
  const { value } = await connection.getTokenSupply(new PublicKey(token.mint))
  const { uiAmountString } = tokenAmount(token.units, value.decimals)
  return [names.get(token.mint) ?? token.mint, html`${uiAmountString} in ${link}`]
}

type Account = { owner: PublicKey; data: Buffer; lamports: number; executable: boolean }

function mintFacts(account: Account | null): Fact[] {
  const token = account && readToken(stateOf(account))
  if (token?.kind !== 'mint') return []
  return [['Supply', tokenAmount(token.units, token.decimals).uiAmountString]]
}

/** Who may change an address lookup table, whether it serves, and what it holds. */
function tableFacts(chain: ShownSolana, account: Account | null): Fact[] {
  const table = account && readTable(stateOf(account))
  if (!table) return []
  const { authority, deactivationSlot, addresses } = table
  const held = addresses.map((address, index) => {
    return html`${index}: ${solanaAddressLink(chain, address.toBase58())}<br />`
  })
  return [
    ['Kind', 'an address lookup table'],
    ['Changed by', authority ? solanaAddressLink(chain, authority.toBase58()) : 'nobody: frozen'],
    [
      'Serves',
      deactivationSlot === neverDeactivated
        ? 'yes'
        : html`not for long: deactivated in slot ${solanaBlockLink(chain, Number(deactivationSlot))}`,
    ],
    ['Held in it', html`${held}`],
  ]
}

const neverDeactivated = 18_446_744_073_709_551_615n

function stateOf({ owner, data, lamports, executable }: Account): AccountState {
  return {
    owner: owner.toBase58(),
    data,
    lamports: BigInt(lamports),
    isExecutable: executable,
  }
}

function keyOf(id: string): PublicKey | undefined {
  if (!SolanaAddress.safeParse(id).success) return undefined
  try {
    return new PublicKey(id)
  } catch {
    // The right characters, but not 32 bytes.
    return undefined
  }
}
