/** A key and its action. Hints, the key list and the dispatcher all use bindings, so they cannot disagree. */
export type Binding = {
  /** `service-account.delete`; unique among the layers that are open together. */
  readonly id: string
  /** Key names of parse-keys.ts; the first one is shown. */
  readonly keys: readonly string[]
  readonly label: string
  /** Why the action is disabled now; undefined if it is enabled. */
  readonly refused?: (() => string | undefined) | undefined
  /** A returned promise delays later keys until it settles, so it must not wait for the person. */
  readonly run: () => void | Promise<void>
  /** false: only in the key list, not in the hint line. */
  readonly hint?: boolean
}

const shown: Readonly<Record<string, string>> = {
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  'shift-up': 'Shift-Up',
  'shift-down': 'Shift-Down',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  ' ': 'Space',
}

/** A key as people read it: `Enter`, `Ctrl-S`, `d`. */
export function keyText(key: string): string {
  return (
    shown[key] ??
    (/^f\d+$/.test(key) ? key.toUpperCase() : undefined) ??
    key.replace(/^ctrl-(.*)$/, (_, rest: string) => `Ctrl-${rest === 'space' ? 'Space' : rest.toUpperCase()}`)
  )
}
