/**
 * Time after which what a test waits for hangs, milliseconds. It tells nothing slow from quick: machines
 * differ, and share their cores with others.
 */
export const hangMs = 240_000
