import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** One compiled contract. */
export type CompiledContract = {
  /** Name in the source, e.g. `OriginEscrow`. */
  name: string
  /** ABI entries as solc returns them. */
  abi: AbiEntry[]
  /** Creation bytecode as 0x hex, without constructor arguments. */
  bytecode: string
}

/** A parameter of an ABI entry, reduced to what encoders need. */
export type AbiParameter = {
  name?: string
  type: string
  /** Solidity's type, such as `struct Order[]`. */
  internalType?: string
  indexed?: boolean
  components?: AbiParameter[]
}

/** An ABI entry. */
export type AbiEntry = {
  type: string
  name?: string
  stateMutability?: string
  inputs?: AbiParameter[]
  outputs?: AbiParameter[]
  anonymous?: boolean
}

type SolcOutput = {
  errors?: { severity: string; errorCode: string; formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<string, { abi: AbiEntry[]; evm: { bytecode: { object: string } } }>
  >
}

type Solc = {
  compile: (
    input: string,
    callbacks: { import: (path: string) => { contents: string } | { error: string } },
  ) => string
}

const here = fileURLToPath(new URL('.', import.meta.url))
const require = createRequire(import.meta.url)

/** Settings that affect the bytecode; `foundry.toml` repeats them for the tests. */
const settings = {
  evmVersion: 'prague',
  optimizer: { enabled: true, runs: 200 },
  // No hash of paths and comments, so that CREATE2 addresses change only when the code does.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
}

/** Emitted for any use of transient storage; ours is OpenZeppelin's lock, which clears itself. */
const transientStorageAdvice = '2394'

/**
 * Compiles every contract under `evm/` with the solc of package.json.
 * @returns The deployable contracts, ordered by file and name.
 * @throws Error with the compiler's message on errors and on warnings.
 */
export function compileContracts(): CompiledContract[] {
  const files = readdirSync(`${here}evm`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sol'))
    .toSorted()
    .map((file) => `evm/${file}`)
  const output = runSolc(files)
  const problems = (output.errors ?? []).filter(
    ({ severity, errorCode }) => severity !== 'info' && errorCode !== transientStorageAdvice,
  )
  if (problems.length > 0) {
    throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  }
  return files.flatMap((file) =>
    Object.entries(output.contracts?.[file] ?? {})
      .map(([name, { abi, evm }]) => ({ name, abi, bytecode: `0x${evm.bytecode.object}` }))
      .filter(({ abi, bytecode }) => bytecode !== '0x' && abi.some(isCallable)),
  )
}

/** Libraries with only internal functions are inlined into others and never deployed. */
function isCallable({ type }: AbiEntry): boolean {
  return type === 'function' || type === 'constructor'
}

function runSolc(files: string[]): SolcOutput {
  const solc: Solc = require('solc')
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(here + file, 'utf8') }]),
  )
  const outputSelection = Object.fromEntries(
    files.map((file) => [file, { '*': ['abi', 'evm.bytecode.object'] }]),
  )
  const input = { language: 'Solidity', sources, settings: { ...settings, outputSelection } }
  return JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
}

function readImport(path: string): { contents: string } | { error: string } {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') }
  } catch (cause) {
    return { error: `${path}: ${String(cause)}` }
  }
}
