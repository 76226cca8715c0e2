import { PublicKey, SystemProgram } from '@solana/web3.js'

import {
  getAssociatedTokenAddress,
  getOrderAddress,
  programs,
} from '#chains/solana/program/addresses.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import {
  buildOpenInstruction,
  type OrderPlace,
  buildRefundInstruction,
  buildReleaseInstruction,
} from '#chains/solana/program/orderInstructions.ts'
import { decodeOrder, type HeldOrder } from '#chains/solana/program/state.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'

import { type EscrowChain, fromWebInstruction, type KeyName } from './escrow.ts'
import { initializeMint, mintTo } from './instructions.ts'

/** Kinds of asset that can be deposited. */
export const assets = ['native coins', 'SPL tokens', 'Token-2022 tokens'] as const
export type TestAsset = (typeof assets)[number]

export const startUnits = 1_000_000_000_000n

/** A forked chain with funded accounts and one order. */
export type OrderHarness = {
  chain: EscrowChain
  asset: TestAsset
  order: SolanaOrder
  place: OrderPlace
  /** Absent for native coins. */
  tokenProgram: string | undefined
  open: (changes?: Partial<SolanaOrder>) => SolanaInstruction
  release: (attestors?: readonly KeyName[]) => SolanaInstruction
  refund: (attestors?: readonly KeyName[]) => SolanaInstruction
  /** The order as the chain holds it. */
  held: () => HeldOrder | undefined
  /** The address that holds a key's units: its wallet, or its associated token account. */
  accountOf: (name: KeyName) => string
  units: (name: KeyName) => bigint
}

/** Creates the harness on a fork of the chain. `mintProgram` is for another mint, the caller's. */
export function createOrderHarness(base: EscrowChain, asset: TestAsset): OrderHarness {
  const chain = base.fork()
  const tokenProgram = tokenPrograms[asset]
  if (tokenProgram === undefined) {
    chain.prefund(chain.address('payee'), 1_000_000_000n)
    chain.prefund(chain.address('feeReceiver'), 1_000_000_000n)
    chain.prefund(chain.address('depositor'), startUnits)
    chain.prefund(chain.address('solver'), startUnits)
  } else {
    makeMint(chain, tokenProgram)
    giveTokens(chain, tokenProgram, ['depositor', 'solver', 'payee', 'feeReceiver', 'recipient'])
  }
  return buildHarness(chain, asset)
}

function buildHarness(chain: EscrowChain, asset: TestAsset): OrderHarness {
  const tokenProgram = tokenPrograms[asset]
  const token = tokenProgram === undefined ? nativeMint : chain.address('mint')
  const order: SolanaOrder = {
    fillId: toHash(1),
    depositor: chain.address('depositor'),
    token,
    amount: 5_000_000n,
    fee: 7_000n,
    feeReceiver: chain.address('feeReceiver'),
    payee: chain.address('payee'),
    depositDeadline: chain.now() + 120n,
    refundAfter: chain.now() + 900n,
    fillHash: toHash(2),
  }
  const place: OrderPlace = {
    program: chain.program,
    rentPayer: chain.address('service'),
    ...(tokenProgram === undefined ? {} : { tokenProgram }),
  }
  return {
    chain,
    asset,
    order,
    place,
    tokenProgram,
    open: (changes = {}) => buildOpenInstruction({ ...order, ...changes }, place),
    release: (attestors = ['attestor']) =>
      buildReleaseInstruction(order, { ...place, attestors: attestors.map(chain.address) }),
    refund: (attestors = []) =>
      buildRefundInstruction(order, { ...place, attestors: attestors.map(chain.address) }),
    held: () => decodeOrder(chain.data(getOrderAddress(order, chain.program)) ?? new Uint8Array()),
    accountOf: getAccount,
    units: (name) => readUnitsAt(chain, { address: getAccount(name), isNative: !tokenProgram }),
  }

  function getAccount(name: KeyName): string {
    const owner = chain.address(name)
    return tokenProgram === undefined
      ? owner
      : getAssociatedTokenAddress(owner, { mint: token, tokenProgram })
  }
}

/** Units at an address: lamports, or tokens of a token account (0 if it does not exist). */
export function readUnitsAt(
  chain: EscrowChain,
  { address, isNative }: { address: string; isNative: boolean },
): bigint {
  if (isNative) return chain.lamports(address)
  const data = chain.data(address)
  return data === undefined || data.length < 72 ? 0n : Buffer.from(data).readBigUInt64LE(64)
}

/** Creates the harness's mint, whose authority is `authority`, after initialising `extensions`. */
export function makeMint(
  chain: EscrowChain,
  tokenProgram: string,
  extensions: { space: number; instructions: SolanaInstruction[] } = {
    space: 82,
    instructions: [],
  },
): void {
  const made = SystemProgram.createAccount({
    fromPubkey: chain.key('service').publicKey,
    newAccountPubkey: chain.key('mint').publicKey,
    lamports: Number(chain.runtime.minimumBalance(extensions.space)),
    space: extensions.space,
    programId: new PublicKey(tokenProgram),
  })
  const [mint, authority] = [chain.address('mint'), chain.address('authority')]
  const initialised = initializeMint({ tokenProgram, mint, authority })
  chain.do([fromWebInstruction(made), ...extensions.instructions, initialised], ['mint'])
}

/** Mints tokens of the harness's mint to the named keys. */
export function giveTokens(
  chain: EscrowChain,
  tokenProgram: string,
  names: readonly KeyName[],
): void {
  const payer = chain.address('service')
  const [mint, authority] = [chain.address('mint'), chain.address('authority')]
  for (const name of names) {
    const account = { owner: chain.address(name), mint, tokenProgram }
    const to = getAssociatedTokenAddress(account.owner, account)
    const given = mintTo({ tokenProgram, mint, to, authority, units: startUnits })
    chain.do([buildCreateTokenAccountInstruction(account, { payer }), given], ['authority'])
  }
}

export function toHash(byte: number): Hash {
  return `0x${byte.toString(16).padStart(2, '0').repeat(32)}`
}

const tokenPrograms: Readonly<Record<TestAsset, string | undefined>> = {
  'native coins': undefined,
  'SPL tokens': programs.token,
  'Token-2022 tokens': programs.token2022,
}
