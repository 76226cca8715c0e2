import { formatUnits } from 'viem'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import type { Member } from '#networks/network.ts'
import { checksumAddress, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { type TableRow, renderFacts, renderMissing, renderPage } from './explorerPage.ts'
import { renderAddressLink, getMembers, type Subject } from './explorerSubject.ts'
import type { DevnetResponse } from './route.ts'

/** Renders an address: its balances, whether it has code, how many transactions it sent. */
export async function renderAddressPage(subject: Subject): Promise<DevnetResponse> {
  const { chain, id } = subject
  const parsed = EvmAddress.safeParse(id)
  if (!parsed.success) return renderMissing(`${chain.name} has no address`, id)
  const address = checksumAddress(parsed.data)
  const members = getMembers(subject)
  const [code, nonce, ...holdings] = await Promise.all([
    chain.client.getCode({ address }),
    chain.client.getTransactionCount({ address }),
    ...members.map((member) => readHolding(chain, { member, address })),
  ])
  const facts: TableRow[] = [
    ['Chain', `${chain.name} (eip155:${chain.number})`],
    ['Address', renderAddressLink(subject, address)],
    ['Code', code === undefined ? 'none' : `${code.length / 2 - 1} bytes`],
    ['Transactions sent', nonce],
    ...holdings,
  ]
  return renderPage({ title: 'Address', body: renderFacts(facts) })
}

async function readHolding(
  { client }: Subject['chain'],
  { member, address }: { member: Member; address: EvmAddress },
): Promise<TableRow> {
  const { namespace, reference } = splitAssetType(member.assetType)
  const units =
    namespace === 'slip44'
      ? await client.getBalance({ address })
      : await client.readContract({
          address: EvmAddress.parse(reference),
          abi: devTokenAbi,
          functionName: 'balanceOf',
          args: [address],
        })
  return [member.symbol, formatUnits(units, member.decimals)]
}
