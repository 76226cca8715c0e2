import { type BuiltChunk, collectChunks } from '../../build/builtChunks.ts'

/** A dependency that a first visit must not load. */
export type LazyExtra = {
  name: string
  /** Matches the paths of its modules. */
  modules: RegExp
}

/** Dependencies that load on demand: wallet extras, Solana. Source: figures, "First page". */
export const lazyExtras: readonly LazyExtra[] = [
  { name: 'the word list of recovery phrases', modules: /\/@scure\/bip39\// },
  { name: 'the derivation of keys', modules: /\/@scure\/bip32\// },
  { name: 'signing with secp256k1', modules: /\/@noble\/curves\/(esm\/)?secp256k1\.js$/ },
  { name: 'the QR code', modules: /\/qrcode\.react\// },
  { name: 'the faucet', modules: /\/dashboard\/api\/service\/faucet\.ts$/ },
  { name: 'the verifier of quotes', modules: /\/dashboard\/review\/verifyQuote\.ts$/ },
  { name: 'the verifier of Solana', modules: /\/dashboard\/review\/solana\/solanaVerifier\.ts$/ },
  { name: 'a page', modules: /\/dashboard\/pages\/\w+\/\w+Page\.tsx$/ },
  { name: 'Solana', modules: /\/node_modules\/@solana\// },
]

/** Returns one sentence for each extra that a first visit loads, or that is not in the build. */
export function findLazyErrors(
  chunks: readonly BuiltChunk[],
  extras: readonly LazyExtra[] = lazyExtras,
): string[] {
  const start = collectChunks(chunks, 'index.html')
  return extras.flatMap(({ name, modules }) => {
    const holder = start.find(({ moduleIds }) => moduleIds.some((id) => modules.test(id)))
    const early = holder?.moduleIds.find((id) => modules.test(id))
    if (early !== undefined)
      return [`A first visit loads ${name}: ${early} is in ${holder?.fileName}.`]
    const isThere = chunks.some(({ moduleIds }) => moduleIds.some((id) => modules.test(id)))
    return isThere ? [] : [`No file of the build holds ${name}: ${modules} fits nothing.`]
  })
}
