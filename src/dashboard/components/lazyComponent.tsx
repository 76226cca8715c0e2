import { type ComponentType, lazy, useState } from 'react'

/**
 * A page or dialog whose code loads when it is first shown. Once it has loaded, it is shown without
 * a fallback before it: React keeps one for 300 ms, even where the code is there a moment later.
 *
 * @param load - Loads the component.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  async function preload(): Promise<{ default: ComponentType<Props> }> {
    loaded ??= await load()
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
