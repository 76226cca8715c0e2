import { createContext, useContext } from 'react'

import { type Api, createApi } from './client.ts'

/** The service the app talks to; a page without a provider talks to its own host. */
export const ApiContext = createContext<Api>(createApi())

/** The service that this app talks to. */
export function useApi(): Api {
  return useContext(ApiContext)
}
