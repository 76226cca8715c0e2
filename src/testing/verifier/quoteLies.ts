import { getAssociatedTokenAddress, programs } from '#chains/solana/program/addresses.ts'
import { buildComputeBudgetInstructions } from '#chains/solana/program/computeBudget.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { isSolanaAccount } from '#dashboard/review/cases/parseQuote.ts'
import { type Tampering, sampleSolanaAccount } from './sampleCase.ts'

const { chainId, mints, roles } = devnetSolana
const own = sampleSolanaAccount.accountAddress
const recipient = roles.attestor

function inQuote(change: (quote: Quote) => Partial<Quote>): Tampering {
  return { quote: (quote) => ({ ...quote, ...change(quote) }) }
}

function inDestination(
  change: (token: Quote['destinationToken']) => Partial<Quote['destinationToken']>,
): Tampering {
  return inQuote(({ destinationToken }) => ({
    destinationToken: { ...destinationToken, ...change(destinationToken) },
  }))
}

/** Changes to a quote as a whole; each of its messages is correct by itself. */
export const quoteTampering: Record<string, Tampering> = {
  'spells your address in lower case, which is another address': inQuote(({ accounts }) => ({
    accounts: accounts.map((one) =>
      isSolanaAccount(one) ? { ...one, accountAddress: own.toLowerCase() } : one,
    ),
  })),
  'forgets your wallet': inQuote(({ accounts }) => ({
    accounts: accounts.filter(({ accountAddress }) => accountAddress !== own),
  })),
  'asks for the same operation twice': inQuote(({ originChainsOperations: [first, ...more] }) => ({
    originChainsOperations: first ? [first, first, ...more] : more,
  })),
  'asks for one operation less': inQuote(({ originChainsOperations }) => ({
    originChainsOperations: originChainsOperations.slice(1),
  })),
  'shows its operations with the amounts of others': inQuote(({ originChainsOperations }) => ({
    originChainsOperations: originChainsOperations.map((one) => ({
      ...one,
      amount: String(BigInt(one.amount) + 1n),
    })),
  })),
  'never ends': inQuote(() => ({ expirationTimestamp: '4000000000' })),
  'ended long ago': inQuote(() => ({ expirationTimestamp: '1700000000' })),
  'shows another fee than it takes': inQuote(({ fees }) => ({
    fees: fees && {
      ...fees,
      assets: Object.fromEntries(Object.keys(fees.assets).map((asset) => [asset, '1'])),
    },
  })),
  'shows no fee': inQuote(({ fees }) => ({ fees: fees && { ...fees, assets: {} } })),
  'shows what arrives with the decimals of another mint': inDestination(({ decimals = 0 }) => ({
    decimals: decimals + 3,
  })),
  'calls what arrives by another name': inDestination(() => ({ symbol: 'USDT' })),
  'says that more arrives': inDestination(({ amount }) => ({ amount: `${amount}0` })),
  'says that it arrives on another cluster': inDestination(({ recipientAccount }) => ({
    recipientAccount: recipientAccount.replace(
      /^\w+:\w+/,
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ),
  })),
}

/** Changes to a quote with several legs that shift amounts from one leg to another. */
export const mixedTampering: Record<string, Tampering> = {
  'takes from one leg what it leaves in another': {
    solanaOrder: (order) => ({ ...order, amount: order.amount + 1_000_000n }),
    order: (order, index) =>
      index === 1 ? { ...order, amount: order.amount - 1_000_000n } : order,
  },
  'moves the fee of one leg to another': {
    solanaOrder: (order) => ({ ...order, amount: order.amount - 1n, fee: order.fee + 1n }),
    order: (order, index) =>
      index === 1 ? { ...order, amount: order.amount + 1n, fee: order.fee - 1n } : order,
  },
  'shows the amount of one leg beside another': {
    chainOperation: (operation) =>
      isEvmOperation(operation) ? operation : { ...operation, amount: '99800000' },
  },
  'names the asset of one leg in another': {
    chainOperation: (operation) =>
      isEvmOperation(operation)
        ? operation
        : { ...operation, assetType: `${chainId}/token:${mints.usdt}` },
  },
  'shows another share of each chain': inQuote(({ originToken }) => ({
    originToken: {
      ...originToken,
      fiatValue: originToken.fiatValue.map((one, index) => ({
        ...one,
        amount: String(99_000_000 + index * 1_000_000),
      })),
    },
  })),
  'puts its operations in another order': inQuote(
    ({ originChainsOperations: [first, ...more] }) => ({
      originChainsOperations: first ? [...more, first] : more,
    }),
  ),
}

function inTransfer(
  change: (actions: readonly SolanaInstruction[]) => readonly SolanaInstruction[],
): Tampering {
  return {
    message: (message) => ({
      ...message,
      instructions: [...message.instructions.slice(0, 2), ...change(message.instructions.slice(2))],
    }),
  }
}

const newer = { mint: mints.usdc, tokenProgram: programs.token2022 }

/** Changes to the receiving account of a token transfer. */
export const receiverTampering: Record<string, Tampering> = {
  "pays into the recipient's account under the other token program": inTransfer(
    ([, payment, ...more]) => [
      buildCreateTokenAccountInstruction({ owner: recipient, ...newer }, { payer: roles.executor }),
      ...(payment
        ? [
            {
              ...payment,
              accounts: payment.accounts.with(2, {
                address: getAssociatedTokenAddress(recipient, newer),
                isSigner: false,
                isWritable: true,
              }),
            },
          ]
        : []),
      ...more,
    ],
  ),
  'pays by the other token program': inTransfer((actions) =>
    actions.map((one) =>
      one.programId === programs.token ? { ...one, programId: programs.token2022 } : one,
    ),
  ),
  'pays the amount in coins to the wallet': inTransfer(([create, , ...more]) => [
    ...(create ? [create] : []),
    buildTransferInstruction({ from: own, to: recipient, units: 24_990_000n }),
    ...more,
  ]),
  'offers more to be early than any number holds': {
    message: (message) => ({
      ...message,
      instructions: [
        ...buildComputeBudgetInstructions({ units: 1_400_000, microLamports: 2n ** 64n - 1n }),
        ...message.instructions.slice(2),
      ],
    }),
  },
}
