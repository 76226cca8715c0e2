/** What it means that Solana is beta, for whoever builds on the interface. Source: specification section 9. */
export const solanaBeta =
  'Solana is beta: it settles by the same rules as the EVM chains, so that what is deposited is delivered or comes back to its owner, but no third party has audited its program yet, and answers about it may gain fields. Begin with small amounts. Generation 3 takes Solana accounts.'

/** Marks a form of Solana in the documents of the interface, in words that every reader of a schema knows. */
export function describeBeta(form: string): { title: string; description: string } {
  return { title: `${form} (beta)`, description: solanaBeta }
}
