/** Copies a text; false if the browser refuses. Falls back to `execCommand` on pages without TLS, which have no clipboard API. */
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
  // While a dialog is open, everything outside it is inert.
  ;(before?.closest('dialog') ?? document.body).append(area)
  area.select()
  // Deprecated, but the only option on a page without TLS.
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
