import type { PastedAddress } from '#protocol/ids/pastedAddress.ts'
import { translate } from '../../language/translate.ts'

/** Says what a text is that is no address here, and what to do. */
export function describeAddressProblem(read: Exclude<PastedAddress, { kind: 'address' }>): string {
  switch (read.kind) {
    case 'checksum':
      return translate('A character of this address is wrong: its checksum does not fit.')
    case 'unknownChain':
      return translate(
        '“{prefix}” is no chain of this app. Paste an address of one of its chains.',
        {
          prefix: read.prefix,
        },
      )
    case 'foreign':
      return translate(
        'This is an address of {ecosystem}. Paste one of an EVM chain or of Solana.',
        { ecosystem: read.ecosystem },
      )
    case 'request':
      return translate('This link asks for a token. Paste the address of the recipient instead.')
    case 'none':
      return translate('This is not an address.')
  }
}
