/** Whether the page is in a browser of an Android phone, not within an app: only there apps answer pages. */
export function isAndroidBrowser(): boolean {
  const { userAgent } = navigator
  return /Android/.test(userAgent) && !/WebView|; wv\)|Version\/\S+ Chrome\//.test(userAgent)
}

/** Whether wallets may be apps beside this browser. */
export function isPhone(): boolean {
  return /Android|iPhone|iPad/.test(navigator.userAgent)
}
