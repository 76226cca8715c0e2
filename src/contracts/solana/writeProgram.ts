/** A place for the loader to fill in. */
type Fixup = {
  /** Offset in the file. */
  at: number
  /** Index of the runtime function to call; absent for an address to relocate by its region. */
  systemCall: number | undefined
}

/** A linked program before it is written as a file. */
type LinkedProgram = {
  code: Buffer
  /** Offset in the code of the entry point. */
  entry: number
  constants: Buffer
  /** Names of the runtime functions called. */
  systemCalls: string[]
  fixups: Fixup[]
}

const elfHeaderBytes = 64
const programHeaderBytes = 56
const sectionHeaderBytes = 64
const align = 8

/** Offset of the code in the file: after the ELF header and three program headers. */
export const codeStart: number = elfHeaderBytes + 3 * programHeaderBytes

/** Constants of the ELF specification. */
const elf = {
  sharedObject: 3,
  bpf: 247,
  load: 1,
  dynamic: 2,
  readable: 4,
  executable: 1,
  tags: { stringTable: 5, symbolTable: 6, stringBytes: 10, symbolBytes: 11, relocations: 17 },
  tagsOfRelocations: { bytes: 18, entryBytes: 19 },
  sections: { code: 1, strings: 3, dynamic: 6, relocations: 9, symbols: 11 },
  allocated: 2,
  codeFlag: 4,
  globalSymbol: 0x10,
  /** Relocations: an address relative to its region, and a call by name. */
  relative: 8,
  call: 10,
}

type Part = {
  name: string
  bytes: Buffer
  type: number
  flags: number
  link: number
  info: number
  entryBytes: number
}

/**
 * Writes a program as a shared object with what Solana's loader reads: code, constants,
 * relocations, and the names of runtime functions. Source: System V ABI; the loader's requirements
 * are in `solana-sbpf`, `elf.rs`.
 */
export function writeProgram(program: LinkedProgram): Buffer {
  const strings = buildStringTable(program.systemCalls)
  const parts: Part[] = [
    buildPart('.text', program.code, {
      type: elf.sections.code,
      flags: elf.allocated | elf.codeFlag,
    }),
    buildPart('.rodata', program.constants, { type: elf.sections.code }),
    buildPart('.dynamic', Buffer.alloc(7 * 16), {
      type: elf.sections.dynamic,
      link: 5,
      entryBytes: 16,
    }),
    buildPart('.dynsym', buildSymbolTable(strings.offsets), {
      type: elf.sections.symbols,
      link: 5,
      info: 1,
      entryBytes: 24,
    }),
    buildPart('.dynstr', strings.bytes, { type: elf.sections.strings }),
    buildPart('.rel.dyn', buildRelocationTable(program.fixups), {
      type: elf.sections.relocations,
      link: 4,
      entryBytes: 16,
    }),
  ]
  const starts = placeParts(parts)
  const names = buildStringTable([...parts.map(({ name }) => name), '.shstrtab'])
  const namesStart = getEnd(parts, starts)
  const headersStart = alignUp(namesStart + names.bytes.length)
  const file = Buffer.alloc(headersStart + (parts.length + 2) * sectionHeaderBytes)
  writeElfHeader(file, { entry: codeStart + program.entry, headersStart, count: parts.length + 2 })
  writeProgramHeaders(file, parts, starts)
  parts.forEach(({ bytes }, index) => bytes.copy(file, starts[index]))
  writeDynamic(file, parts, starts)
  names.bytes.copy(file, namesStart)
  const all = [
    ...parts,
    buildPart('.shstrtab', names.bytes, { type: elf.sections.strings, flags: 0 }),
  ]
  all.forEach((one, index) => {
    writeSectionHeader(file.subarray(headersStart + (index + 1) * sectionHeaderBytes), one, {
      nameAt: names.offsets[index] ?? 0,
      start: starts[index] ?? namesStart,
    })
  })
  return file
}

function buildPart(name: string, bytes: Buffer, rest: Partial<Part> & { type: number }): Part {
  return { name, bytes, flags: elf.allocated, link: 0, info: 0, entryBytes: 0, ...rest }
}

function placeParts(parts: readonly Part[]): number[] {
  let next = codeStart
  return parts.map(({ bytes }) => {
    const start = alignUp(next)
    next = start + bytes.length
    return start
  })
}

function getEnd(parts: readonly Part[], starts: readonly number[]): number {
  return (starts.at(-1) ?? codeStart) + (parts.at(-1)?.bytes.length ?? 0)
}

/** Concatenated zero-terminated strings; the first is empty. */
function buildStringTable(texts: readonly string[]): { bytes: Buffer; offsets: number[] } {
  let next = 1
  const offsets = texts.map((text) => {
    const offset = next
    next += text.length + 1
    return offset
  })
  return { bytes: Buffer.from(`\0${texts.map((text) => `${text}\0`).join('')}`), offsets }
}

