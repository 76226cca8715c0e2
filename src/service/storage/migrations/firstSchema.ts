/** The tables of the first version; later changes are in the migrations. */
export const firstSchema = `
create table executions (
  quote_id text primary key,
  version bigint not null default 0,
  phase text not null,
  status text not null,
  type text not null,
  user_address text not null,
  recipient text not null,
  fail_reason text,
  quote jsonb not null,
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

create table execution_accounts (
  account text not null,
  quote_id text not null references executions,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (account, quote_id)
);
create index execution_accounts_created on execution_accounts (account, created_at desc, quote_id desc);
create index execution_accounts_updated on execution_accounts (account, updated_at desc, quote_id desc);
create index execution_accounts_quote on execution_accounts (quote_id);

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

create table attestation_requests (
  order_hash text primary key,
  verdict text not null,
  request jsonb not null,
  created_at timestamptz not null default now()
);
create table attestations (
  order_hash text primary key,
  verdict text not null,
  fill_hash text not null,
  signature text,
  signed_at timestamptz not null default now()
);

create table api_keys (
  hash text primary key,
  label text not null,
  allowed_origins text[] not null default '{}',
  permissions text[] not null default '{}',
  requests_per_second int not null,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table sponsor_budgets (
  account text not null,
  day date not null,
  spent_wei numeric(78, 0) not null default 0,
  failures int not null default 0,
  primary key (account, day)
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
