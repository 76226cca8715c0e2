/** The base path of this page's service, such as `/estuary`; empty at the root of its host. */
export function getBasePath(): string {
  return document.documentElement.dataset['base'] ?? ''
}

/** The address of this page's service, without a trailing slash. */
export function getServiceUrl(): string {
  return `${window.location.origin}${getBasePath()}`
}
