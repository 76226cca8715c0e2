import { request } from 'node:http'
import { createServer } from 'node:https'
import { generate } from 'selfsigned'

/** A proxy that speaks TLS, as stands in front of a service that people reach from elsewhere. */
export type TlsProxy = {
  /** Where people reach the service. */
  url: string
  /** The service behind it, once that listens. */
  forwardTo: (url: string) => void
  stop: () => Promise<void>
}

/**
 * Starts a proxy for a host name and a path under it, which it takes away, with a certificate that it
 * signs itself. It says from whom a request came, and under which name.
 */
export async function startTlsProxy(hostName: string, path: string): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: hostName }])
  let target: string | undefined
  const server = createServer({ key, cert }, (incoming, answer) => {
    const { url = '/', method, headers, socket } = incoming
    if (target === undefined || !`${url}/`.startsWith(`${path}/`)) {
      answer.writeHead(404).end()
      return
    }
    const forwarded = request(
      new URL(url.slice(path.length) || '/', target),
      { method, headers: { ...headers, 'x-forwarded-for': socket.remoteAddress } },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers)
        found.pipe(answer)
      },
    )
    forwarded.once('error', () => answer.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `https://${hostName}:${port}${path}`,
    forwardTo: (url) => (target = url),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
