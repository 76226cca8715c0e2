import { HttpRequestError, TimeoutError } from 'viem'

import type { Network } from '#networks/network.ts'
import { FaucetRequest, ScenarioSwitch } from '#protocol/service/devnet.ts'
import { ChainDown } from './node/ChainDown.ts'
import { explorerRoutes } from './explorer.ts'
import { type Faucet, UnknownAsset } from './faucet/faucet.ts'
import { faucetWishes } from './faucet/faucetWishes.ts'
import { RefusedWish } from './faucet/RefusedWish.ts'
import type { DevnetRequest, DevnetResponse, DevnetRoute } from './explorer/route.ts'
import { type Scenarios, UnknownScenario } from './faults/scenarios.ts'
import type { DevnetSolana } from './solana/startSolana.ts'
import type { DevnetChain } from './deploy/startChains.ts'

/** What the routes serve. */
export type DevnetServed = {
  network: Network
  chains: readonly DevnetChain[]
  /** The running Solana cluster, where there is one. */
  solana?: DevnetSolana | undefined
  faucet: Faucet
  scenarios: Scenarios
}

/**
 * The devnet's routes for whatever server mounts them. Refusals answer `{message}` with 400 (the
 * request), or 503 (a chain is down).
 */
export function devnetRoutes(served: DevnetServed): DevnetRoute[] {
  const { network, chains, solana, faucet, scenarios } = served

  async function fund({ body }: DevnetRequest): Promise<DevnetResponse> {
    const request = FaucetRequest.safeParse(body)
    if (!request.success) return refusal(400, request.error.issues[0]?.message ?? 'Wrong request.')
    const { to, wishes } = faucetWishes(request.data, faucet)
    const funded = await faucet.give(to, wishes)
    const listed = funded.map(({ assetType, amount, hash }) => {
      return { assetType, amount: String(amount), hash }
    })
    return json(200, { funded: listed })
  }

  async function setScenario({ body }: DevnetRequest): Promise<DevnetResponse> {
    const request = ScenarioSwitch.safeParse(body)
    if (!request.success) return refusal(400, request.error.issues[0]?.message ?? 'Wrong request.')
    await scenarios.set(request.data.name, request.data.active)
    return json(200, scenarios.list())
  }

  return [
    { method: 'POST', path: '/api/devnet/faucet', handle: refusing(fund) },
    {
      method: 'GET',
      path: '/api/devnet/scenarios',
      handle: () => Promise.resolve(json(200, scenarios.list())),
    },
    { method: 'POST', path: '/api/devnet/scenarios', handle: refusing(setScenario) },
    ...explorerRoutes({ chains, network, solana }).map((route) => ({
      ...route,
      handle: refusing(route.handle),
    })),
  ]
}

/** Turns the errors that a caller can act on into answers; others stay faults. */
function refusing(handle: DevnetRoute['handle']): DevnetRoute['handle'] {
  return async (input) => {
    try {
      return await handle(input)
    } catch (error) {
      if (
        error instanceof RefusedWish ||
        error instanceof UnknownAsset ||
        error instanceof UnknownScenario
      )
        return refusal(400, error.message)
      if (isDown(error)) return refusal(503, 'A chain of the devnet does not answer.')
      throw error
    }
  }
}

function isDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (
      cause instanceof HttpRequestError ||
      cause instanceof TimeoutError ||
      cause instanceof ChainDown
    )
      return true
  return false
}

function refusal(status: number, message: string): DevnetResponse {
  return json(status, { message })
}

function json(status: number, value: unknown): DevnetResponse {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}
