export type Shortcut = 'palette' | 'keys' | 'search' | 'save'

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>

/** The shortcut of a key press. Single characters are ignored in text fields. */
export function shortcutOf(press: Press, isTyping: boolean): Shortcut | undefined {
  if (press.isComposing || press.altKey) return undefined
  const key = press.key.toLowerCase()
  if (press.ctrlKey || press.metaKey) return key === 'k' ? 'palette' : key === 's' ? 'save' : undefined
  if (isTyping) return undefined
  return key === '?' ? 'keys' : key === '/' ? 'search' : undefined
}
