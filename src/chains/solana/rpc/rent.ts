import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { programs } from '../program/addresses.ts'
import type { AccountData } from './readAccounts.ts'

/** Where a cluster says what accounts cost. */
export const rentAddress: SolanaAddress = 'SysvarRent111111111111111111111111111111111'

/** Bytes that every account has beside its data. Source: `ACCOUNT_STORAGE_OVERHEAD`. */
const overheadBytes = 128

/** Bytes of a canonical account: Token-2022 adds that it never changes its owner. */
export const canonicalBytes: Readonly<Record<'token' | 'token2022', number>> = {
  token: 165,
  token2022: 170,
}

/** Lamports that accounts need to live, by the bytes of their data. */
export type Rent = (dataBytes: number) => bigint

/** Reads the rent from the account at {@link rentAddress}. Source: `Rent`, solana-sdk. */
export function decodeRent(account: AccountData | undefined): Rent {
  if (!account) throw new Error('The chain does not say what accounts cost.')
  const { buffer, byteOffset, byteLength } = account.data
  const view = new DataView(buffer, byteOffset, byteLength)
  const perByteYear = view.getBigUint64(0, true)
  const years = view.getFloat64(8, true)
  return (dataBytes) =>
    BigInt(Math.floor(Number(perByteYear) * (overheadBytes + dataBytes) * years))
}

/** Bytes of a wallet's canonical account of a token of that program. */
export function getCanonicalBytes(tokenProgram: SolanaAddress): number {
  return tokenProgram === programs.token2022 ? canonicalBytes.token2022 : canonicalBytes.token
}
