/**
 * Browser flows by the folder of their page; `app` is the frame around all pages. A change of a page runs
 * its flows; a change of anything that all pages use runs all.
 */
export const flowsOfPages: Readonly<Record<string, readonly string[]>> = {
  app: [
    'e2e/specs/accounts/accountSet.spec.ts',
    'e2e/specs/swaps/chainSubsets.spec.ts',
    'e2e/specs/pages/firstPage.spec.ts',
    'e2e/specs/pages/installed.spec.ts',
    'e2e/specs/pages/keyboard.spec.ts',
    'e2e/specs/pages/languages.spec.ts',
    'e2e/specs/accounts/localWalletPrompts.spec.ts',
    'e2e/specs/swaps/mirror.spec.ts',
    'e2e/specs/swaps/names.spec.ts',
    'e2e/specs/swaps/numbers.spec.ts',
    'e2e/specs/pages/pages.spec.ts',
    'e2e/specs/pages/pictures.spec.ts',
    'e2e/specs/pages/relay.spec.ts',
    'e2e/specs/pages/behindProxy.spec.ts',
    'e2e/specs/pages/widths.spec.ts',
  ],
  balances: [
    'e2e/specs/accounts/moveIn.spec.ts',
    'e2e/specs/swaps/falseService.spec.ts',
    'e2e/specs/pages/pages.spec.ts',
    'e2e/specs/accounts/solanaAlone.spec.ts',
  ],
  call: [
    'e2e/specs/calls/callFields.spec.ts',
    'e2e/specs/calls/callForm.spec.ts',
    'e2e/specs/calls/callRefund.spec.ts',
    'e2e/specs/calls/callReload.spec.ts',
    'e2e/specs/calls/contractCall.spec.ts',
    'e2e/specs/pages/links.spec.ts',
  ],
  execution: [
    'e2e/specs/calls/callSelfRefund.spec.ts',
    'e2e/specs/swaps/solanaSelfRefund.spec.ts',
    'e2e/specs/swaps/selfRefund.spec.ts',
    'e2e/specs/swaps/receipt.spec.ts',
  ],
  history: [
    'e2e/specs/pages/history.spec.ts',
    'e2e/specs/pages/pages.spec.ts',
    'e2e/specs/swaps/transfer.spec.ts',
  ],
  quoting: [
    'e2e/specs/swaps/recipients.spec.ts',
    'e2e/specs/swaps/send.spec.ts',
    'e2e/specs/swaps/slippage.spec.ts',
    'e2e/specs/swaps/transfer.spec.ts',
  ],
  receipt: ['e2e/specs/swaps/receipt.spec.ts'],
  send: ['e2e/specs/pages/links.spec.ts', 'e2e/specs/swaps/send.spec.ts'],
  settings: ['e2e/specs/pages/pages.spec.ts', 'e2e/specs/swaps/names.spec.ts'],
  signing: [
    'e2e/specs/accounts/delegation.spec.ts',
    'e2e/specs/accounts/injectedWallet.spec.ts',
    'e2e/specs/accounts/solanaWallet.spec.ts',
    'e2e/specs/swaps/receipt.spec.ts',
    'e2e/specs/swaps/transfer.spec.ts',
    'e2e/specs/accounts/twoTabs.spec.ts',
  ],
  swap: [
    'e2e/specs/pages/links.spec.ts',
    'e2e/specs/swaps/numbers.spec.ts',
    'e2e/specs/swaps/recipients.spec.ts',
    'e2e/specs/swaps/slippage.spec.ts',
    'e2e/specs/swaps/solanaSwap.spec.ts',
    'e2e/specs/swaps/transfer.spec.ts',
  ],
  welcome: ['e2e/specs/accounts/firstKey.spec.ts', 'e2e/specs/accounts/localWallet.spec.ts'],
}
