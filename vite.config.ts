import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type HtmlTagDescriptor, type Plugin, transformWithOxc } from 'vite'
import { defineConfig } from 'vitest/config'

import { type BuiltChunk, collectChunks } from './src/cli/build/builtChunks.ts'
import { hintCompile } from './src/cli/build/compileHints.ts'
import { withCatalogues } from './src/cli/build/catalogues.ts'
import { withOfflineWorker } from './src/cli/build/offlineWorker.ts'
import { pruneLogos } from './src/cli/build/prunedLogos.ts'
import { groupByPages } from './src/cli/build/sharedModules.ts'
import { logoNames } from './src/dashboard/components/flow/logoNames.ts'

/** Name of the chunk with the bundler's own helpers, if there is one. */
const helpers = 'rolldown-runtime'
/** Time after which a test counts as hanging, milliseconds; campaigns take long. */
const hangMs = process.env['ESTUARY_CAMPAIGN'] === '1' ? 3_600_000 : 600_000
const app = join(import.meta.dirname, 'src/dashboard/app')
/** The page module of each entry address, by the first part of its path. */
const places = {
  '/': 'balances/BalancesPage.tsx',
  '/swap': 'swap/SwapPage.tsx',
  '/send': 'send/SendPage.tsx',
  '/call': 'call/CallPage.tsx',
  '/executions': 'execution/ExecutionPage.tsx',
  '/history': 'history/HistoryPage.tsx',
  '/settings': 'settings/SettingsPage.tsx',
}
/**
 * Everything the entry imports statically, in one file, so that a first visit makes few requests.
 * The bundler splits packages of which lazy pages use other parts: as a whole they would be larger.
 */
const start = {
  name: 'start',
  tags: ['$initial' as const],
  test: /^(?!.*(boot\.ts|node_modules\/(viem|@noble|ox|abitype|lucide-react)\/))/,
  priority: 1,
}
/** The first page of a visitor without a wallet; its picture is the one of the balances. */
const welcome = join(app, '../pages/welcome/WelcomePage.tsx')
/** What verifies a quote and shows it for signing: loaded with the first quote, not with a form. */
const reviewParts = join(app, '../pages/quoting/review/reviewParts.ts')
/**
 * Code that pages share and the start does not need, in seven files, to save requests. One has all
 * that the welcome shows; three have what a first visit of the form needs, and little else.
 */
const pages = {
  name: groupByPages(
    [...Object.values(places).map((file) => join(app, '../pages', file)), reviewParts, welcome],
    (importers) => {
      if (importers.includes(welcome)) return 'welcome'
      const pages = importers.filter((one) => one !== reviewParts)
      if (pages.length === 0) return 'review'
      // What Send shares with dialogs alone: no other page loads it.
      if (pages.every((one) => one.endsWith(places['/send']))) return 'send'
      if (pages.every((one) => /(Swap|Send)Page\.tsx$/.test(one))) return 'forms'
      if (pages.some((one) => one.endsWith(places['/swap']))) return 'pages'
      if (!pages.every((one) => one.endsWith(places['/call']))) return 'details'
      // A page does not load the review for what it shares with it.
      return importers.includes(reviewParts) ? 'pages' : 'calls'
    },
  ),
  debugName: 'pages',
  // The pages import these packages whole and use little: the bundler knows what. `abi` has that.
  test: /^(?!.*node_modules\/(viem|@noble|@scure|ox|abitype)\/)/,
  minShareCount: 2,
  // The groups say which: a page does not load what another one signs with.
  includeDependenciesRecursively: false,
}

