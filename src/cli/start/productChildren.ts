import path from 'node:path'

import type { Devnet } from '#devnet/startDevnet.ts'
import { toChainVariable } from '#service/config/config.ts'
import type { Environment } from '#service/config/variables.ts'
import { answerDevnetQuestions } from './devnetBridge.ts'
import { type SupervisedChild, supervise } from './processes/supervise.ts'

/** Options common to the child processes. */
export type ChildrenOptions = {
  devnet: Devnet
  databaseUrl: string
  dataDir: string
  host: string
  port: number
  dashboardFolder: string
  onWarning: (sentence: string) => void
  onGivenUp: (sentence: string) => void
}

/** Starts the service: API and worker in one process, with every key but the attestor's. */
export function startServiceChild(options: ChildrenOptions): SupervisedChild {
  const { devnet } = options
  return supervise({
    name: 'service',
    file: getBundledPath('serve.js'),
    environment: buildServiceEnvironment(options, process.env),
    onStart: (child) => answerDevnetQuestions(child, devnet.routes),
    onWarning: options.onWarning,
    onGivenUp: options.onGivenUp,
  })
}

/** Default log level: warnings and errors only. */
const quiet = 'warn'

/** Environment of the service: the user's variables, overridden by those of the start. */
export function buildServiceEnvironment(
  options: Omit<ChildrenOptions, 'devnet' | 'onWarning' | 'onGivenUp'> & {
    devnet: Pick<Devnet, 'installation' | 'routes' | 'network' | 'chains' | 'environment'>
  },
  set: Environment,
): Record<string, string> {
  const { devnet } = options
  const { keys, quoteKey, apiKey, solanaKeys } = devnet.installation
  return {
    API_KEY: apiKey,
    LOG_LEVEL: quiet,
    ...omitUndefined(set),
    ...buildCommonEnvironment(options, set),
    ROLES: 'api,worker',
    HOST: options.host,
    PORT: String(options.port),
    DASHBOARD_DIR: options.dashboardFolder,
    DEVNET_ROUTES: JSON.stringify(
      devnet.routes.map(({ method, path: route }) => ({ method, path: route })),
    ),
    EXECUTOR_EVM_KEY: `${keys.executor},${keys.executorB}`,
    SOLVER_EVM_KEY: keys.solver,
    COSIGNER_KEY: keys.cosigner,
    PAYMASTER_KEY: keys.paymasterSigner,
    QUOTE_KEY: quoteKey,
    ...(solanaKeys && {
      EXECUTOR_SOLANA_KEY: solanaKeys.executor,
      SOLVER_SOLANA_KEY: solanaKeys.solver,
    }),
  }
}

/** Starts the attestor in its own process, with its own key only. */
export function startAttestorChild(options: ChildrenOptions): SupervisedChild {
  const { keys, solanaKeys } = options.devnet.installation
  return supervise({
    name: 'attestor',
    file: getBundledPath('service.js'),
    environment: {
      ...buildCommonEnvironment(options, process.env),
      ROLES: 'attestor',
      ...getAttestorMonitoring(process.env),
      LOG_LEVEL: process.env['LOG_LEVEL'] || quiet,
      ATTESTOR_EVM_KEY: keys.attestor,
      ...(solanaKeys && { ATTESTOR_SOLANA_KEY: solanaKeys.attestor }),
    },
    onWarning: options.onWarning,
    onGivenUp: options.onGivenUp,
  })
}

/** The attestor's port for monitoring: the next one. */
function getAttestorMonitoring(set: Environment): Record<string, string> {
  const { METRICS_HOST: host, METRICS_PORT: port } = set
  if (!port) return {}
  return {
    METRICS_PORT: port === '0' ? port : String(Number(port) + 1),
    ...(host && { METRICS_HOST: host }),
  }
}

function omitUndefined(set: Environment): Record<string, string> {
  const entries = Object.entries(set).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.fromEntries(entries)
}

/** Variables that change the network, and so must be the same for all roles. */
const networkVariables = /^(FEE_RECEIVER|QUOTE_VALIDITY_SECONDS|AGGREGATED_PREFIX|ACCOUNT_TYPE_.+)$/

function buildCommonEnvironment(
  {
    devnet,
    databaseUrl,
    dataDir,
  }: Pick<ChildrenOptions, 'databaseUrl' | 'dataDir'> & {
    devnet: Pick<Devnet, 'network' | 'chains' | 'environment'>
  },
  set: Environment,
) {
  const own = Object.entries(omitUndefined(set)).filter(([name]) => networkVariables.test(name))
  const addresses = devnet.network.chains.flatMap(({ chainId, rpcUrl }) => {
    const evm = devnet.chains.find((chain) => chain.chainId === chainId)
    const published = toChainVariable('PUBLIC_RPC_URL', chainId)
    return [
      [toChainVariable('RPC_URL', chainId), evm?.node.ownUrl ?? rpcUrl],
      [published, set[published] ?? rpcUrl],
    ] as const
  })
  return {
    ...Object.fromEntries(own),
    ...devnet.environment,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...Object.fromEntries(addresses),
  }
}

/** The path of a program in this bundle's folder. */
function getBundledPath(name: string): string {
  return path.join(import.meta.dirname, name)
}
