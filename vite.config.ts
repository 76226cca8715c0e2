import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Time after which a test counts as hanging, milliseconds; campaigns take long. */
const hangMs = process.env['ESTUARY_CAMPAIGN'] === '1' ? 3_600_000 : 600_000
/** `@solana/web3.js`, what only it needs and what needs it: loaded with the first Solana account. */
const solana =
  /chains\/solana\/|node_modules\/(@solana\/|base-x|base64-js|bn\.js|borsh|bs58|buffer|ieee754|jayson|rpc-websockets|safe-buffer|superstruct|text-encoding-utf-8|uuid)/
const unit = {
  exclude: ['**/*.{integration,campaign}.test.ts'],
  pool: 'threads' as const,
  maxWorkers: 2,
}
export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Works under any path: the service writes the file names into the page.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The service worker keeps the files that it lists.
    manifest: 'files.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            {
              name: 'shared',
              test: (module) => !solana.test(module),
              minShareCount: 3,
              includeDependenciesRecursively: false,
            },
          ],
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
    isolate: false,
    projects: [
      {
        extends: true,
        test: { ...unit, name: 'unit', include: ['src/!(dashboard)/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'dashboard',
          include: ['src/dashboard/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['src/testing/freshDocument.ts'],
          // After the others: a worker that changes its environment starts anew, with all its imports.
          sequence: { groupOrder: 1 },
        },
      },
      ...['integration', 'campaign'].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`src/**/*.${name}.test.ts`],
          // Half of their time is spent waiting for blocks: four files keep two cores busy.
          maxWorkers: 4,
        },
      })),
    ],
  },
})
