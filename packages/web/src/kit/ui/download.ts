/** Downloads a text as a file. */
export function download(text: string, { name, type }: { readonly name: string; readonly type: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
