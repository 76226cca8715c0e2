/** The first byte of each instruction's data. Source: src/contracts/solana/program/escrow.c. */
export const instructionNumbers = {
  open: 0,
  release: 1,
  refund: 2,
  closeOrder: 3,
  fill: 4,
  cancel: 5,
  closeFill: 6,
  install: 7,
  propose: 8,
  withdraw: 9,
  accept: 10,
  disable: 11,
  offerAuthority: 12,
  acceptAuthority: 13,
} as const
