import { findClang } from '#contracts/solana/compileProgram.ts'
import { installPackage, type PackageMachine, thisMachine } from './systemPackages.ts'

/** A compiler for the Solana program and where it came from, or why there is none. */
export type Compiler = { clang: string; from: string } | { clang?: undefined; why: string }

/** Access to the machine; replaced in tests. */
export type CompilerMachine = PackageMachine & {
  /** The command of a clang of the right version. */
  find: () => string | undefined
}

/**
 * Finds the compiler whose output is committed: the system's. In CI it is installed with the system's
 * package manager if needed; other machines are left as they are.
 */
export function findCompiler(
  machine: CompilerMachine = { ...thisMachine, find: findClang },
): Compiler {
  const here = machine.find()
  if (here !== undefined) return { clang: here, from: 'the system' }
  if ((machine.environment['CI'] ?? '') === '') return { why: 'there is no clang 14 here' }
  const { manager, failures } = installPackage({ 'apt-get': 'clang-14' }, machine)
  const installed = machine.find()
  if (installed !== undefined) return { clang: installed, from: `${manager} (installed now)` }
  const tried = manager === undefined ? ['no package manager here has it'] : failures
  return { why: `there is no clang 14 here and none could be installed (${tried.join('; ')})` }
}
