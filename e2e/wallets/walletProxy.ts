import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  announceWallet,
  type Announcement,
  answerRequest,
  type WalletState,
} from './injectedWallet.ts'

/** Stands in front of the product and adds a wallet to its pages, for browsers without preload scripts. */
export type WalletProxy = {
  url: string
  /** The service behind it, once that listens. */
  forwardTo: (url: string) => void
  /** Documents that are loaded from now on have this wallet. @returns What happens in them. */
  offer: (wallet: WalletState, when: Announcement) => Seen
  stop: () => void
}

type Seen = {
  /** What pages threw and what their policy refused. */
  faults: string[]
  /** URLs and bodies that pages sent, in order. */
  requests: { url: string; body: string }[]
}

/** Starts the proxy. Its script has an address of its own, which the page's policy allows. */
export async function startWalletProxy(): Promise<WalletProxy> {
  let target = ''
  let offered: { wallet: WalletState; when: Announcement } | undefined
  let seen: Seen = { faults: [], requests: [] }
  const server = createServer((incoming, answer) => {
    serve(incoming, answer).catch((error: unknown) => {
      seen.faults.push(`${incoming.url} failed: ${String(error)}`)
      answer.destroy()
    })
  })
  async function serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { url = '/' } = incoming
    const body = await text(incoming)
    if (url === '/test-wallet.js')
      answer.setHeader('content-type', 'text/javascript').end(buildScript(offered?.when ?? 'early'))
    else if (url === '/test-wallet/request' && offered)
      answer.end(JSON.stringify(await answerRequest(offered.wallet, JSON.parse(body))))
    else if (url === '/test-wallet/fault') {
      seen.faults.push(body)
      answer.end()
    } else {
      seen.requests.push({ url, body })
      forward(incoming, { answer, body, target })
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    forwardTo: (url) => (target = url),
    offer(wallet, when) {
      offered = { wallet, when }
      seen = { faults: [], requests: [] }
      return seen
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sends a request on as it is; only documents are changed, by one line. */
function forward(
  { url = '/', method, headers }: IncomingMessage,
  { answer, body, target }: { answer: ServerResponse; body: string; target: string },
): void {
  const { 'accept-encoding': _, 'if-none-match': _tag, ...kept } = headers
  const forwarded = request(new URL(url, target), { method, headers: kept }, (found) => {
    const { 'content-length': _length, ...same } = found.headers
    const status = found.statusCode ?? 502
    if (found.headers['content-type']?.startsWith('text/html') !== true) {
      found.pipe(answer.writeHead(status, found.headers))
      return
    }
    void text(found).then((html) =>
      answer
        .writeHead(status, same)
        .end(html.replace('<head>', '<head><script src="/test-wallet.js"></script>')),
    )
  })
  forwarded.once('error', () => answer.destroy())
  forwarded.end(body)
}

function buildScript(when: Announcement): string {
  const wallet = { name: 'Test Wallet', rdns: 'test.estuary.wallet', when }
  return `(${reachProxy.toString()})();(${announceWallet.toString()})(${JSON.stringify(wallet)})`
}

/** Runs in the page: passes requests to the wallet's key, and tells what goes wrong. */
function reachProxy(): void {
  Reflect.set(window, 'askTestWallet', async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ method, params })
    const response = await fetch('/test-wallet/request', { method: 'POST', body })
    const answer: unknown = await response.json()
    return answer
  })
  const place = '/test-wallet/fault'
  function tell(fault: string): void {
    navigator.sendBeacon(place, fault)
  }
  window.addEventListener('error', ({ message }) => tell(`threw ${message}`))
  window.addEventListener('unhandledrejection', ({ reason }) => tell(`rejected ${reason}`))
  document.addEventListener('securitypolicyviolation', (event) =>
    tell(`policy ${event.violatedDirective} refused ${event.blockedURI} ${event.sourceFile}`),
  )
}
