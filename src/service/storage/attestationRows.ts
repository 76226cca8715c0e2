import type { Database } from './database.ts'

/** What an attestor may say about an order, as the escrow names it. */
export type Verdict = 'Filled' | 'Cancelled'

/** A request to attest one verdict for one order; `request` is for the attestor to check. */
export type AttestationRequest = { orderHash: string; verdict: Verdict; request: unknown }

/** What an attestor bound itself to. `signature` is null between deciding and signing. */
export type AttestationRow = {
  orderHash: string
  /** Address of the attestor, lower case. */
  attestor: string
  verdict: Verdict
  fillHash: string
  signature: string | null
}

/** Asks for an attestation; a later request for the same order takes the place of an earlier one. */
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

/** Takes a request back that can never be answered. */
export async function dropAttestationRequest(database: Database, orderHash: string): Promise<void> {
  await database.query('delete from attestation_requests where order_hash = $1', [orderHash])
}

/** Requests of the last day that this attestor has not answered yet, oldest first. */
export async function openAttestationRequests(
  database: Database,
  attestor: string,
): Promise<Omit<AttestationRequest, 'request'>[]> {
  return database.query(
    `select r.order_hash as "orderHash", r.verdict
     from attestation_requests r
     where not exists (
       select 1 from attestations a where a.order_hash = r.order_hash and a.attestor = $1 and a.signature is not null)
       and r.created_at > now() - interval '1 day'
     order by r.created_at limit 1000`,
    [attestor],
  )
}

/** What is asked about an order; undefined when nobody asks, or not any more. */
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
 * @returns What it is bound to, which may be the other verdict.
 */
export async function bindAttestation(
  database: Database,
  row: Omit<AttestationRow, 'signature'>,
): Promise<AttestationRow | undefined> {
  await database.query(
    `insert into attestations (order_hash, attestor, verdict, fill_hash) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [row.orderHash, row.attestor, row.verdict, row.fillHash],
  )
  const rows = await findAttestations(database, [row.orderHash])
  return rows.find(({ attestor }) => attestor === row.attestor)
}

/** Stores the signature of an attestation that is bound. */
export async function signAttestation(
  database: Database,
  options: { orderHash: string; attestor: string; signature: string },
): Promise<void> {
  await database.query(
    'update attestations set signature = $3 where order_hash = $1 and attestor = $2',
    [options.orderHash, options.attestor, options.signature],
  )
}

/** The attestations of these orders, signed or only bound; ascending by attestor. */
export async function findAttestations(
  database: Database,
  orderHashes: readonly string[],
): Promise<AttestationRow[]> {
  return database.query<AttestationRow>(
    `select order_hash as "orderHash", attestor, verdict, fill_hash as "fillHash", signature
     from attestations where order_hash = any($1) order by attestor collate "C"`,
    [orderHashes],
  )
}
