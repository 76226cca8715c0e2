import { useQuery } from '@tanstack/react-query'

import type { Quote } from '#protocol/quotes/quote.ts'
import { touchesSolana } from '../review/cases/parseQuote.ts'
import type { SolanaVerifier } from '../review/cases/parsedQuote.ts'

/** What reads Solana, where a quote needs it. */
export type LoadedVerifier = {
  /** Undefined where it is not needed, and where it could not be loaded: then nothing is verified. */
  solana?: SolanaVerifier
  /** It is needed and on its way. */
  isLoading: boolean
}

/** Loads what reads Solana once a quote pays or delivers there. */
export function useSolanaVerifier(quote: Quote | undefined): LoadedVerifier {
  const isNeeded = quote !== undefined && touchesSolana(quote)
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
  const { solanaVerifier } = await import('../review/solana/solanaVerifier.ts')
  return solanaVerifier
}
