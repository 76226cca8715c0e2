import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { build } from 'vite'

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Floor</title></head>
  <body><div id="root"></div><script type="module" src="/main.tsx"></script></body>
</html>
`

/** A minimal page with React, wagmi, viem and TanStack Query: connect, an amount, its value. */
const program = `import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { formatUnits, http, parseUnits } from 'viem'
import { arbitrum, base, mainnet } from 'viem/chains'
import { createConfig, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'

const config = createConfig({
  chains: [mainnet, base, arbitrum],
  transports: { [mainnet.id]: http(), [base.id]: http(), [arbitrum.id]: http() },
})
const queries = new QueryClient()

function Page() {
  const { address } = useConnection()
  const connectors = useConnectors()
  const { mutate: connect } = useConnect()
  const [amount, setAmount] = useState('')
  const price = useQuery({ queryKey: ['price'], queryFn: async () => 3000n })
  const units = /^\\d+(\\.\\d+)?$/.test(amount) ? parseUnits(amount, 18) : 0n
  return (
    <main>
      <h1>Swap</h1>
      <p>{address ?? 'Not connected'}</p>
      {connectors.map((connector) => (
        <button key={connector.uid} onClick={() => connect({ connector })}>{connector.name}</button>
      ))}
      <label>
        Amount
        <input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
      </label>
      <output>{formatUnits(units * (price.data ?? 0n), 18)}</output>
    </main>
  )
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queries}><Page /></QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
`
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** The served floor page: its URL, and a function that stops the server. */
export type FloorPage = { url: string; stop: () => Promise<void> }

/**
 * Builds the page that first visits are compared with, from the project's own packages, and serves it
 * with gzip like the dashboard. Source: figures, "First page".
 */
export async function startFloorPage(): Promise<FloorPage> {
  const root = path.resolve('.cache', 'bench', 'floor')
  mkdirSync(root, { recursive: true })
  writeFileSync(path.join(root, 'index.html'), page)
  writeFileSync(path.join(root, 'main.tsx'), program)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { target: 'es2023', modulePreload: { polyfill: false }, emptyOutDir: true },
  })
  return serve(path.join(root, 'dist'))
}

async function serve(folder: string): Promise<FloorPage> {
  const server = createServer((request, response) => {
    const name = request.url === '/' ? 'index.html' : path.normalize(request.url ?? '')
    readFile(path.join(folder, name)).then(
      (content) => {
        const type = contentTypes[path.extname(name)] ?? 'application/octet-stream'
        response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
        response.end(gzipSync(content, { level: 9 }))
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening())
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The floor has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
