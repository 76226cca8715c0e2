import { sha256 } from '@noble/hashes/sha2.js'

import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { deriveAddress, isWallet, programs } from '../program/addresses.ts'
import { addressToBytes, readBytes } from '../program/bytes.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { type AccountData, readAccounts } from '../rpc/readAccounts.ts'

/**
 * What a name points to. `none`: nobody holds it. `elsewhere`: not to the key that holds it, because it
 * has a record for SOL, or is held by a program, as a tokenized name is.
 */
export type SnsAnswer = { kind: 'address'; address: SolanaAddress } | { kind: 'none' | 'elsewhere' }

/** An account of the name service: where it is, and the parent and class that its header has. */
export type SnsAccount = { address: SolanaAddress; parent: SolanaAddress; nameClass: SolanaAddress }

/** The account of `.sol`, the parent of every name. Source: Bonfida/sns-sdk, ROOT_DOMAIN_ACCOUNT. */
const solParent: SolanaAddress = '58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx'
/** Class of records V2. Source: Bonfida/sns-sdk, CENTRAL_STATE_DOMAIN_RECORDS. */
const recordClass: SolanaAddress = '2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo'
/** 32 zeros, in place of a class or an owner. */
const nothing = programs.system
/** Parent, owner and class. Source: SPL, name-service/program/src/state.rs, NameRecordHeader. */
const headerBytes = 96

/**
 * Returns a name as it is looked up, in small letters; undefined for all but those of ASCII letters,
 * digits and hyphens right below `.sol`: SNS has others too, which can imitate these.
 */
export function normalizeSnsName(text: string): string | undefined {
  return /^[a-z0-9-]+\.sol$/i.test(text) ? text.toLowerCase() : undefined
}

/**
 * Returns the accounts of a name: its own, and those of its records V1 and V2 for SOL, if it has them.
 * Source: SPL, name-service/program/src/state.rs, get_seeds_and_key; Bonfida/sns-sdk, getDomainAddress
 * and getRecordV2Address.
 */
export function getSnsAccounts(
  name: string,
  program: SolanaAddress,
): { domain: SnsAccount; records: readonly [SnsAccount, SnsAccount] } {
  const domain = place(name.replace(/\.sol$/, ''), { parent: solParent, nameClass: nothing })
  const parent = domain.address
  return {
    domain,
    records: [
      place('\u0001SOL', { parent, nameClass: nothing }),
      place('\u0002SOL', { parent, nameClass: recordClass }),
    ],
  }

  function place(label: string, below: Omit<SnsAccount, 'address'>): SnsAccount {
    const hash = sha256(new TextEncoder().encode(`SPL Name Service${label}`))
    const seeds = [hash, addressToBytes(below.nameClass), addressToBytes(below.parent)]
    return { address: deriveAddress(seeds, program), ...below }
  }
}

/**
 * Reads what a name points to, from the accounts of the name service. Of SNS-IP 5 only the case without
 * records is followed: the key that holds the name. A record could be stale or unsigned, and is refused
 * unread. Source: https://github.com/Bonfida/sns-ip/blob/main/proposals/sns-ip-5.md.
 *
 * @param of.program - The program of the name service.
 * @param of.name - The name, normalized: see {@link normalizeSnsName}.
 * @throws ChainUnavailableError if the cluster does not answer.
 */
export async function readSnsAddress(
  client: SolanaClient,
  of: { program: SolanaAddress; name: string },
): Promise<SnsAnswer> {
  const { program, name } = of
  const { domain, records } = getSnsAccounts(name, program)
  const addresses = [domain, ...records].map(({ address }) => address)
  const { accounts } = await readAccounts(client, addresses, { commitment: 'confirmed' })
  // Anybody can send coins to the address of a record: only the program's accounts are records.
  const [own, ...recorded] = accounts.map((one) => (one?.owner === program ? one : undefined))
  const holder = own && readHolder(own, domain)
  if (holder === undefined) return { kind: 'none' }
  return recorded.some((record) => record) || !isWallet(holder)
    ? { kind: 'elsewhere' }
    : { kind: 'address', address: holder }
}

/** Reads who holds a name; undefined for an account of another one, or one that was given up. */
function readHolder({ data }: AccountData, domain: SnsAccount): SolanaAddress | undefined {
  if (data.length < headerBytes) return undefined
  const header = readBytes(data)
  const [parent, holder, nameClass] = [header.address(), header.address(), header.address()]
  if (parent !== domain.parent || nameClass !== domain.nameClass || holder === nothing)
    return undefined
  return holder
}
