import { decodeCallFields } from '#chains/evm/operation/callFields.ts'
import { readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { getOwnContracts } from '#networks/contracts.ts'
import type { Network } from '#networks/network.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '../../../components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { getAbiText, knownInterfaces } from '../../signing/operations/decoding/knownInterfaces.ts'
import type { SentCall } from '../../signing/storage/signedQuotes.ts'

/**
 * Names a contract call by its functions and its contract: `Deposit into the vault`. The contract's
 * name is that of the network file, else of the interface its function is from.
 */
export function describeSentCall(
  { calls, abis }: SentCall,
  network: Pick<Network, 'chains' | 'pools' | 'aggregates'>,
): string {
  const [first, ...others] = calls
  if (!first) return translate('Contract call')
  const found = findFunction(first.data, abis)
  const contract =
    getOwnContracts(network).find(([, address]) => isSameAddress(address, first.to))?.[0] ??
    (found.source === undefined
      ? shortenAddress(first.to)
      : `${found.source} ${shortenAddress(first.to)}`)
  const place = /^(?:the )?(.+)$/.exec(contract)?.[1] ?? contract
  const verb =
    found.name === undefined ? getRawVerb(first.data) : (verbs[found.name] ?? toWords(found.name))
  const call = `${verb} \u00b7 ${places[place] ?? place}`
  return others.length === 0
    ? call
    : translate('{call} and {count, plural, one {# more} other {# more}}', {
        call,
        count: others.length,
      })
}

/** Contracts of ours, and functions that have a word in every language; others stay as they are named. */
const places: Readonly<Record<string, string>> = {
  vault: translate('vault'),
  pool: translate('pool'),
  escrow: translate('escrow'),
}
const verbs: Readonly<Record<string, string>> = {
  approve: translate('Approve'),
  deposit: translate('Deposit'),
  redeem: translate('Redeem'),
  transfer: translate('Transfer'),
  withdraw: translate('Withdraw'),
}

function getRawVerb(data: string): string {
  return data === '0x'
    ? translate('Send')
    : translate('Call {selector}', { selector: data.slice(0, 10) })
}

/** Finds a function in the user's ABIs first, then in the known interfaces. */
function findFunction(
  data: SentCall['calls'][number]['data'],
  abis: readonly string[],
): { name: string | undefined; source: string | undefined } {
  const sources = [
    ...abis.map((abi) => ({ text: getAbiText(abi), source: undefined })),
    ...knownInterfaces.map(({ abi, name }) => ({ text: abi, source: name })),
  ]
  for (const { text, source } of sources) {
    const found = readAbiLines(text).functions.find(
      (one) => decodeCallFields(one, data) !== undefined,
    )
    if (found) return { name: found.name, source: source ?? findSource(found.name, text) }
  }
  return { name: undefined, source: undefined }
}

function findSource(name: string, text: string): string | undefined {
  return knownInterfaces.find(
    ({ abi }) => abi === text || (abi.includes(`function ${name}(`) && text.includes(abi)),
  )?.name
}

/** `depositFor` as `Deposit for`. */
function toWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
