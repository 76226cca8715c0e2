import { getBasePath } from '../api/chains/serviceUrl.ts'

/** Trusted Types, as far as they are used here; browsers without them take strings. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

const { trustedTypes }: { trustedTypes?: TrustedTypes } = Object(globalThis)

// The content policy allows this one policy, once. It gives one address, whatever it is asked for.
const policy = trustedTypes?.createPolicy('estuary-worker', {
  createScriptURL: () => `${getBasePath()}/sw.js`,
})

/**
 * Has the browser keep the app, so that it opens without a network and can be installed. Does
 * nothing where the browser does not allow it: over plain HTTP off this machine, in some private
 * windows, or where site data is blocked.
 */
export async function installOffline(): Promise<void> {
  const url = policy?.createScriptURL('') ?? `${getBasePath()}/sw.js`
  const options = { scope: `${getBasePath()}/`, updateViaCache: 'none' } as const
  try {
    await navigator.serviceWorker?.register(url, options)
  } catch {
    // The app works without it.
  }
}
