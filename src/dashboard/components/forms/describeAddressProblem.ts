import type { PastedAddress } from '#protocol/ids/pastedAddress.ts'
import { translate } from '../../language/translate.ts'

/** Says what a text is that is no address here, and what to do. */
export function describeAddressProblem(read: Exclude<PastedAddress, { kind: 'address' }>): string {
  switch (read.kind) {
    case 'checksum':
      return translate('Checksum mismatch: a character of this address is wrong.')
    case 'unknownChain':
      return translate(
        '“{prefix}” is no chain of this app. Paste an address of one of its chains.',
        {
          prefix: read.prefix,
        },
      )
    case 'foreign':
      return translate('This is a {ecosystem} address. Paste an EVM or Solana address.', {
        ecosystem: read.ecosystem,
      })
    case 'request':
      return translate('This link is for a token. Paste the recipient’s address instead.')
    case 'none':
      return translate('This isn’t an address.')
  }
}
