import {
  type AccountAddress,
  type ChainId,
  EvmAddress,
  isAddressOn,
  parseRecipient,
  SolanaAddress,
  toEvmChainId,
} from './caip.ts'

/** Written for the native coin where a token's address is expected. Source: ERC-7528. */
const coinPlaceholder = `0x${'e'.repeat(40)}`
/** Addresses below it are precompiles of our chains: of all up to 0x11, P-256 at 0x100, and Arbitrum's between. */
const firstFree = 0x200n
/** Where tokens are sent to burn them. */
const burnAddress = `0x${'dead'.padStart(40, '0')}`

/** Whether nobody can have an address: what it receives is lost. */
export function isNobodys(text: string): boolean {
  if (/^1{32}$/.test(text)) return true
  const evm = EvmAddress.safeParse(text)
  if (!evm.success) return false
  const address = evm.data.toLowerCase()
  return BigInt(address) < firstFree || address === burnAddress || address === coinPlaceholder
}

/** What a pasted text is, as an address. */
export type PastedAddress =
  | { kind: 'address'; address: AccountAddress; chainId?: ChainId }
  /** An EVM address with a wrong checksum. */
  | { kind: 'checksum' }
  /** An address on a chain whose short name is unknown here. */
  | { kind: 'unknownChain'; prefix: string }
  /** An address of an ecosystem that is not paid here. */
  | { kind: 'foreign'; ecosystem: string }
  /** A link that asks for a token transfer: the address in it is the token's. */
  | { kind: 'request' }
  | { kind: 'none' }

/**
 * Reads an address as wallets, explorers and links write it: alone, `chain:address` (CAIP-10),
 * `base:0x…` (EIP-3770), `ethereum:0x…@10` (EIP-681) or `solana:…`, with invisible characters and
 * spaces around it.
 */
export function readPastedAddress(text: string): PastedAddress {
  const bare = text.replaceAll(hiddenEdges, '')
  const full = parseRecipient(bare)
  if (full) return { kind: 'address', ...full }
  const [, written = '', rest = ''] = /^([a-z][a-z0-9-]*):(.+)$/i.exec(bare) ?? []
  const prefix = written.toLowerCase()
  if (prefix === '') return readAddress(bare)
  if (prefix === 'ethereum') return readEthereumLink(rest)
  if (prefix === 'solana') return readAddressOn('solana:1', rest.replace(/\?.*$/, ''))
  // Its checksum or form is wrong.
  if (prefix === 'eip155') return keepProblem(readAddress(rest.slice(rest.lastIndexOf(':') + 1)))
  const foreign = foreignLinks.get(prefix)
  if (foreign !== undefined) return { kind: 'foreign', ecosystem: foreign }
  const chainNumber = chainShortNames.get(prefix)
  if (chainNumber !== undefined) return readOnChain(chainNumber, rest)
  const read = readAddress(rest)
  return read.kind === 'address' ? { kind: 'unknownChain', prefix: written } : read
}

/** The address of an EVM account, contract or key in a pasted text; undefined where it names a chain. */
export function readEvmAddress(text: string): EvmAddress | undefined {
  const read = readPastedAddress(text)
  if (read.kind !== 'address' || read.chainId !== undefined) return undefined
  return EvmAddress.safeParse(read.address).data
}

const hiddenEdges = /^[\s\p{C}\p{DI}\u2800]+|[\s\p{C}\p{DI}\u2800]+$/gu

/** Source: EIP-681. Without a chain it is meant for whichever the wallet is on. */
function readEthereumLink(rest: string): PastedAddress {
  const [, address, chainNumber, fn] =
    /^(?:pay-)?([^@/?]+)(?:@(\d{1,15}))?(?:\/([^?]*))?(?:\?.*)?$/.exec(rest) ?? []
  if (address === undefined) return { kind: 'none' }
  if (fn !== undefined && fn !== '') return { kind: 'request' }
  return chainNumber === undefined
    ? readAddressOn('eip155:1', address)
    : readOnChain(Number(chainNumber), address)
}

