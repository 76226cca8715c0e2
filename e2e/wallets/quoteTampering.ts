import type { Page } from '@playwright/test'

/** A change of a quote by an attacker between service and page. */
export type QuoteTampering = (quote: QuoteAnswer) => void

/** Fields of a quote that tests alter; the rest passes unchanged. */
export type QuoteAnswer = {
  expirationTimestamp: string
  originChainsOperations: {
    amount: string
    userOp: { sender: string; callData: string; nonce: string; paymaster: string }
    typedDataToSign: {
      domain: { chainId: number; verifyingContract: string }
      message: { callDataAndNonceHash: string }
    }
  }[]
  destinationToken: { amount: string; minimumAmount: string; recipientAccount: string }
  tamperProofSignature: string
}

/** Alters every quote that the page receives from now on. @returns Those altered so far. */
export async function tamperWithQuotes<Quote = QuoteAnswer>(
  page: Page,
  tampering: (quote: Quote) => void,
): Promise<readonly Quote[]> {
  const altered: Quote[] = []
  await page.route('**/v3/quote', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const quote: Quote = await response.json()
    tampering(quote)
    altered.push(quote)
    return route.fulfill({ response, json: quote })
  })
  return altered
}

const attacker = '0x00000000000000000000000000000000deadbeef'

/** One alteration for each property that a signer relies on. */
export const tamperings: { what: string; tampering: QuoteTampering }[] = [
  {
    what: 'another recipient',
    tampering: ({ destinationToken }) => {
      const [namespace, reference] = destinationToken.recipientAccount.split(':')
      destinationToken.recipientAccount = `${namespace}:${reference}:${attacker}`
    },
  },
  {
    what: 'a lower minimum',
    tampering: ({ destinationToken }) => {
      destinationToken.minimumAmount = '1'
    },
  },
  {
    what: 'call data that pays someone else',
    tampering: ({ originChainsOperations: [operation] }) => {
      if (operation === undefined) return
      const { callData } = operation.userOp
      operation.userOp.callData = callData.slice(0, -40) + attacker.slice(2)
    },
  },
  {
    what: 'a hash of something else',
    tampering: ({ originChainsOperations: [operation] }) => {
      if (operation === undefined) return
      operation.typedDataToSign.message.callDataAndNonceHash = `0x${'11'.repeat(32)}`
    },
  },
  {
    what: 'another account in the domain',
    tampering: ({ originChainsOperations: [operation] }) => {
      if (operation === undefined) return
      operation.typedDataToSign.domain.verifyingContract = attacker
    },
  },
  {
    what: 'a longer life',
    tampering: (quote) => {
      quote.expirationTimestamp = String(Number(quote.expirationTimestamp) + 3_600)
    },
  },
]
