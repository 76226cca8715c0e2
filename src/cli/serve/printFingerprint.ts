import type { InstanceFingerprint } from '#service/roles/fingerprint.ts'

/** Prints the fingerprint for the operator, on standard error; standard output is the log's. */
export function printFingerprint({ now, before }: InstanceFingerprint): void {
  console.error(`Fingerprint of this instance, which the dashboard asks people to compare: ${now}`)
  if (before !== undefined)
    console.error(
      `At the last start it was ${before}. Publish the new one and tell your users: until they have compared and pinned it, they can't sign.`,
    )
}
