/**
 * The name of the wallet apps of a phone, under which their connection is kept. wallet-adapter knows an adapter
 * that opens an app by it: the page is not being left, so that it goes on hearing errors.
 */
export const phoneAppName = 'Mobile Wallet Adapter'
