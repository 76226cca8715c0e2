import type { Plugin } from 'vite'

/**
 * Asks the browser to compile a whole file while it loads, beside the page, instead of each function when it
 * is first called, which holds the page up. To other browsers it is a comment. Source: figures, "First page".
 */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Puts the hint in front of the chunks of these names: those whose functions mostly run as they load.
 *
 * @param names - Pattern of the names of chunks.
 */
export function hintCompile(names: RegExp): Plugin {
  return {
    name: 'estuary:compile-hints',
    apply: 'build',
    generateBundle: {
      // After the bundler's own list of preloads, which it puts first.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && names.test(file.name)) file.code = hint + file.code
      },
    },
  }
}
