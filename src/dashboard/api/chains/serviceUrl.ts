/** The path under which this page's service is reached, such as `/estuary`; empty at the root of its host. */
export function getBasePath(): string {
  return document.documentElement.dataset['base'] ?? ''
}

/** The address of this page's service, without a slash at the end. */
export function getServiceUrl(): string {
  return `${window.location.origin}${getBasePath()}`
}
