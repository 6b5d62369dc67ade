/** Hooks that both renderers share: React only, neither DOM nor Ink. */
export * from './use-editor.ts'
export * from './use-list.ts'
export * from './use-provider-draft.ts'
export * from './use-session-clock.ts'
