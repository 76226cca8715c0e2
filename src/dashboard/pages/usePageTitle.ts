import { useEffect } from 'react'

/** Sets the document's title: the page's name, followed by Estuary's. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    document.title = `${name} · Estuary`
  }, [name])
}
