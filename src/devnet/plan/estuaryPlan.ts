import { encodeDeployData, zeroHash } from 'viem'

import { accountFactoryAbi } from '#contracts/abi/accountFactory.ts'
import { basicAccountAbi } from '#contracts/abi/basicAccount.ts'
import { delegatedAccountAbi } from '#contracts/abi/delegatedAccount.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { roleAccountAbi } from '#contracts/abi/roleAccount.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import { accountFactoryBytecode } from '#contracts/bytecode/accountFactory.ts'
import { basicAccountBytecode } from '#contracts/bytecode/basicAccount.ts'
import { delegatedAccountBytecode } from '#contracts/bytecode/delegatedAccount.ts'
import { destinationSettlerBytecode } from '#contracts/bytecode/destinationSettler.ts'
import { originEscrowBytecode } from '#contracts/bytecode/originEscrow.ts'
import { outputGuardBytecode } from '#contracts/bytecode/outputGuard.ts'
import { roleAccountBytecode } from '#contracts/bytecode/roleAccount.ts'
import { signersBytecode } from '#contracts/bytecode/signers.ts'
import { sponsorPaymasterBytecode } from '#contracts/bytecode/sponsorPaymaster.ts'
import { validityGuardBytecode } from '#contracts/bytecode/validityGuard.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type PlannedContract, planContract, readBytecode } from './create2.ts'

/** Everything that determines the addresses of our contracts. */
export type EstuaryOwner = {
  /** Owns `Signers` and the paymaster. */
  owner: EvmAddress
  /** Seconds between announcing and installing other keys. */
  delaySeconds: bigint
  /** CREATE2 salt of all but EntryPoint; zero by default. */
  salt?: Hex
}

/** Our contracts and EntryPoint, in the order of creation. */
export type EstuaryPlan = ReturnType<typeof planEstuary>

/** Salt that gives EntryPoint v0.7 its canonical address on every chain (ERC-4337). */
const entryPointSalt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/** Plans our contracts and their addresses, the same on every chain. */
export function planEstuary({ owner, delaySeconds, salt = zeroHash }: EstuaryOwner) {
  const entryPoint = planContract('EntryPoint', {
    initCode: readBytecode('@account-abstraction/contracts/artifacts/EntryPoint.json'),
    salt: entryPointSalt,
  })
  const signers = planContract('Signers', {
    initCode: encodeDeployData({
      abi: signersAbi,
      bytecode: signersBytecode,
      args: [owner, delaySeconds],
    }),
    salt,
  })
  const paymaster = planContract('SponsorPaymaster', {
    initCode: encodeDeployData({
      abi: sponsorPaymasterAbi,
      bytecode: sponsorPaymasterBytecode,
      args: [entryPoint.address, signers.address, owner],
    }),
    salt,
  })
  const validityGuard = planContract('ValidityGuard', { initCode: validityGuardBytecode, salt })
  const trust = [
    entryPoint.address,
    signers.address,
    paymaster.address,
    validityGuard.address,
  ] as const
  const accounts = planAccounts(trust, salt)
  const originEscrow = planContract('OriginEscrow', {
    initCode: encodeDeployData({
      abi: originEscrowAbi,
      bytecode: originEscrowBytecode,
      args: [signers.address],
    }),
    salt,
  })
  const destinationSettler = planContract('DestinationSettler', {
    initCode: destinationSettlerBytecode,
    salt,
  })
  return {
    entryPoint,
    signers,
    paymaster,
    validityGuard,
    ...accounts,
    originEscrow,
    destinationSettler,
    outputGuard: planContract('OutputGuard', { initCode: outputGuardBytecode, salt }),
  } satisfies Record<string, PlannedContract>
}

function planAccounts(trust: readonly [EvmAddress, EvmAddress, EvmAddress, EvmAddress], salt: Hex) {
  const roleAccount = planContract('RoleAccount', {
    initCode: encodeDeployData({
      abi: roleAccountAbi,
      bytecode: roleAccountBytecode,
      args: trust,
    }),
    salt,
  })
  const basicAccount = planContract('BasicAccount', {
    initCode: encodeDeployData({
      abi: basicAccountAbi,
      bytecode: basicAccountBytecode,
      args: trust,
    }),
    salt,
  })
  const delegate = planContract('DelegatedAccount', {
    initCode: encodeDeployData({
      abi: delegatedAccountAbi,
      bytecode: delegatedAccountBytecode,
      args: trust,
    }),
    salt,
  })
  const accountFactory = planContract('AccountFactory', {
    initCode: encodeDeployData({
      abi: accountFactoryAbi,
      bytecode: accountFactoryBytecode,
      args: [roleAccount.address, basicAccount.address],
    }),
    salt,
  })
  return { roleAccount, basicAccount, delegate, accountFactory }
}
