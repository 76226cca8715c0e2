/**
 * Requests that this app makes of the local wallet itself. A ticket is the exact content of one
 * request, good once: `reviewed` was confirmed by the person in this app's review, so the wallet need
 * not ask again; `asked` is still asked about, in this app's name.
 *
 * What this protects from: whoever gets hold of the provider. It is announced to nobody, but a script
 * can find it where React keeps it. A request that is made elsewhere, repeated or changed on its way
 * has no ticket: it opens the dialog, which says that this app did not ask.
 *
 * What it cannot protect from: a script that runs in this page and is made for this app. It can
 * replace built-ins before this code runs, import this app's modules, walk React's tree to the
 * signer, draw over the dialog, or read the passphrase as it is typed. No code inside a page can be
 * safe from code inside the same page; the content policy keeps foreign scripts out, extensions it
 * does not. Who has more to lose than they trust their extensions with signs with a wallet outside
 * of the page: hardware, or an extension of its own.
 */
const tickets = new Map<string, PreApproval>()

/** Whether the person confirmed a request already, or is to be asked about it. */
export type PreApproval = 'reviewed' | 'asked'

type ApprovableRequest = { method: string; params: unknown }

/** Says that this one request is this app's own. @returns Takes it back. */
export function preApprove(
  request: ApprovableRequest,
  vouch: PreApproval = 'reviewed',
): () => void {
  const ticket = toTicket(request)
  tickets.set(ticket, vouch)
  return () => {
    tickets.delete(ticket)
  }
}

/** How this app vouched for a request; the ticket is used up by it. Undefined: it did not. */
export function takePreApproval(request: ApprovableRequest): PreApproval | undefined {
  const ticket = toTicket(request)
  const vouch = tickets.get(ticket)
  tickets.delete(ticket)
  return vouch
}

function toTicket({ method, params }: ApprovableRequest): string {
  return JSON.stringify([method, params])
}
