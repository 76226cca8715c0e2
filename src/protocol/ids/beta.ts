/** What "beta" means for Solana, as API documents state it. Source: specification section 9. */
export const solanaBeta =
  'Solana is beta: it settles by the same rules as the EVM chains, so that what is deposited is delivered or comes back to its owner, but no third party has audited its program yet, and answers about it may gain fields. Begin with small amounts. Generation 3 takes Solana accounts.'

/** Returns schema metadata that marks a Solana form as beta in the API documents. */
export function describeBeta(form: string): { title: string; description: string } {
  return { title: `${form} (beta)`, description: solanaBeta }
}