function readOnChain(chainNumber: number, text: string): PastedAddress {
  const chainId = toEvmChainId(chainNumber)
  const read = readAddressOn(chainId, text)
  return read.kind === 'address' ? { ...read, chainId } : read
}

/** Reads an address of the ecosystem of a chain. */
function readAddressOn(chainId: ChainId, text: string): PastedAddress {
  const read = readAddress(text)
  return read.kind !== 'address' || isAddressOn(read.address, chainId) ? read : { kind: 'none' }
}

function keepProblem(read: PastedAddress): PastedAddress {
  return read.kind === 'address' ? { kind: 'none' } : read
}

function readAddress(text: string): PastedAddress {
  const evm = EvmAddress.safeParse(text.replace(/^0X/, '0x'))
  if (evm.success) return { kind: 'address', address: evm.data }
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { kind: 'checksum' }
  const solana = SolanaAddress.safeParse(text)
  if (solana.success) return { kind: 'address', address: solana.data }
  const foreign = foreignForms.find(([, form]) => form.test(text))
  return foreign ? { kind: 'foreign', ecosystem: foreign[0] } : { kind: 'none' }
}

/** Chain numbers by their short names. Source: EIP-3770, ethereum-lists/chains. */
const chainShortNames: ReadonlyMap<string, number> = new Map([
  ['eth', 1],
  ['oeth', 10],
  ['bnb', 56],
  ['gno', 100],
  ['unichain', 130],
  ['matic', 137],
  ['pol', 137],
  ['sonic', 146],
  ['zksync', 324],
  ['wc', 480],
  ['mantle', 5000],
  ['base', 8453],
  ['mode', 34_443],
  ['arb1', 42_161],
  ['celo', 42_220],
  ['avax', 43_114],
  ['ink', 57_073],
  ['linea', 59_144],
  ['blastmainnet', 81_457],
  ['basesep', 84_532],
  ['arb-sep', 421_614],
  ['scr', 534_352],
  ['zora', 7_777_777],
  ['sep', 11_155_111],
])

const foreignLinks: ReadonlyMap<string, string> = new Map([
  ['bitcoin', 'Bitcoin'],
  ['bitcoincash', 'Bitcoin Cash'],
  ['lightning', 'Bitcoin'],
  ['litecoin', 'Litecoin'],
  ['dogecoin', 'Dogecoin'],
  ['monero', 'Monero'],
  ['tron', 'Tron'],
  ['ton', 'TON'],
  ['ripple', 'XRP Ledger'],
  ['xrpl', 'XRP Ledger'],
  ['stellar', 'Stellar'],
  ['cardano', 'Cardano'],
  ['polkadot', 'Polkadot'],
])

/** Forms of addresses of other ecosystems, the narrow ones first. */
const foreignForms: readonly (readonly [ecosystem: string, form: RegExp])[] = [
  ['Bitcoin', /^(?:bc1[ac-hj-np-z02-9]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,33})$/i],
  ['Litecoin', /^(?:ltc1[ac-hj-np-z02-9]{11,87}|[LM][1-9A-HJ-NP-Za-km-z]{26,33})$/],
  ['Tron', /^T[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['Dogecoin', /^D[1-9A-HJ-NP-Za-km-z]{33}$/],
  ['XRP Ledger', /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/],
  ['Stellar', /^[GM][A-Z2-7]{55}$/],
  ['TON', /^[EUk0]Q[\w-]{46}$/],
  ['Cardano', /^addr1[0-9a-z]{50,}$/],
  ['Monero', /^[48][1-9A-HJ-NP-Za-km-z]{94}$/],
  ['Polkadot', /^[1-9A-HJ-NP-Za-km-z]{46,48}$/],
  ['Cosmos', /^[a-z]{2,20}1[ac-hj-np-z02-9]{38,58}$/],
]
