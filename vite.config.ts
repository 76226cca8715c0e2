import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type HtmlTagDescriptor, type Plugin, transformWithOxc } from 'vite'
import { defineConfig } from 'vitest/config'

import { type BuiltChunk, collectChunks } from './src/cli/build/builtChunks.ts'
import { FileOrder } from './src/cli/tests/select/fileOrder.ts'

/** The file of the bundler's own helpers, when it makes one. */
const helpers = 'rolldown-runtime'
/** Time after which a test hangs; campaigns take long. */
const hangMs = process.env['ESTUARY_CAMPAIGN'] === '1' ? 3_600_000 : 600_000
const app = join(import.meta.dirname, 'src/dashboard/app')
/** The module of each place that an address can lead to at once, by the first part of its path. */
const places = {
  '/': 'BalancesPage.tsx',
  '/swap': 'SwapPage.tsx',
  '/call': 'CallPage.tsx',
  '/executions': 'ExecutionPage.tsx',
  '/history': 'HistoryPage.tsx',
  '/settings': 'SettingsPage.tsx',
}
/**
 * All that the entry imports statically, in one file, so that a first visit makes few requests.
 * Packages of which lazy pages use other parts are left to the bundler: whole, they would weigh more.
 */
const start = {
  name: 'start',
  tags: ['$initial' as const],
  test: /^(?!.*(boot\.ts|node_modules\/(viem|@noble|ox|abitype|lucide-react)\/))/,
  priority: 1,
}
/** What pages share and the start does not need: one file, so that a page is few requests. */
const pages = {
  name: 'pages',
  test: /src\/dashboard\/(api|components|pages)\/|node_modules\/(lucide-react|@tanstack|wagmi)\//,
  minShareCount: 2,
  // What these import stays with whoever needs it: a page does not load what another one signs with.
  includeDependenciesRecursively: false,
}

/** What reads and writes Solana's messages, in one file where it were seven of a few hundred bytes. */
const solana = {
  name: 'solana',
  test: /chains\/solana\/(codec\/(base64|message)|program\/(bytes|computeBudget|tokenInstructions))/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

export default defineConfig({
  plugins: [react(), tailwindcss(), withBoot(), leanPackages(), leanWalletAdapter()],
  // Wherever the app is reached: the page has its files named by the service, and these each other.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [start, pages, solana] },
        minify: {
          // No module of ours or of a package reads a property for what reading it does (1 kB).
          compress: {
            target: 'es2023',
            treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
          },
          mangle: { toplevel: true },
          codegen: true,
        },
      },
    },
  },
  test: {
    // Ends what hangs, and nothing else: no test is told slow from fast by it. Machines differ, and
    // share their cores with others.
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: 120_000 } },
    sequence: { sequencer: FileOrder },
    // See leanWalletAdapter: it counts where Vite, not Node, resolves what they import.
    server: { deps: { inline: [/@solana\/wallet-/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.integration.test.ts'],
          setupFiles: ['src/testing/freshDocument.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['src/**/*.integration.test.ts'],
          isolate: false,
          // They wait for blocks as long as they compute: four files at a time keep two cores busy.
          maxWorkers: 4,
        },
      },
    ],
  },
})

/**
 * Puts `boot.ts` in front of the bundler's helpers, or in a file of its own where the bundler has put
 * these into the start: so it costs one request at most, and the page runs it as soon as it is there.
 * The page also names the files of each place, inert: `boot.ts` has them loaded beside the start.
 */
