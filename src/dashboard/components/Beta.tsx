/** Marks what is new and meant for small amounts; {@link solanaBeta} says what it means. */
export function Beta() {
  return <span className="chip chip-channel !h-5 !px-1.5">Beta</span>
}

/** What "Beta" means where Solana is offered. */
export const solanaBeta =
  'Solana is new here. It settles by the same rules as the EVM chains: what is deposited is delivered, or comes back to you. No third party has audited its program yet, so begin with small amounts. SPL tokens work, and Token-2022 tokens without extensions that can take, hold back or hide what is sent.'
