/**
 * The tables of the first release; later changes are in the migrations.
 *
 * Amounts are `numeric(78, 0)` in smallest units, or in 1e-8 US dollars where the name ends in
 * `_usd`. Times on the wire are `timestamptz(3)`, so that a cursor holds exactly what is stored.
 * For `leg`, see `tables/legColumn.ts`. What is worth nothing after a restart of the server stands in
 * unlogged tables.
 */
export const schema = `
create table served_network (
  id int primary key default 1 check (id = 1),
  name text not null,
  -- Of the instance at its last start.
  fingerprint text
);

create table executions (
  quote_id text primary key,
  version bigint not null default 0,
  phase text not null,
  status text not null,
  type text not null,
  user_address text not null,
  recipient text not null,
  fail_reason text,
  last_error jsonb,
  quote jsonb not null,
  prepare_id text unique,
  call jsonb,
  api_key text,
  visitor text,
  held_usd numeric(78, 0) not null default 0,
  fee_usd numeric(78, 0),
  coin_rates jsonb not null default '{}',
  from_blocks jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  next_run_at timestamptz not null default now(),
  wait_chains text[] not null default '{}',
  lease_owner text,
  lease_until timestamptz,
  attempts int not null default 0
);
create index executions_live on executions (next_run_at)
  where status not in ('COMPLETED', 'REFUNDED', 'FAILED');

create table legs (
  quote_id text not null references executions,
  leg int not null,
  chain text not null,
  account text not null,
  asset text not null,
  amount numeric(78, 0) not null,
  fee numeric(78, 0) not null,
  order_hash text,
  state text not null,
  primary key (quote_id, leg)
);

create table steps (
  quote_id text not null references executions,
  leg int not null,
  action text not null,
  attempt int not null,
  chain text not null,
  state text not null,
  hash text,
  block bigint,
  detail jsonb,
  created_at timestamptz not null default now(),
  primary key (quote_id, leg, action, attempt)
);
create index steps_hash on steps (hash) where hash is not null;

create table transactions (
  hash text primary key,
  quote_id text,
  leg int,
  action text not null,
  attempt int,
  chain text not null,
  signer text not null,
  nonce bigint not null,
  raw text not null,
  meta jsonb not null default '{}',
  replaces text references transactions,
  created_at timestamptz not null default now()
);
create unique index transactions_nonce on transactions (chain, signer, nonce) where replaces is null;
create unique index transactions_replaces on transactions (replaces) where replaces is not null;
create index transactions_step on transactions (quote_id, leg, action, attempt);
create index transactions_deploys on transactions (chain, (meta->>'deploys')) where meta ? 'deploys';

create table signer_nonces (
  chain text not null,
  signer text not null,
  next_nonce bigint not null,
  primary key (chain, signer)
);

-- The history of an account. What a filter compares stands beside the sort keys, so that no row of a
-- scan is joined.
create table execution_accounts (
  account text not null,
  quote_id text not null references executions,
  type text,
  status text,
  keys text[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account, quote_id)
);
create index execution_accounts_created on execution_accounts (account, created_at desc, quote_id desc);
create index execution_accounts_updated on execution_accounts (account, updated_at desc, quote_id desc);
create index execution_accounts_quote on execution_accounts (quote_id);

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

create table prepared_calls (
  prepare_id text primary key,
  seal text not null unique,
  terms jsonb not null,
  caller text not null default '',
  bytes int not null default 0,
  expires_at timestamptz not null
);
create index prepared_calls_expiry on prepared_calls (expires_at);
create index prepared_calls_caller on prepared_calls (caller);

create table call_quotes (
  quote_id text primary key,
  prepare_id text not null,
  call jsonb not null,
  caller text not null default '',
  bytes int not null default 0,
  expires_at timestamptz not null
);
create index call_quotes_expiry on call_quotes (expires_at);
create index call_quotes_caller on call_quotes (caller);

create table reservation_heads (
  chain text not null,
  owner text not null,
  asset text not null,
  primary key (chain, owner, asset)
);
create table reservations (
  quote_id text not null references executions,
  leg int not null,
  chain text not null,
  owner text not null,
  asset text not null,
  amount numeric(78, 0) not null,
  active boolean not null default true,
  spent_block bigint,
  primary key (quote_id, leg)
);
create index reservations_owner on reservations (chain, owner, asset) where active or spent_block is not null;

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

create table attestation_requests (
  order_hash text primary key,
  verdict text not null,
  request jsonb not null,
  created_at timestamptz not null default now()
);
create table attestations (
  order_hash text not null,
  attestor text not null default '',
  verdict text not null,
  fill_hash text not null,
  signature text,
  signed_at timestamptz not null default now(),
  primary key (order_hash, attestor)
);

create table api_keys (
  hash text primary key,
  label text not null,
  allowed_origins text[] not null default '{}',
  permissions text[] not null default '{}',
  requests_per_second int not null,
  app_fee jsonb,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
create unlogged table rate_counts (
  caller text primary key,
  second timestamptz not null,
  units int not null
);

create table session_rules (
  account text not null,
  session text not null,
  revoked_at timestamptz,
  policy jsonb,
  stated_until numeric(78, 0) not null default 0,
  primary key (account, session)
);
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

create table sponsor_budgets (
  account text not null,
  day date not null,
  spent_usd numeric(78, 0) not null default 0,
  failures int not null default 0,
  primary key (account, day)
);
create table sponsor_reservations (
  id bigint generated always as identity primary key,
  quote_id text not null references executions,
  leg int not null,
  account text not null,
  api_key text,
  visitor text,
  usd numeric(78, 0) not null,
  unique (quote_id, leg)
);
create index sponsor_reservations_account on sponsor_reservations (account, id);
create index sponsor_reservations_key on sponsor_reservations (api_key, id);

create table rents (
  chain text not null,
  kind text not null,
  key text not null,
  quote_id text not null references executions,
  account text,
  api_key text,
  visitor text,
  usd numeric(78, 0) not null default 0,
  due_at timestamptz not null,
  primary key (chain, kind, key)
);
create index rents_due on rents (chain, due_at);

create unlogged table heartbeats (
  process text not null,
  role text not null,
  beat_at timestamptz not null default clock_timestamp(),
  primary key (process, role)
);

create table events (
  id bigint generated always as identity primary key,
  quote_id text,
  kind text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index events_quote on events (quote_id, id);
`