/** The first symbol is empty, too. */
function buildSymbolTable(nameOffsets: readonly number[]): Buffer {
  const table = Buffer.alloc(24 * (nameOffsets.length + 1))
  nameOffsets.forEach((offset, index) => {
    table.writeUInt32LE(offset, 24 * (index + 1))
    table.writeUInt8(elf.globalSymbol, 24 * (index + 1) + 4)
  })
  return table
}

function buildRelocationTable(fixups: readonly Fixup[]): Buffer {
  const table = Buffer.alloc(16 * fixups.length)
  fixups.forEach(({ at, systemCall }, index) => {
    table.writeBigUInt64LE(BigInt(at), 16 * index)
    table.writeUInt32LE(systemCall === undefined ? elf.relative : elf.call, 16 * index + 8)
    table.writeUInt32LE(systemCall === undefined ? 0 : systemCall + 1, 16 * index + 12)
  })
  return table
}

function writeElfHeader(
  file: Buffer,
  { entry, headersStart, count }: { entry: number; headersStart: number; count: number },
): void {
  file.write('\u007fELF\u0002\u0001\u0001', 0, 'latin1')
  file.writeUInt16LE(elf.sharedObject, 16)
  file.writeUInt16LE(elf.bpf, 18)
  file.writeUInt32LE(1, 20)
  file.writeBigUInt64LE(BigInt(entry), 24)
  file.writeBigUInt64LE(BigInt(elfHeaderBytes), 32)
  file.writeBigUInt64LE(BigInt(headersStart), 40)
  const sizes = [elfHeaderBytes, programHeaderBytes, 3, sectionHeaderBytes, count, count - 1]
  sizes.forEach((size, index) => file.writeUInt16LE(size, 52 + 2 * index))
}

/** Program headers: code and constants, the loader's tables, and the dynamic section in them. */
function writeProgramHeaders(
  file: Buffer,
  parts: readonly Part[],
  starts: readonly number[],
): void {
  const [, constants, dynamic] = parts
  const [, constantsStart = 0, dynamicStart = 0] = starts
  const codeEnd = constantsStart + (constants?.bytes.length ?? 0)
  const segments = [
    [elf.load, elf.readable | elf.executable, codeStart, codeEnd],
    [elf.load, elf.readable, dynamicStart, getEnd(parts, starts)],
    [elf.dynamic, elf.readable | 2, dynamicStart, dynamicStart + (dynamic?.bytes.length ?? 0)],
  ] as const
  segments.forEach(([type, flags, start, end], index) => {
    const at = elfHeaderBytes + index * programHeaderBytes
    file.writeUInt32LE(type, at)
    file.writeUInt32LE(flags, at + 4)
    const words = [start, start, start, end - start, end - start, align]
    words.forEach((word, i) => file.writeBigUInt64LE(BigInt(word), at + 8 + 8 * i))
  })
}

function writeDynamic(file: Buffer, parts: readonly Part[], starts: readonly number[]): void {
  const [, , dynamicStart = 0, symbols = 0, strings = 0, relocations = 0] = starts
  const entries = [
    [elf.tags.stringTable, strings],
    [elf.tags.symbolTable, symbols],
    [elf.tags.stringBytes, parts[4]?.bytes.length ?? 0],
    [elf.tags.symbolBytes, 24],
    [elf.tags.relocations, relocations],
    [elf.tagsOfRelocations.bytes, parts[5]?.bytes.length ?? 0],
    [elf.tagsOfRelocations.entryBytes, 16],
  ] as const
  entries.forEach(([tag, value], index) => {
    file.writeBigUInt64LE(BigInt(tag), dynamicStart + 16 * index)
    file.writeBigUInt64LE(BigInt(value), dynamicStart + 16 * index + 8)
  })
}

function writeSectionHeader(
  header: Buffer,
  { type, flags, bytes, link, info, entryBytes }: Part,
  { nameAt, start }: { nameAt: number; start: number },
): void {
  header.writeUInt32LE(nameAt, 0)
  header.writeUInt32LE(type, 4)
  const address = flags === 0 ? 0 : start
  const words = [flags, address, start, bytes.length]
  words.forEach((word, index) => header.writeBigUInt64LE(BigInt(word), 8 + 8 * index))
  header.writeUInt32LE(link, 40)
  header.writeUInt32LE(info, 44)
  header.writeBigUInt64LE(BigInt(align), 48)
  header.writeBigUInt64LE(BigInt(entryBytes), 56)
}

function alignUp(size: number): number {
  return Math.ceil(size / align) * align
}
