import { cleanName } from '#protocol/ids/cleanName.ts'
import { translate } from '../../language/translate.ts'

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
