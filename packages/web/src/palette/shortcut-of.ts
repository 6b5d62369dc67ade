export type Shortcut = 'palette' | 'keys' | 'search' | 'save'

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** What a key press asks for. Single characters count only where nobody is typing text. */
export function shortcutOf(press: Press, isTyping: boolean): Shortcut | undefined {
  if (press.isComposing || press.altKey) return undefined
  const key = press.key.toLowerCase()
  if (press.ctrlKey || press.metaKey) return key === 'k' ? 'palette' : key === 's' ? 'save' : undefined
  if (isTyping) return undefined
  return key === '?' ? 'keys' : key === '/' ? 'search' : undefined
}
