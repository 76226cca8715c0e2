import { splitAssetType } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { SwapForm } from './swapForm.ts'

/** The address of a token on no list, which stands for it until it has been read. */
export function namePending(
  { form: { unlisted } }: { form: Pick<SwapForm, 'unlisted'> },
  side: 'from' | 'to',
): string | undefined {
  return unlisted?.side === side
    ? shortenAddress(splitAssetType(unlisted.assetType).reference)
    : undefined
}
