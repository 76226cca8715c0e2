import { cleanup, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { identifyChains } from '../../../components/flow/chainIdentity.ts'
import { buildAssetChoices } from './assetChoices.ts'
import { AssetPicker } from './AssetPicker.tsx'

afterEach(cleanup)

test('chains are offered in the order of the network, as on all pages', () => {
  const network = { ...devnetWithSolana, chains: devnetWithSolana.chains.toReversed() }
  const chains = identifyChains(network.chains.map((one) => ({ ...one, chain: one.chainId })))
  showPage(
    createElement(AssetPicker, {
      title: 'Pay with',
      choices: buildAssetChoices(network, { balances: undefined, chains }),
      chosenId: 'agg:usdc',
      onlyWord: 'Only on',
      footnote: '',
      onChoose: () => undefined,
      onClose: () => undefined,
    }),
    { service: () => undefined, network },
  )
  const offered = within(screen.getByRole('group', { name: 'Chain' })).getAllByRole('button')
  expect(offered.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'All chains',
    ...network.chains.map(({ name }) => name),
  ])
})