/** The codec of Solana messages, in one file instead of seven of a few hundred bytes. */
const solana = {
  name: 'solana',
  test: /chains\/solana\/(codec\/(base64|message)|program\/(bytes|computeBudget|tokenInstructions))/,
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** What pages read contracts with, in one file. */
const abi = {
  name: 'abi',
  test: /node_modules\/(viem\/_esm\/(utils\/(abi|buildRequest|cursor|data|encoding|hash|promise|regex)|clients|errors)|abitype)(\/|\.js)/,
  minShareCount: 4,
  includeDependenciesRecursively: false,
}

/** Names of the chunks that a first view runs nearly whole. */
const firstView = /^(start|welcome|forms|pages|abi|WelcomePage|BalancesPage|SwapPage)$/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    withBoot(),
    withCatalogues(join(app, '../language')),
    withOfflineWorker(join(app, 'offline/worker.ts')),
    hintCompile(firstView),
    pruneLogos(logoNames),
    leanPackages(),
    leanWalletAdapter(),
  ],
  // Works under any path: the service writes the file names into the page.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [start, pages, solana, abi] },
        minify: {
          // No module reads a property for a side effect (1 kB).
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
    // Only ends tests that hang; it never distinguishes slow from fast, as machines differ and
    // share their cores.
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: 120_000 } },
    // Plugins for packages only work where Vite, not Node, resolves the imports of these packages.
    server: { deps: { inline: [/@solana\/wallet-/, /@iconify-json\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.{integration,campaign}.test.ts'],
          setupFiles: ['src/testing/freshDocument.ts'],
          pool: 'threads',
          isolate: false,
          maxWorkers: 2,
        },
      },
      ...['integration', 'campaign'].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`src/**/*.${name}.test.ts`],
          isolate: false,
          // Half of their time is spent waiting for blocks: four files keep two cores busy.
          maxWorkers: 4,
        },
      })),
    ],
  },
})

/**
 * Puts `boot.ts` in front of the bundler's helpers, or into a chunk of its own where the helpers
 * are in the start, so that it costs at most one request and runs as soon as it has loaded. The
 * page also gets an inert link for each file of each place; `boot.ts` activates those of the
 * current place.
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
        // The start imports the helpers; it must find the language that `boot.ts` chooses.
        const isImported = boot.name === helpers
        const script = { type: 'module', crossorigin: true, src: `/${boot.fileName}` }
        const attrs = isImported ? { ...script, async: true } : script
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

/** The files of a page's module and its imports that the start does not load already. */
function filesOf(chunks: readonly BuiltChunk[], module: string): string[] {
  const start = collectChunks(chunks, 'index.html')
  return collectChunks(chunks, module)
    .filter((chunk) => !start.includes(chunk))
    .map(({ fileName }) => fileName)
}

/** Modules the browser never calls: zod's JSON Schema (5.5 kB) and viem's blobs (0.4 kB). */
const neverCalled =
  /(zod\/v4\/core\/(json-schema-processors|to-json-schema)|viem\/_esm\/utils\/blob\/\w+)\.js$/

/** React's own hook in place of a polyfill for older versions (0.3 kB). */
const ownStoreHook = "export { useSyncExternalStore } from 'react'"
/** Zod's support for cyclic values, which JSON cannot have (1.1 kB). */
const noMemoizer =
  'export const memoizer = () => undefined, isBackEdge = () => false, isRecursiveSchema = isBackEdge'

const viemPackages = join(import.meta.dirname, 'node_modules/viem/node_modules')
/** viem depends on older releases of curves and hashes; everything uses those (9 kB). */
const viemCopies: Readonly<Record<string, string>> = {
  '@noble/hashes/sha2.js': join(viemPackages, '@noble/hashes/esm/sha2.js'),
  '@noble/curves/ed25519.js': '\0ed25519',
}
/** The older release under the newer one's names; `viemCurves.test.ts` compares the two. */
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

/** Removes code from packages that the browser never calls. Sizes are gzip, of the whole bundle. */
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
      // Assigning `displayName` keeps the unused canvas variant (0.4 kB).
      if (/\/qrcode\.react\/.*\/index\.js$/.test(id))
        return { code: code.replace(...unnamedCanvas), map: null }
      // The policy forbids the code that zod would write for itself (1.1 kB).
      if (id.endsWith('/zod/v4/classic/schemas.js'))
        return { code: code.replace('$ZodObjectJIT', '$ZodObject'), map: null }
      // Static properties keep every error class of viem; nothing here reads them (0.7 kB).
      if (id.endsWith('/viem/_esm/errors/node.js'))
        return { code: code.replace(/^Object\.defineProperty\([^]*?^\}\);$/gm, ''), map: null }
      return null
    },
  }
}

/**
 * Replaces two packages that wallet-adapter imports by small files: web3.js, of which it needs
 * three classes, and an adapter for wallets on phones, which would install 140 MB of packages.
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
