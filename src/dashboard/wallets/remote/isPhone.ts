/** Whether wallets may be apps beside this browser. */
export function isPhone(): boolean {
  return /Android|iPhone|iPad/.test(navigator.userAgent)
}
