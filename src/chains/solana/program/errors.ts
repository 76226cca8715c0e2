/**
 * Errors of the escrow program by the code that the runtime reports as `Custom(n)`. Source:
 * src/contracts/solana/program/errors.h, which a test compares with this.
 */
export const escrowErrors = {
  4201: 'UNKNOWN_INSTRUCTION',
  4202: 'WRONG_DATA_LENGTH',
  4203: 'WRONG_ACCOUNT_COUNT',
  4204: 'SIGNATURE_MISSING',
  4205: 'NOT_WRITABLE',
  4206: 'WRONG_PROGRAM',
  4207: 'WRONG_ADDRESS',
  4208: 'WRONG_OWNER',
  4209: 'ALREADY_INITIALISED',
  4210: 'EMPTY_ORDER',
  4211: 'AMOUNT_OVERFLOW',
  4212: 'DEPOSIT_EXPIRED',
  4213: 'REFUND_TIME_OUT_OF_RANGE',
  4214: 'WRONG_AMOUNT_RECEIVED',
  4215: 'BELOW_RENT_EXEMPTION',
  4216: 'WRONG_MINT',
  4217: 'EXTENSION_REFUSED',
  4218: 'WRONG_TOKEN_ACCOUNT',
  4219: 'ORDER_NOT_HELD',
  4220: 'WRONG_FILL_HASH',
  4221: 'NOT_ATTESTED',
  4222: 'STILL_NEEDED',
  4223: 'FILL_KNOWN',
  4224: 'FILL_EXPIRED',
  4225: 'FILL_DEADLINE_OUT_OF_RANGE',
  4226: 'BAD_RECIPIENT',
  4227: 'TOO_LITTLE_DELIVERED',
  4228: 'NOT_AUTHORITY',
  4229: 'UNUSABLE_KEYS',
  4230: 'REPEATED_KEY',
  4231: 'KEY_DISABLED',
  4232: 'NOTHING_PROPOSED',
  4233: 'TOO_EARLY',
  4234: 'NO_ROOM_TO_DISABLE',
  4235: 'UNKNOWN_RENT',
} as const

/** Name of an error of the escrow program. */
export type EscrowError = (typeof escrowErrors)[keyof typeof escrowErrors]

/** Name of an error code; undefined when the escrow program has no such error. */
export function findEscrowError(code: number): EscrowError | undefined {
  return new Map<number, EscrowError>(getEntries()).get(code)
}

/** Code of an error of the escrow program. */
export function getEscrowErrorNumber(error: EscrowError): number {
  const [code] = getEntries().find(([, name]) => name === error) ?? []
  if (code === undefined) throw new Error(`The escrow program has no error ${error}.`)
  return code
}

function getEntries(): [number, EscrowError][] {
  return Object.entries(escrowErrors).map(([code, name]) => [Number(code), name])
}
