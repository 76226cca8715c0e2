import { getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import { expect, test } from 'vitest'

import {
  hashUserOperation,
  packUserOperation,
  readUserOperation,
  type UserOp,
  writeUserOperation,
} from './userOperation.ts'

const op: UserOp = {
  sender: '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d',
  nonce: 7n << 64n,
  deployment: { factory: '0x0000000000000000000000000000000000000Aa1', factoryData: '0xa5618d62' },
  callData: '0xe9ae5c53',
  callGasLimit: 1n,
  verificationGasLimit: 2n,
  preVerificationGas: 3n,
  maxFeePerGas: 2n ** 100n,
  maxPriorityFeePerGas: 5n,
  paymaster: '0x00000000000000000000000000000000000000bb',
  paymasterVerificationGasLimit: 6n,
  paymasterPostOpGasLimit: 7n,
  paymasterData: '0x1234',
  signature: '0xabcd',
}
const at = {
  chainNumber: 71_117_001,
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
} as const

test('a signature is written as accounts take it', () => {
  const signature = `0x${'11'.repeat(64)}01` as const
  const read = readUserOperation({ ...writeUserOperation(op), signature })
  expect(read.signature).toBe(`0x${'11'.repeat(64)}1c`)
})

test('packs and hashes as viem does, with and without a factory', () => {
  const { deployment, ...later } = op
  const cases = [
    { ours: op, theirs: { ...later, ...deployment } },
    { ours: later, theirs: later },
  ]
  for (const { ours, theirs } of cases) {
    expect(packUserOperation(ours)).toEqual(toPackedUserOperation(theirs))
    expect(hashUserOperation(ours, at)).toBe(
      getUserOperationHash({
        userOperation: theirs,
        chainId: at.chainNumber,
        entryPointAddress: at.entryPoint,
        entryPointVersion: '0.7',
      }),
    )
  }
})

test('comes back from the wire as it went', () => {
  expect(readUserOperation(writeUserOperation(op))).toEqual(op)
})
