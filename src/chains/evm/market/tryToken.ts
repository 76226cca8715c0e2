import { unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { UnlistedTrial } from '../../ports/chain.ts'
import { readPendingBlock } from '../calls/simulateBlocks.ts'
import { describeRevert } from '../errors/describeRevert.ts'
import type { EvmClient } from '../rpc/client.ts'
import { getRevertData } from '../rpc/nodeErrors.ts'
import { type Outcomes, simulateTrade, type StepName } from './simulateTrade.ts'

/** What the failure of a step means, as the beginning of a sentence. */
const failures: Readonly<Record<StepName, string>> = {
  take: 'The pool could not pay out its listed token',
  approve: 'The listed token could not be approved',
  buy: 'It could not be bought',
  bought: 'Its balances could not be read',
  pass: 'It could not be passed on after it was bought',
  left: 'Its balances could not be read',
  passed: 'Its balances could not be read',
  permit: 'The exchange could not be approved to sell it',
  sell: 'It could not be sold again after it was bought',
  back: 'What came back for it could not be read',
  kept: 'Its balances could not be read',
  places: 'Its decimals could not be read',
  later: 'Its balances could not be read',
  laterPlaces: 'Its decimals could not be read',
}

/** Longest answer that an ERC-20 gives, bytes. */
const maxAnswer = 32

/** Steps that call the token itself. */
const asked: ReadonlySet<StepName> = new Set(['pass', 'permit', 'bought', 'places'])

/**
 * Tries a token out on the chain's state: an address that nobody has used buys it from the pool and
 * passes all of it on to another, which sells half. The listed tokens for it are the pool's own.
 * Nothing is sent. A token may behave otherwise later, or towards somebody else.
 *
 * @returns Why the token is refused, as a sentence that says what was seen; undefined otherwise.
 * @throws ChainUnavailableError if the chain does not answer.
 * Source: ours (wire, "Tokens on no list").
 */
export async function tryToken(
  client: EvmClient,
  trial: UnlistedTrial & { router: EvmAddress },
): Promise<string | undefined> {
  // Both after the same block: another trade between them would let the second buy less than it passes on.
  const block = await readPendingBlock(client)
  const bought = await simulateTrade(client, { trial, units: 0n, block })
  const early = findFailure(bought) ?? findPurchaseTrick(bought)
  if (early !== undefined) return early
  const units = bought.get('bought')?.value ?? 0n
  const whole = await simulateTrade(client, { trial, units, block })
  return findFailure(whole) ?? findTrick(whole, { trial, units })
}

function findFailure(outcomes: Outcomes): string | undefined {
  for (const [name, { result, value }] of outcomes) {
    if (result.status !== '0x1')
      return `${failures[name]}: ${describeRevert(getRevertData(result))}.`
    if (result.returnData.length > 2 + 2 * maxAnswer && asked.has(name))
      return `It answers ${result.returnData.length / 2 - 1} bytes where a token answers ${maxAnswer}.`
    if (name === 'pass' && value === 0n) return `${failures.pass}: it answered no.`
  }
  return undefined
}

function findPurchaseTrick(outcomes: Outcomes): string | undefined {
  const [promised, received] = [getValue(outcomes, 'buy'), getValue(outcomes, 'bought')]
  if (received === 0n || promised === 0n) return 'Buying it brought nothing in.'
  return received === promised ? undefined : describeFee('bought', { promised, received })
}

function findTrick(
  outcomes: Outcomes,
  { trial, units }: { trial: UnlistedTrial; units: bigint },
): string | undefined {
  const [left, passed] = [getValue(outcomes, 'left'), getValue(outcomes, 'passed')]
  if (passed !== units || left !== 0n)
    return passed === units
      ? 'Passing it on leaves some of it behind.'
      : describeFee('passed on', { promised: units, received: passed })
  if (isCallingReceivers(outcomes))
    return 'It calls whoever receives it while it is being moved, which lets strangers act in the middle of a trade.'
  const kept = getValue(outcomes, 'kept')
  if (kept !== units - units / 2n) return 'Selling half of it takes another amount than half.'
  if (getValue(outcomes, 'later') !== kept)
    return 'Balances of it change by themselves: after ten minutes an untouched one was another.'
  if (getValue(outcomes, 'places') !== BigInt(trial.decimals)) return decimalsChange
  if (getValue(outcomes, 'laterPlaces') !== BigInt(trial.decimals)) return decimalsChange
  return findRoundTripLoss(outcomes, trial)
}

const decimalsChange = 'It says different decimals at different times.'

/** Whether one of the two addresses was called: they leave a log when they are. */
function isCallingReceivers(outcomes: Outcomes): boolean {
  return [...outcomes.values()].some(({ result }) =>
    result.logs.some(({ topics }) => topics.length === 0),
  )
}

/** Half was sold, so that twice what came back is compared with what was paid. */
function findRoundTripLoss(outcomes: Outcomes, trial: UnlistedTrial): string | undefined {
  const lost = 10_000n - (2n * getValue(outcomes, 'back') * 10_000n) / trial.amount
  // The pool's fee is in millionths, and due twice.
  const most = BigInt(Math.ceil(trial.poolFee / 50) + unlistedBounds.maxRoundTripBps)
  if (lost <= most) return undefined
  return `Bought and sold again it loses ${Number(lost) / 100} %, more than the exchange's fees explain.`
}

function describeFee(
  what: string,
  { promised, received }: { promised: bigint; received: bigint },
): string {
  if (received > promised) return `More of it arrives than is ${what}.`
  const bps = ((promised - received) * 10_000n + promised - 1n) / promised
  return `It keeps ${Number(bps) / 100} % of what is ${what}.`
}

function getValue(outcomes: Outcomes, name: StepName): bigint {
  return outcomes.get(name)?.value ?? 0n
}
