import { translate } from '../../language/translate.ts'
import { type Check, checkSame } from '../claims/check.ts'

type Names = {
  symbol?: string | undefined
  name?: string | undefined
  decimals?: number | undefined
}

/** Checks what a quote calls an asset, as far as it says so. */
export function checkNames(quoted: Names, asset: Names | undefined): Check[] {
  return [
    ...checkName(translate('Symbol'), { actual: quoted.symbol, expected: asset?.symbol }),
    ...checkName(translate('Name'), { actual: quoted.name, expected: asset?.name }),
    ...checkName(translate('Decimals'), { actual: quoted.decimals, expected: asset?.decimals }),
  ]
}

function checkName(
  what: string,
  compared: { actual: string | number | undefined; expected: string | number | undefined },
): Check[] {
  return compared.actual === undefined ? [] : [checkSame('asset', what, compared)]
}