function withBoot(): Plugin {
  const source = join(app, 'boot.ts')
  return {
    name: 'estuary:boot',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', name: 'boot', id: source })
    },
    async renderChunk(code, chunk) {
      if (chunk.name !== helpers) return null
      const boot = await transformWithOxc(readFileSync(source, 'utf8'), source)
      return { code: `{${boot.code.replace('export {};', '')}}\n${code}`, map: null }
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle)
      const alone = chunks.find(({ name }) => name === 'boot')
      if (alone && chunks.some(({ name }) => name === helpers)) delete bundle[alone.fileName]
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
        const boot = chunks.find(({ name }) => name === helpers || name === 'boot')
        if (!boot) throw new Error('The build has no boot file.')
        const attrs = { type: 'module', async: true, crossorigin: true, src: `/${boot.fileName}` }
        return [...placeLinks(chunks), { tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

function placeLinks(chunks: readonly BuiltChunk[]): HtmlTagDescriptor[] {
  return Object.entries(places).flatMap(([place, module]) =>
    filesOf(chunks, module).map((file) => ({
      tag: 'link',
      attrs: { 'data-place': place, 'data-file': `/${file}` },
      injectTo: 'head-prepend' as const,
    })),
  )
}

/** The files of a page's module and of all it imports, without what the start brings. */
function filesOf(chunks: readonly BuiltChunk[], module: string): string[] {
  const start = collectChunks(chunks, 'index.html')
  return collectChunks(chunks, module)
    .filter((chunk) => !start.includes(chunk))
    .map(({ fileName }) => fileName)
}

/** What the browser never calls: it writes no JSON Schema (5 kB) and sends no blobs (1 kB). */
const neverCalled =
  /(zod\/v4\/core\/(json-schema-processors|to-json-schema)|viem\/_esm\/utils\/blob\/\w+)\.js$/

/** React's own hook, and no copy of it for a React without. */
const ownStoreHook = "export { useSyncExternalStore } from 'react'"
/** What zod keeps to follow values with circles, which JSON cannot have (2 kB). */
const noMemoizer =
  'export const memoizer = () => undefined, isBackEdge = () => false, isRecursiveSchema = isBackEdge'

const viemPackages = join(import.meta.dirname, 'node_modules/viem/node_modules')
/** Curves and hashes come with viem in an older release: one copy does for both (4 kB and 5 kB). */
const viemCopies: Readonly<Record<string, string>> = {
  '@noble/hashes/sha2.js': join(viemPackages, '@noble/hashes/esm/sha2.js'),
  '@noble/curves/ed25519.js': '\0ed25519',
}
/** The older release under the newer one's names; `viemCurves.test.ts` holds them against each other. */
const viemEd25519 = `import { ed25519 as older } from ${JSON.stringify(
  join(viemPackages, '@noble/curves/esm/ed25519.js'),
)}
const { getPublicKey, sign, verify, ExtendedPoint } = older
const Point = { fromBytes: (bytes, zip215) => ExtendedPoint.fromHex(bytes, zip215) }
export const ed25519 = { getPublicKey, sign, verify, Point }`

const unnamedCanvas = [
  /QRCodeCanvas = (React\.forwardRef\([^]*?)QRCodeCanvas\.displayName = "QRCodeCanvas";/,
  'QRCodeCanvas = /* @__PURE__ */ $1',
] as const

/**
 * Packages without what the browser never calls. And zod must not ask for eval when a schema is made,
 * which the content policy reports; it reads as well without.
 */
function leanPackages(): Plugin {
  return {
    name: 'estuary:lean-packages',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) => viemCopies[source] ?? null,
    load(id) {
      if (id === viemCopies['@noble/curves/ed25519.js']) return viemEd25519
      if (id.endsWith('/use-sync-external-store/shim/index.js')) return ownStoreHook
      if (id.endsWith('/zod/v4/core/memoizer.js')) return noMemoizer
      if (!neverCalled.test(id)) return null
      const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
      return [...names].map(([, name]) => `export const ${name} = () => () => undefined`).join('\n')
    },
    transform(code, id) {
      // It draws on a canvas too (1 kB), and naming that part keeps it.
      if (/\/qrcode\.react\/.*\/index\.js$/.test(id))
        return { code: code.replace(...unnamedCanvas), map: null }
      // What nodes say of each error is for a reader that is not there, and keeps all of them (1 kB).
      if (id.endsWith('/viem/_esm/errors/node.js'))
        return { code: code.replace(/^Object\.defineProperty\([^]*?^\}\);$/gm, ''), map: null }
      // What reads objects by code that it writes: never without eval (1 kB).
      if (id.endsWith('/zod/v4/classic/schemas.js'))
        return { code: code.replaceAll('$ZodObjectJIT', '$ZodObject'), map: null }
      if (!id.endsWith('/zod/v4/core/core.js')) return null
      return { code: `${code}\nglobalConfig.jitless = true`, map: null }
    },
  }
}

/**
 * wallet-adapter takes an address and bytes to a Solana wallet and back. What it imports for more (all
 * of web3.js, an adapter for wallets on phones with 140 MB of packages) has small files in its place.
 */
function leanWalletAdapter(): Plugin {
  const places: Record<string, string> = {
    '@solana/web3.js': 'leanWeb3.ts',
    '@solana-mobile/wallet-adapter-mobile': 'noMobileWallets.ts',
  }
  return {
    name: 'estuary:lean-wallet-adapter',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const file = places[source]
      if (file === undefined || !/node_modules\/@solana\/wallet-/.test(importer)) return null
      return join(import.meta.dirname, 'src/dashboard/wallets/solana', file)
    },
  }
}
