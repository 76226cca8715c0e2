import { expect, test } from 'vitest'

import type { BuiltChunk } from '../../build/builtChunks.ts'
import { groupScripts } from './groupScripts.ts'

function chunk(
  name: string,
  { of, imports = [] }: { of?: string; imports?: string[] },
): BuiltChunk {
  return { fileName: name, facadeModuleId: of ?? null, imports, moduleIds: [] }
}

test('scripts are grouped by the first visit, the page, or the choice that loads them', () => {
  const groups = groupScripts([
    chunk('index.js', { of: '/index.html', imports: ['react.js'] }),
    chunk('react.js', {}),
    chunk('shared.js', { imports: ['react.js'] }),
    chunk('swap.js', { of: '/src/dashboard/pages/swap/SwapPage.tsx', imports: ['shared.js'] }),
    chunk('send.js', { of: '/src/dashboard/pages/send/SendPage.tsx', imports: ['shared.js'] }),
    chunk('dialog.js', {
      of: '/src/dashboard/app/wallets/connect/ConnectDialog.tsx',
      imports: ['qr.js'],
    }),
    chunk('qr.js', {}),
  ])
  expect(groups).toEqual({
    initial: ['index.js', 'react.js'],
    pages: { SendPage: ['send.js', 'shared.js'], SwapPage: ['swap.js', 'shared.js'] },
    onDemand: ['dialog.js', 'qr.js'],
  })
})
