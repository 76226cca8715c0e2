import { type ComponentType, lazy, useState } from 'react'

import { translate } from '../language/translate.ts'

/**
 * The code of a part could not be loaded. Browsers remember that for as long as the document lives: only
 * loading it anew asks again (https://github.com/whatwg/html/issues/6768).
 */
export class LoadError extends Error {
  override name = 'LoadError'
}

/**
 * A page or dialog whose code loads when it is first shown. Once it has loaded, it is shown without
 * a fallback before it: React keeps one for 300 ms, even where the code is there a moment later.
 *
 * @param load - Loads the component; what is rendered throws a {@link LoadError} if it fails.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  async function preload(): Promise<{ default: ComponentType<Props> }> {
    try {
      loaded ??= await load()
    } catch (cause) {
      throw new LoadError(translate('Part of this page didn’t load'), { cause })
    }
    return { default: loaded }
  }
  const Later = lazy(preload)

  function LazyComponent(props: Props) {
    // The same one for as long as it is shown: another would lose its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(LazyComponent, { preload })
}
