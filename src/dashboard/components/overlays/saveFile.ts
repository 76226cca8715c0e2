/** Saves a file through the browser's own download; nothing is uploaded. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Saves a text as a JSON file of the user's. */
export function downloadJson(text: string, name: string): void {
  saveFile({ name, content: new Blob([text], { type: 'application/json' }) })
}
