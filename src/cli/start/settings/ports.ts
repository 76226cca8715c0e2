import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Checks that a port can be listened on.
 *
 * @param port - 0: the system chooses, always free.
 * @throws Error with one sentence when it is in use or not allowed.
 */
export async function checkPortFree(
  port: number,
  options: { host: string; name: string },
): Promise<void> {
  const problem = await listenOnce(port, options.host)
  if (problem)
    throw new Error(describePortError(problem.code, { ...options, port }), { cause: problem })
}

/**
 * Ports outside the ephemeral range: an ephemeral port that is free now may be taken by an outgoing
 * connection before the caller listens on it.
 */
const quietPorts = { first: 10_000, end: 32_768 } as const

/** A port that is free now, and likely to stay so. @throws Error when the host has no such address. */
export async function findFreePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(quietPorts.first, quietPorts.end)
    const problem = await listenOnce(port, host)
    if (problem === undefined) return port
    if (problem.code !== 'EADDRINUSE' && problem.code !== 'EACCES') throw problem
  }
}

/** Listens briefly. @returns The error that prevents it, if any. */
function listenOnce(port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

function describePortError(
  code: string | undefined,
  { host, name, port }: { host: string; name: string; port: number },
): string {
  if (code === 'EADDRINUSE')
    return `The port ${port} is in use by another program; end that one, or choose another with ${name}.`
  if (code === 'EACCES')
    return `The port ${port} may not be used by this user; choose another with ${name}.`
  return `The address ${host}:${port} cannot be listened on (${code ?? 'unknown'}).`
}
