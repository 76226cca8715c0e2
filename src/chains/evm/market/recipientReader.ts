import { erc20Abi } from 'viem'
import { encodeFunctionData, numberToHex } from 'viem/utils'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { RecipientAccountState } from '../../ports/chain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { getTokenAddress } from '../assets/readBalances.ts'
import { measuringCode, buildPayingCode } from '../calls/simulateCalls.ts'

/** Finds out whether addresses take what is sent to them; see {@link createRecipientReader}. */
export type RecipientReader = {
  read: (recipient: EvmAddress, assetTypes: readonly AssetType[]) => Promise<RecipientAccountState>
}

/** An issuer blocks an address rarely, and the same ones are asked for again and again. */
const freshMs = 60_000
const maxKept = 4_096
const oneCoin = 10n ** 18n
/** Some contracts take no dust, some not too much: who takes none of these takes no coins. */
const triedWei: readonly bigint[] = [1n, oneCoin]
/** Gas to pay coins to an address that nobody has used: access, value and the new account. */
const usualGas = 36_600n
/** Work that a recipient may do when it is paid: a delivery has 500,000 in all. */
const maxExtraGas = 400_000n
/** An address that no issuer has blocked, and that no code stands at. */
const anybody: EvmAddress = '0x6f3b2f0c9d1e4a587c21b06e95d4a83f17c20b9e'

/**
 * Says what deliveries meet at an address: each asset is tried on the newest state as a contract of ours
 * sends it, nothing of a token, or one wei and, should that be refused, one coin. What was found counts
 * for a minute. An address needs nothing to exist on an EVM chain.
 *
 * @param options.payer - The contract that sends.
 * @returns `read` throws ChainUnavailable when the chain does not answer.
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

/** How a payment went, and the gas that it took beyond the usual: a contract may work when it is paid. */
type PaymentTrial = { isRefused: boolean; extraGas: bigint }

async function tryPayment(client: EvmClient, payment: Payment): Promise<PaymentTrial> {
  const { assetType, to, payer } = payment
  const token = getTokenAddress(assetType)
  if (token) {
    const isTaken = await isTokenAccepted(client, { token, to, payer })
    // A token that sends nothing to nobody, whoever that is, says nothing about this address.
    const isRefused = !isTaken && (await isTokenAccepted(client, { token, to: anybody, payer }))
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

/** Gas that paying coins takes; undefined where they are refused. */
async function measureNativeGas(
  client: EvmClient,
  { to, payer, wei }: { to: EvmAddress; payer: EvmAddress; wei: bigint },
): Promise<bigint | undefined> {
  const { isSuccess, gas } = await callFrom(client, { payer, data: to, code: buildPayingCode(wei) })
  return isSuccess ? gas : undefined
}

/** Calls in the payer's name, with other code in its place and coins for what is tried. */
async function callFrom(
  client: EvmClient,
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

/** Some tokens answer false instead of reverting, and some answer nothing at all. */
function isFalseResult(returned: string): boolean {
  return returned.length >= 64 && BigInt(`0x${returned.slice(0, 64)}`) === 0n
}
