import { expect, test } from 'vitest'

import { mirrorSolana } from '#networks/mirror/mirrorChains.ts'
import { getSnsAccounts, normalizeSnsName } from './readSnsAddress.ts'

const { snsProgram } = mirrorSolana

/** Source: Bonfida/sns-sdk, js-kit/tests/utils.test.ts, domain.test.ts and record.test.ts. */
test('the accounts of a name are where the service has them', () => {
  expect(getSnsAccounts('bonfida.sol', snsProgram).domain.address).toBe(
    'Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb',
  )
  const { domain, records } = getSnsAccounts('sns-ip-5-wallet-1.sol', snsProgram)
  expect([domain, ...records].map(({ address }) => address)).toEqual([
    '6qJtQdAJvAiSfGXWAuHDteAes6vnFcxtHmLzw1TStCrd',
    '2nXNzKArYDcYq6LAtJ1iTTe1vPqpHLeYjT4RGpGGesCf',
    'Dkmm4CBzw7JfcwYHHsdH2spSLgKiPeC2UZGP22gugkso',
  ])
})

test('a name is looked up in small letters, and one that could imitate another is none', () => {
  expect(normalizeSnsName('ada.sol')).toBe('ada.sol')
  expect(normalizeSnsName('Ada-2.SOL')).toBe('ada-2.sol')
  // A Cyrillic letter, the sign of Kelvin whose small letter is k, a joiner that nobody sees.
  const foreign = ['\u0430da.sol', '\u212Aai.sol', 'a\u200Bda.sol', 'caf\u00E9.sol']
  for (const text of [...foreign, 'pay.ada.sol', 'a b.sol', 'ada_x.sol', '.sol', 'ada', 'ada.eth'])
    expect(normalizeSnsName(text), text).toBeUndefined()
})
