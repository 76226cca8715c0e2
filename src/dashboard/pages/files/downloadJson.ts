import { saveFile } from '../../components/overlays/saveFile.ts'

/** Saves a text as a JSON file of the user's. */
export function downloadJson(text: string, name: string): void {
  saveFile({ name, content: new Blob([text], { type: 'application/json' }) })
}
