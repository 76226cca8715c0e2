import { z } from 'zod/mini'

import { listOf, persisted, usePersisted } from '../../persisted.ts'

const kept = persisted('estuary.hiddenAssets', listOf(z.string()), [])

/** Ids of the assets that the user took off the list; their value stays in every sum. */
export function useHiddenAssets(): readonly string[] {
  return usePersisted(kept)
}

/** Takes an asset off the list, or puts it back; stored in this browser. */
export function setAssetHidden(id: string, isHidden: boolean): void {
  const others = kept.get().filter((one) => one !== id)
  kept.set(isHidden ? [...others, id] : others)
}
