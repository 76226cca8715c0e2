import { privateKeyToAddress } from 'viem/accounts'

import type { ChainName } from '#networks/chooseChains.ts'
import {
  type MirrorChain,
  mirrorChains,
  mirrorSolana,
  type MirrorToken,
} from '#networks/mirror/mirrorChains.ts'
import { toEvmChainId, type EvmAddress } from '#protocol/ids/caip.ts'
import type { Deployment as DeploymentRecord } from '#protocol/service/deployment.ts'
import {
  planFeed,
  planFeeds,
  planCurrencyFeeds,
  planSecondFeeds,
  planUniswap,
  buildTokenCreation,
  buildVaultCreation,
} from './assetsPlan.ts'
import {
  type ChainPlan,
  type Placement,
  planChain,
  type PlannedFeed,
  poolFee,
  type PricedTicker,
} from './chainPlan.ts'
import { wrappedNativeBytecode } from '#contracts/bytecode/wrappedNative.ts'
import type { PlannedContract } from './create2.ts'
import { planEstuary } from './estuaryPlan.ts'
import type { Installation } from './installation.ts'
import { type LocalPlan, signersDelaySeconds } from './localPlan.ts'
import { buildClusterRecord, planMirrorSolana } from './mirrorSolanaPlan.ts'

/** Minter and feeds of a mirror's tokens. */
type MirrorRoles = {
  minter: EvmAddress
  feeds: Readonly<Record<PricedTicker, PlannedContract>>
  secondFeeds: Readonly<Record<PricedTicker, PlannedContract>>
  currencies: ReturnType<typeof planCurrencyFeeds>
  /** Whether this chain has the feed of SOL. */
  pricesSol: boolean
  salt: Installation['salt']
}

/**
 * Plans everything an installation of the mirror has on the given chains. Its salt and keys
 * determine the addresses, which no other installation shares.
 */
export function planMirror(
  { keys, salt, solanaKeys }: Installation,
  names: readonly ChainName[],
): LocalPlan {
  const minter = privateKeyToAddress(keys.deployer)
  const keeper = privateKeyToAddress(keys.keeper)
  const feeds = planFeeds((pair) => planFeed(pair, { keeper, salt }))
  const secondFeeds = planSecondFeeds(keeper, salt)
  const currencies = planCurrencyFeeds(keeper, salt)
  return {
    keys,
    estuary: planEstuary({ owner: minter, delaySeconds: signersDelaySeconds, salt }),
    chains: mirrorChains
      .filter(({ number }) => names.includes(number))
      .map((chain) => {
        const pricesSol = names.includes('solana') && chain.number === mirrorSolana.feedChainNumber
        return planMirrorChain(chain, {
          minter,
          feeds,
          secondFeeds,
          currencies,
          salt,
          pricesSol,
        })
      }),
    ...(names.includes('solana') && { solana: planMirrorSolana(solanaKeys) }),
  }
}

/** The service's view of an installation: contract addresses and roles. */
export function buildDeploymentRecord({
  keys,
  estuary,
  chains,
  solana,
}: LocalPlan): DeploymentRecord {
  const ours = {
    entryPoint: estuary.entryPoint.address,
    accountFactory: estuary.accountFactory.address,
    roleAccount: estuary.roleAccount.address,
    basicAccount: estuary.basicAccount.address,
    delegate: estuary.delegate.address,
    paymaster: estuary.paymaster.address,
    originEscrow: estuary.originEscrow.address,
    destinationSettler: estuary.destinationSettler.address,
    signers: estuary.signers.address,
    validityGuard: estuary.validityGuard.address,
    outputGuard: estuary.outputGuard.address,
  }
  return {
    roles: {
      executor: privateKeyToAddress(keys.executor),
      solver: privateKeyToAddress(keys.solver),
      payee: privateKeyToAddress(keys.payee),
      feeReceiver: privateKeyToAddress(keys.feeReceiver),
    },
    chains: chains.map((chain) => ({
      chainId: toEvmChainId(chain.number),
      contracts: { ...ours, ...buildExchange(chain) },
      feeds: toAddressesByTicker(chain.feeds),
      secondFeeds: toAddressesByTicker(chain.secondFeeds),
      currencyFeeds: Object.fromEntries(
        chain.currencyFeeds.map(({ currency, address }) => [currency, address]),
      ),
      pools: chain.pools.map(({ address, tokens: [a, b] }) => {
        return { pool: address, tokens: [a.address, b.address], fee: poolFee }
      }),
    })),
    ...(solana && { solana: [buildClusterRecord(solana)] }),
  }
}

function toAddressesByTicker(feeds: readonly PlannedFeed[]): Record<string, EvmAddress> {
  return Object.fromEntries(feeds.map(({ ticker, address }) => [ticker, address]))
}

function buildExchange({ uniswap, tokens, name }: ChainPlan) {
  const wrapped = tokens.find(({ wrapsCoin }) => wrapsCoin)
  if (!wrapped) throw new Error(`No token of ${name} stands for its coin.`)
  return {
    swapRouter: uniswap.swapRouter.address,
    quoter: uniswap.quoter.address,
    poolFactory: uniswap.poolFactory.address,
    wrappedNative: wrapped.address,
  }
}

function planMirrorChain(
  chain: MirrorChain,
  { minter, feeds, secondFeeds, currencies, salt, pricesSol }: MirrorRoles,
): ChainPlan {
  const { number, name, port, wrapped, tokens } = chain
  const uniswap = planUniswap(wrapped.address, salt)
  const all = [wrapped, ...tokens]
  const used = new Set(all.map(({ ticker }) => ticker))
  const priced = [...used, ...(pricesSol ? (['sol'] as const) : [])]
  return planChain({
    number,
    name,
    port,
    tokens: all.map(({ ticker, symbol, decimals, address }) => {
      return { ticker, symbol, decimals, address, wrapsCoin: address === wrapped.address }
    }),
    feeds,
    secondFeeds,
    currencyFeeds: currencies.currencyFeeds,
    uniswap,
    placements: [
      toPlacement(wrapped, wrappedNativeBytecode),
      ...tokens.map((token) => toPlacement(token, buildTokenCreation(token, minter))),
      ...planVault(chain),
    ],
    creations: [
      ...priced.flatMap((ticker) => [feeds[ticker], secondFeeds[ticker]]),
      ...Object.values(uniswap),
      ...currencies.creations,
    ],
  })
}

function toPlacement(
  { name, symbol, address }: MirrorToken,
  initCode: Placement['initCode'],
): Placement {
  return { name, symbol, address, initCode }
}

/** Its constructor reads the token's decimals, so it comes after the tokens. */
function planVault({ vault, tokens }: MirrorChain): Placement[] {
  const usdc = tokens.find(({ ticker }) => ticker === 'usdc')
  if (vault === undefined || !usdc) return []
  const kind = { name: 'Fluid USD Coin', symbol: 'fUSDC' }
  return [{ ...kind, address: vault, initCode: buildVaultCreation(usdc.address, kind) }]
}
