/** One call or instruction of an operation: a description and the call itself. */
export type OperationStep = { id: string; text: string; call: string }
