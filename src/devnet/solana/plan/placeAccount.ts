import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Runtime } from '../bank/runtime.ts'

/** An account that a chain has from the start, with its owning program. */
export type FirstAccount = { address: SolanaAddress; owner: SolanaAddress; data: Uint8Array }

/**
 * Places an account where no transaction can create it: its key is not known here, or its program is
 * not on the chain. An existing one is kept.
 */
export function placeAccount(
  runtime: Pick<Runtime, 'account' | 'setAccount' | 'minimumBalance'>,
  { address, owner, data }: FirstAccount,
): void {
  if (runtime.account(address)) return
  const lamports = runtime.minimumBalance(data.length)
  runtime.setAccount({ address, account: { lamports, data, owner, isExecutable: false } })
}

/** Writes an account as an argument of the node's program. */
export function formatAccount({ address, owner, data }: FirstAccount): string {
  return [address, owner, Buffer.from(data).toString('base64')].join(':')
}

/** Reads an argument that {@link formatAccount} wrote. */
export function parseAccount(text: string): FirstAccount {
  const [address = '', owner = '', data = ''] = text.split(':')
  return { address, owner, data: Buffer.from(data, 'base64') }
}
