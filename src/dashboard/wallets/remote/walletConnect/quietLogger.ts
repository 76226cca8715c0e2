import type { SignClient } from '@walletconnect/sign-client'

type Options = NonNullable<Parameters<typeof SignClient.init>[0]>
type Logger = Exclude<NonNullable<Options['logger']>, string>

function quiet(): void {}

/** A logger for WalletConnect's client, which would keep five megabytes of what it does. */
export function createQuietLogger(): Logger {
  const logger = {
    level: 'silent',
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: quiet,
    fatal: quiet,
    silent: quiet,
    bindings: () => ({ context: '' }),
    child: (): object => ({ ...logger }),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client uses no more of it
  return logger as unknown as Logger
}
