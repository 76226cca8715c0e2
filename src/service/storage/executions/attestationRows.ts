import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Database } from '../database.ts'

/** The message of a transaction to sign, where attestors sign transactions, and its signers. */
export type SigningRequest = { message: Hex; attestors: readonly string[] }

/** A request to attest a verdict for an order; the attestor verifies `request`. */
export type AttestationRequest = { orderHash: string; verdict: AttestedState; request: unknown }

/** A verdict an attestor is bound to. `signature` is null between binding and signing. */
export type AttestationRow = {
  orderHash: string
  /** Address of the attestor, lower case. */
  attestor: string
  verdict: AttestedState
  fillHash: string
  signature: string | null
  signedAt: Date
  /** Milliseconds since it was signed. */
  ageMs: number
}

/** Requests an attestation; it replaces an earlier request for the same order. */
export async function requestAttestation(
  database: Database,
  request: AttestationRequest,
): Promise<void> {
  await database.query(
    `insert into attestation_requests (order_hash, verdict, request) values ($1, $2, $3)
     on conflict (order_hash) do update
     set verdict = excluded.verdict, request = excluded.request`,
    [request.orderHash, request.verdict, JSON.stringify(request.request)],
  )
}

/** Deletes a request that can never be answered. */
export async function dropAttestationRequest(database: Database, orderHash: string): Promise<void> {
  await database.query('delete from attestation_requests where order_hash = $1', [orderHash])
}

/** A request without its content; `signing` is the transaction to sign, if any. */
export type OpenRequest = Omit<AttestationRequest, 'request'> & { signing: unknown }

/**
 * Finds requests of the last day that none of an attestor's keys has answered, oldest first. A
 * request to sign a transaction is answered only by a signature of that message.
 */
export async function openAttestationRequests(
  database: Database,
  attestors: readonly string[],
): Promise<OpenRequest[]> {
  return database.query(
    `select r.order_hash as "orderHash", r.verdict, r.request->'signing' as signing
     from attestation_requests r
     where not exists (
       select 1 from attestations a
       where a.order_hash = r.order_hash and a.attestor = any($1) and a.signature is not null
         and (r.request->'signing' is null
           or substr(a.signature, 131) = substr(r.request->'signing'->>'message', 3)))
       and r.created_at > now() - interval '1 day'
     order by r.created_at limit 1000`,
    [attestors],
  )
}

/** The request for an order; undefined when there is none. */
export async function findAttestationRequest(
  database: Database,
  orderHash: string,
): Promise<unknown> {
  const [row] = await database.query<{ request: unknown }>(
    'select request from attestation_requests where order_hash = $1',
    [orderHash],
  )
  return row?.request
}

/**
 * Binds an attestor to one verdict for an order, for good: the first verdict stays.
 *
 * @returns The attestation it is bound to, which may have the other verdict.
 */
export async function bindAttestation(
  database: Database,
  row: Pick<AttestationRow, 'orderHash' | 'attestor' | 'verdict' | 'fillHash'>,
): Promise<AttestationRow | undefined> {
  await database.query(
    `insert into attestations (order_hash, attestor, verdict, fill_hash) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [row.orderHash, row.attestor, row.verdict, row.fillHash],
  )
  const rows = await findAttestations(database, [row.orderHash])
  return rows.find(({ attestor }) => attestor === row.attestor)
}

/** Stores the signature of a bound attestation. */
export async function signAttestation(
  database: Database,
  options: { orderHash: string; attestor: string; signature: string },
): Promise<void> {
  await database.query(
    `update attestations set signature = $3, signed_at = clock_timestamp()
     where order_hash = $1 and attestor = $2`,
    [options.orderHash, options.attestor, options.signature],
  )
}

/** The attestations of these orders, signed or only bound, ascending by attestor. */
export async function findAttestations(
  database: Database,
  orderHashes: readonly string[],
): Promise<AttestationRow[]> {
  return database.query<AttestationRow>(
    `select order_hash as "orderHash", attestor, verdict, fill_hash as "fillHash", signature,
       signed_at as "signedAt",
       (extract(epoch from clock_timestamp() - signed_at) * 1000)::float8 as "ageMs"
     from attestations where order_hash = any($1) order by attestor collate "C"`,
    [orderHashes],
  )
}
