import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Owner of a file or folder, or of the nearest folder above that exists. */
export type FileOwner = { uid: number; name: string }

/** Finds who owns a place; the name is the user's, or else its number. */
export function findOwner(place: string): FileOwner {
  if (!existsSync(place) && path.dirname(place) !== place) return findOwner(path.dirname(place))
  const { uid } = statSync(place)
  return { uid, name: findUserName(uid) ?? `with the number ${uid}` }
}

function findUserName(uid: number): string | undefined {
  if (!existsSync('/etc/passwd')) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.find((line) => line.split(':')[2] === String(uid))?.split(':')[0]
}
