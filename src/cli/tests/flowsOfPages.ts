/**
 * Browser flows by the folder of the page that they are about; `app` is the frame around all pages. A
 * change of a page runs its flows, everything that is behind all pages runs all.
 */
export const flowsOfPages: Readonly<Record<string, readonly string[]>> = {
  app: [
    'e2e/accountSet.spec.ts',
    'e2e/chainSubsets.spec.ts',
    'e2e/firstPage.spec.ts',
    'e2e/keyboard.spec.ts',
    'e2e/localWalletPrompts.spec.ts',
    'e2e/mirror.spec.ts',
    'e2e/names.spec.ts',
    'e2e/numbers.spec.ts',
    'e2e/pages.spec.ts',
    'e2e/relay.spec.ts',
    'e2e/behindProxy.spec.ts',
    'e2e/widths.spec.ts',
  ],
  balances: ['e2e/falseService.spec.ts', 'e2e/pages.spec.ts', 'e2e/solanaAlone.spec.ts'],
  call: [
    'e2e/callFields.spec.ts',
    'e2e/callForm.spec.ts',
    'e2e/callRefund.spec.ts',
    'e2e/callReload.spec.ts',
    'e2e/contractCall.spec.ts',
    'e2e/links.spec.ts',
  ],
  execution: ['e2e/callTakeBack.spec.ts', 'e2e/solanaTakeBack.spec.ts', 'e2e/takeBack.spec.ts'],
  history: ['e2e/pages.spec.ts', 'e2e/transfer.spec.ts'],
  settings: ['e2e/pages.spec.ts', 'e2e/names.spec.ts'],
  signing: [
    'e2e/delegation.spec.ts',
    'e2e/injectedWallet.spec.ts',
    'e2e/solanaWallet.spec.ts',
    'e2e/transfer.spec.ts',
    'e2e/twoTabs.spec.ts',
  ],
  swap: [
    'e2e/links.spec.ts',
    'e2e/numbers.spec.ts',
    'e2e/recipients.spec.ts',
    'e2e/slippage.spec.ts',
    'e2e/solanaSwap.spec.ts',
    'e2e/transfer.spec.ts',
  ],
  welcome: ['e2e/firstKey.spec.ts', 'e2e/localWallet.spec.ts'],
}
