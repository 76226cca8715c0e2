/** One call or instruction of an operation: what it does in words, and the call itself. */
export type OperationStep = { id: string; text: string; call: string }
