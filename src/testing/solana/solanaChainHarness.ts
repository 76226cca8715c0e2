import {
  Keypair,
  PublicKey,
  TransactionInstruction,
  VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { sendSigned } from '#devnet/solana/deploy/sendConfirmed.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { startProvisionedSolana, type TestSolana } from '../devnet/startTestSolana.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { Chain, RecipientAccountState } from '#chains/ports/chain.ts'
import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import {
  getAssociatedTokenAddress,
  getOrderAddress,
  getVaultAddress,
} from '#chains/solana/program/addresses.ts'
import { decodeOrder, type HeldOrder } from '#chains/solana/program/state.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { decodeHolding } from '#chains/solana/program/tokenState.ts'
import { toWebInstruction } from '#chains/solana/program/instruction.ts'
import { createSolanaChain } from '#chains/solana/solanaChain.ts'
import { type SolanaTestAsset, tokens } from './intents.ts'

const { chainId, genesisHash, program, roles } = devnetSolana

/** A local cluster with the escrow program, and the service's {@link Chain} of it. */
export type SolanaChainHarness = {
  solana: TestSolana
  chain: Chain
  /** Creates a key with these balances. */
  wallet(holds: Partial<Record<SolanaTestAsset, bigint>>): Promise<Keypair>
  /** Signs an operation as wallet and service do, and sends it. Returns the compute units used. */
  land(operation: SolanaChainOperation, signers: readonly Keypair[]): Promise<number>
  getLamports(address: PublicKey): Promise<bigint>
  balanceOf(owner: Keypair, asset: SolanaTestAsset): Promise<bigint>
  /** The program's order, what its account or vault holds, and how many lamports of it are rent. */
  getHeld(order: SolanaOrder): Promise<{ order: HeldOrder; units: bigint; rent: bigint }>
  readRecipientAccount(
    recipient: PublicKey,
    assetTypes: readonly AssetType[],
  ): Promise<RecipientAccountState>
  /** Creates a wallet's canonical account, or closes it when empty; the wallet needs SOL. */
  makeAccount(owner: Keypair, asset: (typeof tokens)[number]): Promise<void>
  closeAccount(owner: Keypair, asset: (typeof tokens)[number]): Promise<void>
  /** Gives a wallet's canonical account to another owner. */
  handOver(owner: Keypair, what: { asset: (typeof tokens)[number]; to: Keypair }): Promise<void>
}

/** Starts a cluster for one test file; `solana.stop` stops it. */
export async function startSolanaChainHarness(): Promise<SolanaChainHarness> {
  const solana = await startProvisionedSolana()
  const { connection } = solana
  const executor = deriveSolanaKey('executor')
  for (const role of ['executor', 'deployer', 'feeReceiver'] as const)
    await solana.give(deriveSolanaKey(role).publicKey, [{ asset: 'sol', units: 100_000_000_000n }])
  const chain = createChainAt(solana.node.rpcUrl)
  return {
    solana,
    chain,
    getLamports: readLamports,
    async wallet(holds) {
      const key = Keypair.generate()
      const gifts = ([...tokens, 'sol'] as const).flatMap((asset) => {
        const units = holds[asset]
        return units === undefined ? [] : [{ asset, units }]
      })
      await solana.give(key.publicKey, gifts)
      return key
    },
    async land(operation, signers) {
      const message = VersionedMessage.deserialize(Buffer.from(operation.dataToSign, 'base64'))
      const transaction = new VersionedTransaction(message)
      transaction.sign([...signers, executor])
      const signature = await connection.sendTransaction(transaction)
      const landed = await connection.getTransaction(signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 0,
      })
      if (!landed?.meta || landed.meta.err) throw new Error(`It failed: ${signature}`)
      return landed.meta.computeUnitsConsumed ?? 0
    },
    async balanceOf(owner, asset) {
      if (asset === 'sol') return readLamports(owner.publicKey)
      const account = await accountAt(getTokenAccount(owner, asset))
      return (account && decodeHolding(account)?.units) ?? 0n
    },
    async getHeld(order) {
      const address = getOrderAddress(order, program)
      const account = await accountAt(new PublicKey(address))
      const held = account && decodeOrder(account.data)
      if (!held) throw new Error(`There is no order at ${address}.`)
      const { lamports } = account
      const vault = await accountAt(new PublicKey(getVaultAddress(address, program)))
      if (vault) {
        const units = decodeHolding(vault)?.units ?? 0n
        return { order: held, units, rent: lamports + vault.lamports }
      }
      const bytes = account.data.length
      const rent = BigInt(await connection.getMinimumBalanceForRentExemption(bytes))
      return { order: held, units: lamports - rent, rent }
    },
    async readRecipientAccount(recipient, assetTypes) {
      const state = await chain.readRecipientAccount?.(recipient.toBase58(), assetTypes)
      if (!state) throw new Error('The chain did not return the state of the recipient.')
      return state
    },
    async makeAccount(owner, asset) {
      const payer = owner.publicKey.toBase58()
      const account = { owner: payer, ...solanaTokens[asset] }
      await send(owner, toWebInstruction(buildCreateTokenAccountInstruction(account, { payer })))
    },
    closeAccount: (owner, asset) => send(owner, buildClose(owner, asset)),
    handOver: (owner, what) => send(owner, buildSetOwner(owner, what)),
  }

  async function send(owner: Keypair, instruction: TransactionInstruction): Promise<void> {
    await sendSigned(connection, { signers: [owner], instructions: [instruction] })
  }

  async function readLamports(address: PublicKey): Promise<bigint> {
    return BigInt(await connection.getBalance(address))
  }

  async function accountAt(address: PublicKey) {
    const account = await connection.getAccountInfo(address)
    if (!account) return undefined
    const { data, owner, lamports } = account
    return { data, owner: owner.toBase58(), lamports: BigInt(lamports) }
  }
}

/** Creates the service's chain over an endpoint; `other` overrides the local chain's settings. */
export function createChainAt(
  rpcUrl: string,
  other: { executor?: string; blockMs?: number } = {},
): Chain {
  const { executor = roles.executor, blockMs = 400 } = other
  const client = createSolanaClient(chainId, { rpcUrls: [rpcUrl], genesisHash })
  return createSolanaChain({ chainId, program, roles: { ...roles, executor }, blockMs }, { client })
}

/** A key's canonical account of a token. */
export function getTokenAccount(owner: Keypair, asset: (typeof tokens)[number]): PublicKey {
  return new PublicKey(getAssociatedTokenAddress(owner.publicKey.toBase58(), solanaTokens[asset]))
}

/** `SetAuthority` of spl-token: changes the account's owner. */
function buildSetOwner(
  owner: Keypair,
  { asset, to }: { asset: (typeof tokens)[number]; to: Keypair },
): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(solanaTokens[asset].tokenProgram),
    keys: [
      { pubkey: getTokenAccount(owner, asset), isSigner: false, isWritable: true },
      { pubkey: owner.publicKey, isSigner: true, isWritable: false },
    ],
    data: Buffer.from([6, 2, 1, ...to.publicKey.toBytes()]),
  })
}

/** `CloseAccount` of spl-token: the rent goes to the owner. */
function buildClose(owner: Keypair, asset: (typeof tokens)[number]): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(solanaTokens[asset].tokenProgram),
    keys: [
      { pubkey: getTokenAccount(owner, asset), isSigner: false, isWritable: true },
      { pubkey: owner.publicKey, isSigner: false, isWritable: true },
      { pubkey: owner.publicKey, isSigner: true, isWritable: false },
    ],
    data: Buffer.from([9]),
  })
}
