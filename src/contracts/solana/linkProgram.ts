import { readObject, getRelocations, type ObjectFile, type Section } from './readObject.ts'
import { codeStart, writeProgram } from './writeProgram.ts'

/** Relocation types of clang's BPF target. Source: LLVM, `ELFRelocs/BPF.def`. */
const relocation = { address: 1, call: 10 }
/** Source register of a `call` to a function of this program, by distance. */
const callOfOwnFunction = 0x10
const instructionBytes = 8

/**
 * Links one object file of `clang -target bpf` into a Solana program. It does the part of the
 * official linker (`ld.lld` of Solana's platform tools) that a program without writable data needs:
 * calls of its own functions become distances, constants become addresses in the single read-only
 * section, and runtime calls are left to the loader by name.
 *
 * @returns A shared object (ELF) for the loader, version 0 of its instruction set.
 * @throws Error when the object has no entry point or writable data, or calls unknown functions.
 */
export function linkProgram(file: Buffer): Buffer {
  const object = readObject(file)
  refuseWritableData(object)
  const code = object.sections.find(({ name }) => name === '.text')
  const entry = object.symbols.find(({ name }) => name === 'entrypoint')
  if (!code || entry?.section !== code.index) throw new Error('The program has no entrypoint.')
  const constants = placeConstants(object, codeStart + code.bytes.length)
  const text = Buffer.from(code.bytes)
  const systemCalls: string[] = []
  const fixups = getRelocations(object, code).map(({ offset, type, symbol }) => {
    if (type === relocation.call && symbol.section === 0) {
      return { at: codeStart + offset, systemCall: callSystem(text, offset, symbol.name) }
    }
    if (type === relocation.call && symbol.section === code.index) {
      callFunction(text, offset, symbol.value)
      return undefined
    }
    const start = constants.starts.get(symbol.section)
    if (type === relocation.address && start !== undefined) {
      setAddress(text, offset, start + symbol.value)
      return { at: codeStart + offset, systemCall: undefined }
    }
    throw new Error(`Cannot link relocation ${type} to "${symbol.name}".`)
  })

  function callSystem(text: Buffer, offset: number, name: string): number {
    if (!name.startsWith('sol_')) throw new Error(`No runtime has a function "${name}".`)
    if (!systemCalls.includes(name)) systemCalls.push(name)
    setCall(text, offset, -1)
    return systemCalls.indexOf(name)
  }

  return writeProgram({
    code: text,
    entry: entry.value,
    constants: constants.bytes,
    systemCalls,
    fixups: fixups.filter((fixup) => fixup !== undefined),
  })
}

function refuseWritableData({ sections }: ObjectFile): void {
  const writable = sections.find(
    ({ name, bytes }) => bytes.length > 0 && /^\.(data|bss)/.test(name),
  )
  if (writable) throw new Error(`Programs have no writable data, this one has ${writable.name}.`)
}

/** Places all constants behind the code, one after another. */
function placeConstants(object: ObjectFile, after: number) {
  const starts = new Map<number, number>()
  const base = alignUp(after, instructionBytes)
  let bytes = Buffer.alloc(0)
  for (const section of object.sections.filter(isConstant)) {
    const start = alignUp(bytes.length, Math.max(instructionBytes, section.align))
    const gap = Buffer.alloc(start - bytes.length)
    bytes = Buffer.concat([bytes, gap, section.bytes])
    starts.set(section.index, base + start)
  }
  return { bytes, starts }
}

function isConstant({ name, bytes }: Section): boolean {
  return name.startsWith('.rodata') && bytes.length > 0
}

/** The immediate holds the function's distance from its symbol, in instructions, less one. */
function callFunction(text: Buffer, offset: number, symbolValue: number): void {
  const inSection = text.readInt32LE(offset + 4) + 1
  const target = symbolValue / instructionBytes + inSection
  setCall(text, offset, target - offset / instructionBytes - 1)
}

function setCall(text: Buffer, offset: number, immediate: number): void {
  text.writeUInt8(callOfOwnFunction, offset + 1)
  text.writeInt32LE(immediate, offset + 4)
}

/** A 64-bit constant spans two instructions; the loader adds the base address of its region. */
function setAddress(text: Buffer, offset: number, symbolAddress: number): void {
  const addend = text.readInt32LE(offset + 4)
  text.writeUInt8(text.readUInt8(offset + 1) & 0x0f, offset + 1)
  text.writeUInt32LE(symbolAddress + addend, offset + 4)
  text.writeUInt32LE(0, offset + instructionBytes + 4)
}

function alignUp(size: number, align: number): number {
  return Math.ceil(size / align) * align
}
