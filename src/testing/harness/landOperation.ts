import { createWalletClient, http, parseEventLogs } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

import { cosignOperation } from '#chains/evm/build/completeOperation.ts'
import { signPaymasterData } from '#chains/evm/build/signPaymasterData.ts'
import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import { packUserOperation, readUserOperation } from '#chains/evm/operation/userOperation.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { Devnet } from '#devnet/startDevnet.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { type EvmAddress, getEvmChainNumber, splitAssetType } from '#protocol/ids/caip.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'

/** Where an operation lands. */
type OperationPlace = { network: Network; devnet: Pick<Devnet, 'chains'> }

/** Signs, sponsors and co-signs an operation of a quote, and lets the executor bundle it. */
export async function landOperation(
  operation: EvmChainOperation,
  { network, devnet, signer }: OperationPlace & { signer: PrivateKeyAccount },
) {
  const chain = findEvmChain(network, splitAssetType(operation.assetType).chainId)
  if (!chain) throw new Error('There is no such chain.')
  const { entryPoint, paymaster } = chain.contracts
  const chainNumber = getEvmChainNumber(chain.chainId) ?? 0
  const [guard] = decodeOperation(operation.userOp.callData) ?? []
  if (guard?.kind !== 'guard') throw new Error('The first call is no guard.')
  const typedData = operation.typedDataToSign
  const signature = await signer.signTypedData({ ...typedData, types: { ...typedData.types } })
  const op = { ...readUserOperation(operation.userOp), signature }
  const key = devnetKeys.paymasterSigner
  const { validUntil } = guard
  op.paymasterData = await signPaymasterData(op, { key, chainNumber, paymaster, validUntil })
  const { signature: both } = await cosignOperation(op, {
    key: devnetKeys.cosigner,
    chainNumber,
    entryPoint,
  })
  return handle({ ...op, signature: both }, { rpcUrl: chain.rpcUrl, entryPoint, devnet })
}

/** Lets the executor bundle an operation. */
async function handle(
  op: Parameters<typeof packUserOperation>[0],
  options: { rpcUrl: string; entryPoint: EvmAddress; devnet: OperationPlace['devnet'] },
) {
  const { rpcUrl, entryPoint, devnet } = options
  const executor = privateKeyToAccount(devnetKeys.executor)
  const wallet = createWalletClient({ account: executor, transport: http(rpcUrl) })
  const hash = await wallet.writeContract({
    chain: null,
    address: entryPoint,
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[packUserOperation(op)], executor.address],
  })
  const node = devnet.chains.find((chain) => chain.rpcUrl === rpcUrl)
  if (!node) throw new Error('There is no such node.')
  const receipt = await node.client.waitForTransactionReceipt({ hash })
  const [event] = parseEventLogs({
    abi: entryPointAbi,
    logs: receipt.logs,
    eventName: 'UserOperationEvent',
  })
  if (event?.args.success !== true) throw new Error('The operation did not succeed.')
  return { gasUsed: receipt.gasUsed }
}
