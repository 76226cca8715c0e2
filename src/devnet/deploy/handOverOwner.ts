import { encodeFunctionData } from 'viem'

import { signersAbi } from '#contracts/abi/signers.ts'
import { isSameAddress, type EvmAddress } from '#protocol/ids/caip.ts'
import type { DeployTarget } from './deployEstuary.ts'
import type { EstuaryPlan } from '../plan/estuaryPlan.ts'

/** An owned contract, and the address its ownership is offered to. */
export type OwnedContract = {
  name: string
  address: EvmAddress
  owner: EvmAddress
  /** Becomes the owner when it calls `acceptOwnership()`. */
  offeredTo: EvmAddress | undefined
}

const zeroOwner = '0x0000000000000000000000000000000000000000'

/**
 * Offers ownership of `Signers` and the paymaster to another address (OpenZeppelin,
 * `Ownable2Step`), where it does not own them yet and `from` does. An offer changes nothing until
 * accepted, so a mistyped address loses nothing.
 *
 * @returns The current owners.
 * @throws Error that names a contract owned by neither address.
 */
export async function handOverOwner(
  target: DeployTarget,
  { plan, from, to }: { plan: EstuaryPlan; from: EvmAddress; to: EvmAddress },
): Promise<readonly OwnedContract[]> {
  for (const { name, address, owner, offeredTo } of await readOwners(target, plan)) {
    if (isSameAddress(owner, to) || (offeredTo && isSameAddress(offeredTo, to))) continue
    if (!isSameAddress(owner, from))
      throw new Error(`${name} belongs to ${owner}, who alone can hand it over.`)
    const data = encodeFunctionData({
      abi: signersAbi,
      functionName: 'transferOwnership',
      args: [to],
    })
    const label = `offer ${name} to ${to}`
    await target.send([{ label, to: address, data, gas: 100_000n }])
  }
  return readOwners(target, plan)
}

/** Reads the owners of `Signers` and the paymaster. */
export async function readOwners(
  { client }: Pick<DeployTarget, 'client'>,
  { signers, paymaster }: EstuaryPlan,
): Promise<readonly OwnedContract[]> {
  return Promise.all(
    [signers, paymaster].map(async ({ name, address }) => {
      // Both inherit the same OpenZeppelin functions.
      const contract = { address, abi: signersAbi } as const
      const owner = await client.readContract({ ...contract, functionName: 'owner' })
      const next = await client.readContract({ ...contract, functionName: 'pendingOwner' })
      return { name, address, owner, offeredTo: next === zeroOwner ? undefined : next }
    }),
  )
}
