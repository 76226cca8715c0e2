import { encodeFunctionData } from 'viem'

import { signersAbi } from '#contracts/abi/signers.ts'
import { isSameAddress, type EvmAddress } from '#protocol/ids/caip.ts'
import type { DeployTarget } from './deployEstuary.ts'
import type { EstuaryPlan } from '../plan/estuaryPlan.ts'

/** A contract that obeys one address, and whom it obeys once that one has accepted it. */
export type OwnedContract = {
  name: string
  address: EvmAddress
  owner: EvmAddress
  /** Offered the contract; it counts when it calls `acceptOwnership()` there. */
  offeredTo: EvmAddress | undefined
}

const zeroOwner = '0x0000000000000000000000000000000000000000'

/**
 * Offers `Signers` and the paymaster to another address (OpenZeppelin, `Ownable2Step`), where they are not
 * its own yet and `from` may: an offer that nobody accepts changes nothing, so that a mistyped address
 * loses nothing.
 *
 * @returns Whom both obey now.
 * @throws Error that names a contract that belongs to neither of the two.
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

/** Whom `Signers` and the paymaster obey. */
export async function readOwners(
  { client }: Pick<DeployTarget, 'client'>,
  { signers, paymaster }: EstuaryPlan,
): Promise<readonly OwnedContract[]> {
  return Promise.all(
    [signers, paymaster].map(async ({ name, address }) => {
      // Both have it from OpenZeppelin, under the same names.
      const contract = { address, abi: signersAbi } as const
      const owner = await client.readContract({ ...contract, functionName: 'owner' })
      const next = await client.readContract({ ...contract, functionName: 'pendingOwner' })
      return { name, address, owner, offeredTo: next === zeroOwner ? undefined : next }
    }),
  )
}
