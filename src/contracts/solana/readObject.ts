/** A section of an object file. */
export type Section = {
  index: number
  name: string
  /** `SHT_*` of the ELF specification. */
  type: number
  bytes: Buffer
  align: number
  /** For relocations, the section they change. */
  info: number
  link: number
}

/** A symbol of an object file. */
export type ObjectSymbol = {
  name: string
  /** Index of its section; 0 when it is undefined here. */
  section: number
  /** Offset in that section. */
  value: number
}

/** A place to fill in once addresses are known. */
export type Relocation = { offset: number; type: number; symbol: ObjectSymbol }

/** A parsed object file of clang. */
export type ObjectFile = { sections: Section[]; symbols: ObjectSymbol[] }

const sectionHeaderBytes = 64
const symbolBytes = 24
const relocationBytes = 16
const symbolTable = 2

/**
 * Parses a 64-bit little-endian relocatable ELF file. Source: System V ABI, chapter 4.
 *
 * @throws Error when it is not one.
 */
export function readObject(file: Buffer): ObjectFile {
  if (file.toString('latin1', 0, 4) !== '\u007fELF' || file[4] !== 2 || file[5] !== 1) {
    throw new Error('Expected a 64-bit little-endian ELF object file.')
  }
  const start = Number(file.readBigUInt64LE(40))
  const headers = Array.from({ length: file.readUInt16LE(60) }, (_, index) => {
    const at = start + index * sectionHeaderBytes
    const offset = Number(file.readBigUInt64LE(at + 24))
    const size = Number(file.readBigUInt64LE(at + 32))
    return {
      index,
      nameAt: file.readUInt32LE(at),
      type: file.readUInt32LE(at + 4),
      bytes: file.subarray(offset, offset + size),
      link: file.readUInt32LE(at + 40),
      info: file.readUInt32LE(at + 44),
      align: Number(file.readBigUInt64LE(at + 48)),
    }
  })
  const names = headers[file.readUInt16LE(62)]?.bytes ?? Buffer.alloc(0)
  const sections = headers.map(({ nameAt, ...section }) => ({
    ...section,
    name: getTextAt(names, nameAt),
  }))
  return { sections, symbols: readSymbols(sections) }
}

/** Returns a section's relocations in file order. */
export function getRelocations(object: ObjectFile, section: Section): Relocation[] {
  const relocations = 9
  return object.sections
    .filter(({ type, info }) => type === relocations && info === section.index)
    .flatMap(({ bytes }) => split(bytes, relocationBytes))
    .map((entry) => {
      const symbol = object.symbols[entry.readUInt32LE(12)]
      if (!symbol) throw new Error('A relocation names a symbol that does not exist.')
      return { offset: Number(entry.readBigUInt64LE(0)), type: entry.readUInt32LE(8), symbol }
    })
}

function readSymbols(sections: Section[]): ObjectSymbol[] {
  const table = sections.find(({ type }) => type === symbolTable)
  if (!table) throw new Error('The object file has no symbols.')
  const names = sections[table.link]?.bytes ?? Buffer.alloc(0)
  return split(table.bytes, symbolBytes).map((entry) => ({
    name: getTextAt(names, entry.readUInt32LE(0)),
    section: entry.readUInt16LE(6),
    value: Number(entry.readBigUInt64LE(8)),
  }))
}

function split(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: bytes.length / size }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

function getTextAt(table: Buffer, at: number): string {
  return table.toString('latin1', at, table.indexOf(0, at))
}
