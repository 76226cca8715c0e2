import { createServer } from 'node:net'

/**
 * Checks that a port can be listened on.
 *
 * @param port - 0: the system chooses, always free.
 * @throws Error in one sentence when it is in use or not allowed.
 */
export function checkPortFree(
  port: number,
  options: { host: string; name: string },
): Promise<void> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Error(sentenceFor(error.code, { ...options, port }), { cause: error }))
    })
    server.listen({ port, host: options.host, exclusive: true }, () =>
      server.close(() => resolve()),
    )
  })
}

/** A port that is free now, chosen by the system. */
export function freePort(host: string): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: 0, host }, () => {
      const address = server.address()
      server.close(() => {
        if (typeof address === 'object' && address) resolve(address.port)
        else reject(new Error('The system gave no port.'))
      })
    })
  })
}

function sentenceFor(
  code: string | undefined,
  { host, name, port }: { host: string; name: string; port: number },
): string {
  if (code === 'EADDRINUSE')
    return `The port ${port} is in use by another program; end that one, or choose another with ${name}.`
  if (code === 'EACCES')
    return `The port ${port} may not be used by this user; choose another with ${name}.`
  return `The address ${host}:${port} cannot be listened on (${code ?? 'unknown'}).`
}
