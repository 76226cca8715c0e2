import { firstSchema } from './firstSchema.ts'

/** One change of the schema. It is applied once, in order, and never edited after a release. */
export type Migration = { version: number; name: string; sql: string }

/**
 * The schema, as the list of its changes.
 *
 * Amounts are `numeric(78, 0)` in smallest units, or in 1e-8 US dollars where the name ends in
 * `_usd`. Times on the wire are `timestamptz(3)`, so that a cursor holds exactly what is stored.
 * For `leg`, see `tables/legColumn.ts`.
 */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'executions',
    sql: firstSchema,
  },
  {
    version: 2,
    name: 'api key of an execution',
    sql: 'alter table executions add column api_key text',
  },
  {
    version: 3,
    name: 'prepared calls',
    sql: `
create table prepared_calls (
  prepare_id text primary key,
  seal text not null unique,
  terms jsonb not null,
  expires_at timestamptz not null
);
create index prepared_calls_expiry on prepared_calls (expires_at);

create table call_quotes (
  quote_id text primary key,
  prepare_id text not null,
  call jsonb not null,
  expires_at timestamptz not null
);
create index call_quotes_expiry on call_quotes (expires_at);

alter table executions add column prepare_id text unique;
alter table executions add column call jsonb;
`,
  },
  {
    version: 4,
    name: 'sponsored gas under way',
    sql: `
create table sponsor_reservations (
  id bigint generated always as identity primary key,
  quote_id text not null references executions,
  leg int not null,
  account text not null,
  api_key text,
  wei numeric(78, 0) not null,
  unique (quote_id, leg)
);
create index sponsor_reservations_account on sponsor_reservations (account, id);
create index sponsor_reservations_key on sponsor_reservations (api_key, id);
`,
  },
  {
    version: 5,
    name: 'what admins say about session keys',
    sql: `
create table session_rules (
  account text not null,
  session text not null,
  revoked_at timestamptz,
  pays_others boolean not null default false,
  makes_calls boolean not null default false,
  stated_until numeric(78, 0) not null default 0,
  primary key (account, session)
);
`,
  },
  {
    version: 6,
    name: 'several attestors for an order',
    sql: `
alter table attestations add column attestor text not null default '';
alter table attestations drop constraint attestations_pkey;
alter table attestations add primary key (order_hash, attestor);
`,
  },
  {
    version: 7,
    name: 'moves of inventory',
    sql: `
create table inventory_moves (
  hash text primary key references transactions,
  kind text not null,
  chain text not null,
  owner text not null,
  asset text not null,
  amount numeric(78, 0) not null,
  active boolean not null default true,
  spent_block bigint,
  created_at timestamptz not null default now()
);
create unique index inventory_moves_active on inventory_moves (chain, owner) where active;
create index inventory_moves_asset on inventory_moves (chain, owner, asset)
  where active or spent_block is not null;
`,
  },
  {
    version: 8,
    name: 'value in dollars',
    sql: `
alter table executions add column held_usd numeric(78, 0) not null default 0;
alter table executions add column coin_rates jsonb not null default '{}';
delete from sponsor_budgets;
alter table sponsor_budgets rename column spent_wei to spent_usd;
delete from sponsor_reservations;
alter table sponsor_reservations rename column wei to usd;
`,
  },
  {
    version: 9,
    name: 'rent to get back',
    sql: `
create table rents (
  chain text not null,
  kind text not null,
  key text not null,
  quote_id text not null references executions,
  due_at timestamptz not null,
  primary key (chain, kind, key)
);
create index rents_due on rents (chain, due_at);
`,
  },
  {
    version: 10,
    name: 'fee in dollars',
    sql: 'alter table executions add column fee_usd numeric(78, 0);',
  },
  {
    version: 11,
    name: 'executions of those who signed',
    // Earlier versions listed every account a quote named, and took the first one as the user.
    sql: `
create temporary table signers on commit drop as
  select quote_id, account from legs
  union
  select quote_id, lower(call #>> '{operation,userOp,sender}') from executions
  where call is not null
  union
  select quote_id, lower(quote #>> '{destinationChainOperation,userOp,sender}') from executions
  where call is null and quote #>> '{destinationChainOperation,userOp,signature}' <> '0x';
create index on signers (quote_id);

delete from execution_accounts a
where exists (select 1 from signers s where s.quote_id = a.quote_id)
  and not exists (select 1 from signers s where (s.quote_id, s.account) = (a.quote_id, a.account));

update executions e set user_address = named.address
from (
  select distinct on (e.quote_id) e.quote_id, one.account ->> 'accountAddress' as address
  from executions e
  join lateral jsonb_array_elements(e.quote -> 'accounts') with ordinality as one (account, place)
    on true
  join signers s on s.quote_id = e.quote_id
    and s.account in (one.account ->> 'accountAddress', lower(one.account ->> 'accountAddress'))
  order by e.quote_id, one.place
) named
where named.quote_id = e.quote_id and named.address <> e.user_address;

drop table signers;
`,
  },
  {
    version: 12,
    name: 'visitors of the dashboard',
    sql: `alter table executions add column visitor text;
alter table sponsor_reservations add column visitor text;`,
  },
  {
    version: 13,
    name: 'what session keys may lose and spend',
    sql: `
create table session_uses (
  quote_id text not null references executions,
  account text not null,
  session text not null,
  lost_usd numeric(78, 0) not null,
  spent_usd numeric(78, 0) not null,
  created_at timestamptz not null default now(),
  primary key (quote_id, account)
);
create index session_uses_account on session_uses (account, created_at);
`,
  },
  {
    version: 14,
    name: 'for whom rent is laid out',
    sql: `alter table rents add column account text, add column api_key text, add column visitor text,
  add column usd numeric(78, 0) not null default 0;`,
  },
  {
    version: 15,
    name: 'limits of session keys',
    sql: `alter table session_rules add column policy jsonb;
update session_rules
  set policy = jsonb_build_object('paysOthers', pays_others, 'makesCalls', makes_calls)
  where stated_until > 0;
alter table session_rules drop column pays_others, drop column makes_calls;`,
  },
  {
    version: 16,
    name: 'what callers ask in a second',
    // Unlogged: the counts are useless after a restart of the server.
    sql: `create unlogged table rate_counts (
  caller text primary key,
  second timestamptz not null,
  units int not null
);`,
  },
  {
    version: 17,
    name: 'quotes that create the account of their recipient',
    // Earlier versions encoded this in the quote id: its last eight bytes followed from the first
    // 24.
    sql: `
create function pg_temp.says_rent(id text) returns boolean language sql as $$
  select case when id ~ '^0x[0-9a-f]{64}$' then right(id, 16) = left(encode(sha256(
    convert_to('estuary quote with rent ', 'UTF8') || decode(substr(id, 3, 48), 'hex')), 'hex'), 16)
  else false end
$$;
update executions set quote = jsonb_set(quote, '{createsRecipientAccount}', 'true')
  where pg_temp.says_rent(quote_id);
update attestation_requests set request = jsonb_set(request, '{quote,createsRecipientAccount}', 'true')
  where pg_temp.says_rent(request #>> '{quote,id}');
drop function pg_temp.says_rent(text);
`,
  },
  {
    version: 18,
    name: 'filters of the history',
    // What a filter compares stands beside the sort keys, so that no row of a scan is joined.
    sql: `
create function history_keys(quote jsonb, recipient text) returns text[] language sql immutable as $$
  with named(asset) as (
    select quote #>> '{originToken,aggregatedAssetId}'
    union select quote #>> '{destinationToken,aggregatedAssetId}'
    union select quote #>> '{destinationToken,assetType}'
    union select jsonb_array_elements_text(case jsonb_typeof(quote #> '{originToken,assetType}')
      when 'array' then quote #> '{originToken,assetType}' else '[]' end)
  ), keys(key) as (
    select asset from named
    union select split_part(asset, '/', 1) from named where asset like '%/%'
    union select split_part(recipient, '/', 2)
  )
  select coalesce(array_agg(case when key ~ '^(0x|eip155:)' then lower(key) else key end), '{}')
  from keys where key <> ''
$$;
alter table execution_accounts
  add column type text, add column status text, add column keys text[] not null default '{}';
update execution_accounts a set type = e.type, status = e.status,
  keys = history_keys(e.quote, e.recipient)
    || (select array_agg(s.account) from execution_accounts s where s.quote_id = e.quote_id)
from executions e where e.quote_id = a.quote_id;
create index steps_hash on steps (hash) where hash is not null;
`,
  },
  {
    version: 19,
    name: 'fees of apps',
    sql: 'alter table api_keys add column app_fee jsonb;',
  },
  {
    version: 20,
    name: 'who prepared a call',
    sql: `
alter table prepared_calls
  add column caller text not null default '', add column bytes int not null default 0;
alter table call_quotes
  add column caller text not null default '', add column bytes int not null default 0;
create index prepared_calls_caller on prepared_calls (caller);
create index call_quotes_caller on call_quotes (caller);
`,
  },
  {
    version: 21,
    name: 'the network of the database',
    sql: 'create table served_network (id int primary key default 1 check (id = 1), name text not null);',
  },
  {
    version: 22,
    name: 'why an execution fails',
    sql: 'alter table executions add column last_error jsonb;',
  },
  {
    version: 23,
    name: 'which processes are alive',
    // Unlogged: after a restart of the server every process tells it again.
    sql: `create unlogged table heartbeats (
  process text not null,
  role text not null,
  beat_at timestamptz not null default clock_timestamp(),
  primary key (process, role)
);`,
  },
]
