/**
 * Requests that the person has reviewed and confirmed in this app already, so that the local wallet
 * need not ask again. A ticket is the exact content of one request, good once.
 *
 * What this protects from: whoever holds a provider. A script or extension that finds the local
 * wallet by EIP-6963 has the announced provider, for which no ticket is ever taken. Even the app's
 * own provider signs without asking only what was vouched for to the letter, so a `request` that is
 * called from elsewhere, repeated or changed on its way opens the dialog.
 *
 * What it cannot protect from: a script that runs in this page and is made for this app. It can
 * replace built-ins before this code runs, import this app's modules, walk React's tree to the
 * signer, draw over the dialog, or read the passphrase as it is typed. No code inside a page can be
 * safe from code inside the same page; the content policy keeps foreign scripts out, extensions it
 * does not. Who has more to lose than they trust their extensions with signs with a wallet outside
 * of the page: hardware, or an extension of its own.
 */
const tickets = new Set<string>()

type Request = { method: string; params: unknown }

/** Lets the local wallet sign this one request without asking. @returns Takes it back. */
export function vouchFor(request: Request): () => void {
  const ticket = ticketOf(request)
  tickets.add(ticket)
  return () => {
    tickets.delete(ticket)
  }
}

/** Whether a request was vouched for; the ticket is used up by it. */
export function takeVouch(request: Request): boolean {
  return tickets.delete(ticketOf(request))
}

function ticketOf({ method, params }: Request): string {
  return JSON.stringify([method, params])
}
