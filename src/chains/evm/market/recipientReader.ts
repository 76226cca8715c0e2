import { erc20Abi } from 'viem'
import { encodeFunctionData, numberToHex } from 'viem/utils'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { RecipientAccountState } from '../../ports/chain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { getTokenAddress } from '../assets/readBalances.ts'
import { measuringCode, buildPayingCode } from '../calls/simulateCalls.ts'

/** Checks whether addresses can receive assets; see {@link createRecipientReader}. */
export type RecipientReader = {
  read: (recipient: EvmAddress, assetTypes: readonly AssetType[]) => Promise<RecipientAccountState>
}

/** Issuers rarely block addresses, and the same addresses are checked repeatedly. */
const freshMs = 60_000
const maxKept = 4_096
const oneCoin = 10n ** 18n
/** Some contracts reject dust, some large amounts; one that rejects both is sent no coins. */
const triedWei: readonly bigint[] = [1n, oneCoin]
/** Gas to send coins to an unused address: access, value transfer and account creation. */
const usualGas = 36_600n
/** Gas a recipient may use when it is paid; a fill has 500,000 in total. */
const maxExtraGas = 400_000n
/** An address without code that no issuer has blocked. */
const unblockedAddress: EvmAddress = '0x6f3b2f0c9d1e4a587c21b06e95d4a83f17c20b9e'

/**
 * Creates a reader of what deliveries to an address require. It simulates a transfer of each asset
 * by one of our contracts on the latest state: zero units of a token, or one wei and, if that is
 * rejected, one coin. Results are cached for a minute. On EVM chains an address needs nothing to
 * exist.
 *
 * @param options.payer - The contract that sends.
 * @returns A reader that throws ChainUnavailableError if the chain does not answer.
 */
export function createRecipientReader(
  client: EvmClient,
  { payer }: { payer: EvmAddress },
): RecipientReader {
  const kept = new Map<string, { found: Promise<PaymentTrial>; atMs: number }>()

  function getTrial(to: EvmAddress, assetType: AssetType): Promise<PaymentTrial> {
    const key = `${assetType} ${to}`.toLowerCase()
    const known = kept.get(key)
    if (known && performance.now() - known.atMs < freshMs) return known.found
    const found = tryPayment(client, { assetType, to, payer })
    kept.delete(key)
    kept.set(key, { found, atMs: performance.now() })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    found.catch(() => kept.delete(key))
    return found
  }

  return {
    async read(recipient, assetTypes) {
      const trials = await Promise.all(
        assetTypes.map((assetType) => getTrial(recipient, assetType)),
      )
      return {
        error: undefined,
        minNative: 0n,
        extraGas: assetTypes.map(() => 0n),
        isMissing: assetTypes.map(() => false),
        fillGas: trials.map(({ extraGas }) => extraGas),
        assetErrors: trials.map(({ isRefused }, index) =>
          isRefused ? `${recipient} does not take ${assetTypes[index]}.` : undefined,
        ),
      }
    },
  }
}

type Payment = { assetType: AssetType; to: EvmAddress; payer: EvmAddress }

/** Result of a simulated payment, with its gas beyond the usual: the recipient may run code. */
type PaymentTrial = { isRefused: boolean; extraGas: bigint }

async function tryPayment(client: EvmClient, payment: Payment): Promise<PaymentTrial> {
  const { assetType, to, payer } = payment
  const token = getTokenAddress(assetType)
  if (token) {
    const isTaken = await isTokenAccepted(client, { token, to, payer })
    // A token that rejects zero transfers to everyone tells nothing about this address.
    const isRefused =
      !isTaken && (await isTokenAccepted(client, { token, to: unblockedAddress, payer }))
    return { isRefused, extraGas: 0n }
  }
  for (const wei of triedWei) {
    const gas = await measureNativeGas(client, { to, payer, wei })
    if (gas === undefined) continue
    const extraGas = gas > usualGas ? gas - usualGas : 0n
    return { isRefused: extraGas > maxExtraGas, extraGas }
  }
  return { isRefused: true, extraGas: 0n }
}

async function isTokenAccepted(
  client: EvmClient,
  { token, to, payer }: { token: EvmAddress; to: EvmAddress; payer: EvmAddress },
): Promise<boolean> {
  const data: Hex = `${token}${sendNothing(to).slice(2)}`
  const { isSuccess, returned } = await callFrom(client, { payer, data, code: measuringCode })
  return isSuccess && !isFalseResult(returned)
}

/** Gas of a native coin transfer; undefined if it is rejected. */
async function measureNativeGas(
  client: EvmClient,
  { to, payer, wei }: { to: EvmAddress; payer: EvmAddress; wei: bigint },
): Promise<bigint | undefined> {
  // The recipient's code runs.
  const strangers = { rpc: client.trials }
  const code = buildPayingCode(wei)
  const { isSuccess, gas } = await callFrom(strangers, { payer, data: to, code })
  return isSuccess ? gas : undefined
}

/** Calls from the payer's address, with its code and balance overridden. */
async function callFrom(
  client: Pick<EvmClient, 'rpc'>,
  { payer, data, code }: { payer: EvmAddress; data: Hex; code: Hex },
): Promise<{ isSuccess: boolean; gas: bigint; returned: string }> {
  const answer = await client.rpc.request({
    method: 'eth_call',
    params: [{ to: payer, data }, 'latest', { [payer]: { code, balance: numberToHex(oneCoin) } }],
  })
  return {
    isSuccess: BigInt(answer.slice(0, 66)) === 1n,
    gas: BigInt(`0x${answer.slice(66, 130)}`),
    returned: answer.slice(130),
  }
}

function sendNothing(to: EvmAddress): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 0n] })
}

/** Some tokens return false instead of reverting, and some return nothing. */
function isFalseResult(returned: string): boolean {
  return returned.length >= 64 && BigInt(`0x${returned.slice(0, 64)}`) === 0n
}
