import { setEnglishMessages } from '#protocol/http/setEnglishMessages.ts'
import { HttpRequestError, TimeoutError } from 'viem'
import type { Network } from '#networks/network.ts'
import { FaucetRequest, ScenarioSwitch } from '#protocol/service/devnet.ts'
import {
  ChainDownError,
  type Faucet,
  UnknownAssetError,
  type FaucetTransfer,
} from './faucet/faucet.ts'
import { createExplorerRoutes } from './explorer.ts'
import { FaucetError } from './faucet/solanaFaucet.ts'
import type { DevnetRequest, DevnetResponse, DevnetRoute } from './explorer/page.ts'
import { type Scenarios, UnknownScenarioError } from './faults/scenarios.ts'
import type { DevnetSolana } from './solana/startSolana.ts'
import type { DevnetChain } from './deploy/startChains.ts'
import { type AccountAddress, checksumAddress, EvmAddress } from '#protocol/ids/caip.ts'

/** What the routes serve. */
export type DevnetServices = {
  network: Network
  chains: readonly DevnetChain[]
  /** The running Solana cluster, where there is one. */
  solana?: DevnetSolana | undefined
  faucet: Faucet
  scenarios: Scenarios
}

/**
 * Creates the devnet's routes for any server to mount. Errors answer `{message}` with status 400
 * (bad request) or 503 (a chain is down).
 */
export function createDevnetRoutes(served: DevnetServices): DevnetRoute[] {
  const { network, chains, solana, faucet, scenarios } = served
  setEnglishMessages()

  async function fund({ body }: DevnetRequest): Promise<DevnetResponse> {
    const request = FaucetRequest.safeParse(body)
    if (!request.success)
      return buildErrorResponse(400, request.error.issues[0]?.message ?? 'Wrong request.')
    const { to, transfers } = resolveFaucetRequest(request.data, faucet)
    const funded = await faucet.send(to, transfers)
    const listed = funded.map(({ assetType, amount, hash }) => {
      return { assetType, amount: String(amount), hash }
    })
    return buildJsonResponse(200, { funded: listed })
  }

  async function setScenario({ body }: DevnetRequest): Promise<DevnetResponse> {
    const request = ScenarioSwitch.safeParse(body)
    if (!request.success)
      return buildErrorResponse(400, request.error.issues[0]?.message ?? 'Wrong request.')
    await scenarios.set(request.data.name, request.data.active)
    return buildJsonResponse(200, scenarios.list())
  }

  return [
    { method: 'POST', path: '/api/devnet/faucet', handle: mapErrors(fund) },
    {
      method: 'GET',
      path: '/api/devnet/scenarios',
      handle: () => Promise.resolve(buildJsonResponse(200, scenarios.list())),
    },
    { method: 'POST', path: '/api/devnet/scenarios', handle: mapErrors(setScenario) },
    ...createExplorerRoutes({ chains, network, solana }).map((route) => ({
      ...route,
      handle: mapErrors(route.handle),
    })),
  ]
}

/** Maps errors a caller can act on to responses; others propagate. */
function mapErrors(handle: DevnetRoute['handle']): DevnetRoute['handle'] {
  return async (input) => {
    try {
      return await handle(input)
    } catch (error) {
      if (
        error instanceof FaucetError ||
        error instanceof UnknownAssetError ||
        error instanceof UnknownScenarioError
      )
        return buildErrorResponse(400, error.message)
      if (isChainDown(error))
        return buildErrorResponse(503, 'A chain of the devnet does not answer.')
      throw error
    }
  }
}

function isChainDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (
      cause instanceof HttpRequestError ||
      cause instanceof TimeoutError ||
      cause instanceof ChainDownError
    )
      return true
  return false
}

function buildErrorResponse(status: number, message: string): DevnetResponse {
  return buildJsonResponse(status, { message })
}

function buildJsonResponse(status: number, value: unknown): DevnetResponse {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

/**
 * Resolves a faucet request to transfers: the amount named, else the asset's default, else the
 * starter set. Source: wire, "Extensions".
 *
 * @throws FaucetError when no chain has such addresses, or an amount is given without an asset.
 * @throws UnknownAssetError when the asset is not one of the network's.
 */
function resolveFaucetRequest(
  { address, assetType, amount }: FaucetRequest,
  faucet: Pick<Faucet, 'getStarterTransfers' | 'getDefaultTransfer'>,
): { to: AccountAddress; transfers: FaucetTransfer[] } {
  const evmAddress = EvmAddress.safeParse(address).data
  const to = evmAddress ? checksumAddress(evmAddress) : address
  if (assetType !== undefined) {
    const usual = faucet.getDefaultTransfer(assetType)
    return { to, transfers: [amount === undefined ? usual : { assetType, amount: BigInt(amount) }] }
  }
  if (amount !== undefined) throw new FaucetError('An amount needs the asset it is of.')
  const transfers = faucet.getStarterTransfers(to)
  if (transfers.length === 0) throw new FaucetError(`${to} is not an address of a local chain.`)
  return { to, transfers }
}
