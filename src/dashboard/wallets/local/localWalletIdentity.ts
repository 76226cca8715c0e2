import { translate } from '../../language/translate.ts'

/** The id of the local wallet's connector; it is not announced. */
export const localWalletRdns = 'local.estuary.wallet'

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='-6 -6 40 40' fill='none' stroke='%23025f81' stroke-width='2.4' stroke-linecap='round'%3E%3Crect x='-6' y='-6' width='40' height='40' rx='8' fill='%23fff' stroke='none'/%3E%3Cpath d='M2.5 4.5C11 4.5 11.5 12 18 12.6M2.5 14H18M2.5 23.5C11 23.5 11.5 16 18 15.4'/%3E%3Cpath d='M17.5 14H25.5' stroke-width='5.2' stroke='%230f202b'/%3E%3C/svg%3E"

/** The local wallet's name and icon. */
export const localWalletTarget = { name: translate('Local wallet'), icon } as const
