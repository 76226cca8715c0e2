import { getSnsAccounts, type SnsAccount } from '#chains/solana/names/readSnsAddress.ts'
import { writeBytes } from '#chains/solana/program/bytes.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { FirstAccount } from './placeAccount.ts'

/**
 * Names of SNS on the devnet and who holds them, with keys that have no part in it: their seeds are
 * hashes of the names (see `deriveSolanaHash`). `mira.sol` has a record for SOL besides.
 */
export const devnetSnsNames = {
  'ada.sol': 'H7XR8oKSZo2f7Ukx4KAfS1DJrurv7evGNUmWf45i4xGo',
  'mira.sol': 'YoY8xEASBEip6fL5EHLxTrNFHy15WREkDoNbqUR3Piy',
} as const

/** Builds the accounts of the devnet's names. */
export function buildSnsNames(): readonly FirstAccount[] {
  const ada = getSnsAccounts('ada.sol', devnetSolana.snsProgram)
  const mira = getSnsAccounts('mira.sol', devnetSolana.snsProgram)
  const [, record] = mira.records
  return [
    buildSnsAccount(ada.domain, devnetSnsNames['ada.sol']),
    buildSnsAccount(mira.domain, devnetSnsNames['mira.sol']),
    buildSnsAccount(record, devnetSnsNames['mira.sol']),
  ]
}

/** Builds an account of the name service, held by a key or a program: its header alone. */
export function buildSnsAccount(
  { address, parent, nameClass }: SnsAccount,
  holder: SolanaAddress,
): FirstAccount {
  const data = writeBytes().address(parent).address(holder).address(nameClass).bytes()
  return { address, owner: devnetSolana.snsProgram, data }
}
