/** Copies a text; false where the browser refuses. The older way is for pages without TLS, where there is no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) return copyBySelection(text)
  return clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  )
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'visually-hidden'
  // Inside an open dialog everything outside of it is inert.
  ;(before?.closest('dialog') ?? document.body).append(area)
  area.select()
  // Deprecated, and the only way there is on a page without TLS.
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
