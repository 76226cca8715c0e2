/** A long test of which `npm test` runs only a part. */
export type Campaign = {
  name: string
  what: string
  /** Substrings of the paths of its files. */
  paths: readonly string[]
}

/**
 * What `npm run campaign -- --short` runs, after `npm test` and as far as that runs its own tests: the same in
 * a second ecosystem, at further crash points, under further damage. Their files are named `*.campaign.*`.
 */
export const shortCampaign: Campaign = {
  name: 'short',
  what: 'the second ecosystem, further crash points and further damage',
  paths: ['.campaign.'],
}

/** The campaign that compares pictures with those of the commit before. */
export const looksName = 'looks'

/** All campaigns of `npm run campaign`. */
export const campaigns: readonly Campaign[] = [
  shortCampaign,
  {
    name: 'crashes',
    what: 'a process is killed at every failpoint of every kind of execution',
    paths: ['worker/crash.', 'worker/crashOnSolana.', 'worker/crashCallsFromSolana.'],
  },
  {
    name: 'starts',
    what: 'a first start is called off at each of its moments, and met by each kind of damage',
    paths: ['start/calledOffStart', 'start/brokenStart'],
  },
  {
    name: 'reorgs',
    what: 'blocks with deposits, deliveries and releases are rolled back',
    paths: ['worker/rollbacks', 'attestor/finalityOnSolana', 'refunds/lateDeposits'],
  },
  {
    name: 'draws',
    what: 'ten accounts pay in up to sixty operations',
    paths: ['accept/manyFundingLegs', 'quotes/manyBalances'],
  },
  {
    name: 'accounting',
    what: '400 quotes and 250 calls in any world add up to the smallest unit',
    paths: [
      'funding/accounting',
      'calls/callAccounting',
      'funding/selectInputs',
      'operation/callFields',
    ],
  },
  {
    name: 'requests',
    what: '44,500 generated requests, to endpoints and to any path, are answered in form and never with 5xx',
    paths: ['api/fuzz', 'roles/service.integration'],
  },
  {
    name: 'interface',
    what: 'every row of the interface table is asked by every kind of account',
    paths: ['checks/interfaceTable'],
  },
  {
    name: 'reasons',
    what: 'executions end with every reason, in the words of every library',
    paths: ['worker/failReasons'],
  },
  {
    name: 'leaves',
    what: 'every leaf of every sample is changed in every way, and nothing can be signed',
    paths: [
      'review/verify',
      'review/solana/verifySolana',
      'review/solana/alteredMessage',
      'codec/alteredMessages',
    ],
  },
  {
    name: 'models',
    what: 'executions of a model live through anything in any order',
    paths: ['state/stepModel'],
  },
  {
    name: 'growth',
    what: 'nodes stay about as large as they were, over hours of blocks and requests',
    paths: ['mirror/mirrorMemory', 'rpc/solanaSoak'],
  },
  {
    name: 'contracts',
    what: 'fuzz tests and invariants of the contracts of both ecosystems',
    paths: ['contracts/test/', 'contracts/solana/conservation'],
  },
  {
    name: 'chains',
    what: 'every set of chains that a devnet can have is swapped on in a browser',
    paths: ['swaps/chainSubsets'],
  },
  {
    name: looksName,
    what: 'every state that flows look at is free of barriers, and looks in all widths and themes as it did one commit before',
    paths: ['e2e/'],
  },
]
