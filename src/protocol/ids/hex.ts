import { z } from 'zod/mini'

/** Bytes as `0x` and an even number of hex digits; `0x` alone is empty. */
export const Hex = z
  .templateLiteral(
    ['0x', z.string().check(z.regex(/^[0-9a-fA-F]*$/))],
    'Expected bytes: 0x and hex digits.',
  )
  .check(
    z.refine(
      (text) => text.length % 2 === 0,
      'Expected whole bytes: an even number of hex digits.',
    ),
  )
export type Hex = z.output<typeof Hex>

/** 32 bytes as `0x` and 64 hex digits: quote ids, EVM transaction hashes, digests. */
export const Hash = z.templateLiteral(
  ['0x', z.string().check(z.regex(/^[0-9a-fA-F]{64}$/))],
  'Expected 32 bytes: 0x and 64 hex digits.',
)
export type Hash = z.output<typeof Hash>

/** A number as a hex quantity of at most 256 bits: `0x0`, `0x5af3107a4000`. */
export const HexQuantity = z.templateLiteral(
  ['0x', z.string().check(z.regex(/^[0-9a-fA-F]{1,64}$/))],
  'Expected a number as 0x and 1 to 64 hex digits.',
)
export type HexQuantity = z.output<typeof HexQuantity>
