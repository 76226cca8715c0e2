import { useQuery } from '@tanstack/react-query'

type ReviewParts = (typeof import('./review/reviewParts.ts'))['reviewParts']

/**
 * Loads the verifier and the review, which together are larger than the form, once they are needed;
 * undefined before. The page's error boundary shows that they could not be loaded.
 */
export function useReviewParts(isNeeded: boolean): ReviewParts | undefined {
  const { data } = useQuery({
    queryKey: ['reviewParts'],
    queryFn: loadParts,
    enabled: isNeeded,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 1,
    networkMode: 'always',
    structuralSharing: false,
    throwOnError: true,
  })
  return data
}

async function loadParts(): Promise<ReviewParts> {
  const { reviewParts } = await import('./review/reviewParts.ts')
  return reviewParts
}
