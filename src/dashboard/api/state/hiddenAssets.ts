import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { createJsonStorage } from '../../storedJson.ts'

const key = 'estuary.hiddenAssets'

const useStore = create<{ ids: readonly string[] }>()(
  persist((): { ids: readonly string[] } => ({ ids: [] }), {
    name: key,
    partialize: ({ ids }) => ids,
    storage: createJsonStorage(parseIds),
    merge: (stored) => ({ ids: parseIds(stored) }),
  }),
)

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) void useStore.persist.rehydrate()
  })

/** Ids of the assets that the user took off the list; their value stays in every sum. */
export function useHiddenAssets(): readonly string[] {
  return useStore(({ ids }) => ids)
}

/** Takes an asset off the list, or puts it back; stored in this browser. */
export function setAssetHidden(id: string, isHidden: boolean): void {
  const others = useStore.getState().ids.filter((one) => one !== id)
  useStore.setState({ ids: isHidden ? [...others, id] : others })
}

function parseIds(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}
