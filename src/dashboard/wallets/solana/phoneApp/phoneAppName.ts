import { translate } from '../../../language/translate.ts'

/** How the wallet apps of a phone are called until one has opened; also the key under which one is kept. */
export const phoneAppName = translate('Mobile Wallet')
