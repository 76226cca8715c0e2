import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { programs } from '../program/addresses.ts'
import type { AccountData } from './readAccounts.ts'

/** Address of the rent sysvar. */
export const rentAddress: SolanaAddress = 'SysvarRent111111111111111111111111111111111'

/** Bytes charged for each account besides its data. Source: `ACCOUNT_STORAGE_OVERHEAD`. */
const overheadBytes = 128

/** Bytes of a canonical account; Token-2022 adds the immutable-owner extension. */
export const canonicalBytes: Readonly<Record<'token' | 'token2022', number>> = {
  token: 165,
  token2022: 170,
}

/** Rent-exempt minimum of an account in lamports, by the bytes of its data. */
export type Rent = (dataBytes: number) => bigint

/** Decodes the rent sysvar at {@link rentAddress}. Source: `Rent`, solana-sdk. */
export function decodeRent(account: AccountData | undefined): Rent {
  if (!account) throw new Error('The chain does not say what accounts cost.')
  const { buffer, byteOffset, byteLength } = account.data
  const view = new DataView(buffer, byteOffset, byteLength)
  const perByteYear = view.getBigUint64(0, true)
  const years = view.getFloat64(8, true)
  return (dataBytes) =>
    BigInt(Math.floor(Number(perByteYear) * (overheadBytes + dataBytes) * years))
}

/** Bytes of a wallet's canonical token account under a token program. */
export function getCanonicalBytes(tokenProgram: SolanaAddress): number {
  return tokenProgram === programs.token2022 ? canonicalBytes.token2022 : canonicalBytes.token
}
