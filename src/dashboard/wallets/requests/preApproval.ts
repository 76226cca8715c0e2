/**
 * Pre-approved requests of this app to the local wallet, by their content; each is valid once.
 *
 * This protects against scripts that get hold of the provider. It is not announced, but a script
 * can find it through React. A request that is made elsewhere, repeated, or changed on its way is
 * not pre-approved: it opens the dialog, which says that the app did not ask.
 *
 * It cannot protect against a script in this page that is written for this app. Such a script can
 * replace built-ins before this code runs, import this app's modules, reach the signer through
 * React's tree, draw over the dialog, or read the passphrase as it is typed. The content security
 * policy keeps other scripts out, but not browser extensions. Users who do not trust their
 * extensions with the funds should sign with a wallet outside the page, such as a hardware wallet.
 */
const approvals = new Map<string, PreApproval>()

/**
 * `reviewed`: the user confirmed the request in the review, so the wallet does not ask again.
 * `asked`: the wallet asks, in the app's name.
 */
export type PreApproval = 'reviewed' | 'asked'

type ApprovableRequest = { method: string; params: unknown }

/** Pre-approves one request of this app. @returns Withdraws the approval. */
export function preApprove(
  request: ApprovableRequest,
  approval: PreApproval = 'reviewed',
): () => void {
  const key = toKey(request)
  approvals.set(key, approval)
  return () => {
    approvals.delete(key)
  }
}

/** Consumes a request's pre-approval; undefined when it has none. */
export function takePreApproval(request: ApprovableRequest): PreApproval | undefined {
  const key = toKey(request)
  const approval = approvals.get(key)
  approvals.delete(key)
  return approval
}

function toKey({ method, params }: ApprovableRequest): string {
  return JSON.stringify([method, params])
}
