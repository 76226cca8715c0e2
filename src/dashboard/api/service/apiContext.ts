import { createContext, useContext } from 'react'

import { type Api, createApi } from './client.ts'

/** The service's API; without a provider, the one of the page's own host. */
export const ApiContext = createContext<Api>(createApi())

/** The service's API. */
export function useApi(): Api {
  return useContext(ApiContext)
}
