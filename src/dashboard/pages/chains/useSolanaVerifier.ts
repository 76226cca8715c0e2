import { useQuery } from '@tanstack/react-query'

import type { Quote } from '#protocol/quotes/quote.ts'
import { touchesSolana } from '../../review/cases/touchesSolana.ts'
import type { SolanaVerifier } from '../../review/cases/parsedQuote.ts'

/** The lazily loaded verifier of Solana operations. */
export type LoadedVerifier = {
  /** Undefined if it is not needed, or could not be loaded: then nothing on Solana is verified. */
  solana?: SolanaVerifier
  /** Whether it is needed and still loading. */
  isLoading: boolean
}

/** Loads the Solana verifier once a quote pays or delivers on Solana. */
export function useSolanaVerifier(quote: Quote | undefined): LoadedVerifier {
  return useLoadedVerifier(quote !== undefined && touchesSolana(quote))
}

/** Loads the Solana verifier when it is needed. */
export function useLoadedVerifier(isNeeded: boolean): LoadedVerifier {
  const { data, isPending } = useQuery({
    queryKey: ['solanaVerifier'],
    queryFn: loadVerifier,
    enabled: isNeeded,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 1,
    networkMode: 'always',
    structuralSharing: false,
  })
  return { ...(isNeeded && data ? { solana: data } : {}), isLoading: isNeeded && isPending }
}

async function loadVerifier(): Promise<SolanaVerifier> {
  const { solanaVerifier } = await import('../../review/solana/solanaVerifier.ts')
  return solanaVerifier
}
