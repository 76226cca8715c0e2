import type { PastedAddress } from '#protocol/ids/pastedAddress.ts'
import { translate } from '../../language/translate.ts'
import { cleanName } from '#protocol/ids/cleanName.ts'

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

/**
 * Says that a name or note has too many characters, while it is typed: no field cuts what is entered.
 * Undefined if it fits.
 */
export function describeTooLong(text: string, limit: number): string | undefined {
  const { length } = cleanName(text, text.length)
  return length > limit
    ? translate('Use at most {limit} characters; this has {count}.', {
        limit: String(limit),
        count: String(length),
      })
    : undefined
}
