/** One call or instruction of an operation in words. */
export type OperationStep = { id: string; text: string }
