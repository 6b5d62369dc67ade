import { createStore, type StoreApi } from 'zustand/vanilla'

import { violationsOf } from '../http/violations.ts'
import { shellFlag } from '../nouns/shell-text.ts'
import { formatKinds, type FormatKind } from './format-text.ts'
import { EmailDomain, UsernameFormats, WindowsDomain } from './rules.ts'

type Lists = Readonly<Record<FormatKind, readonly string[]>>

export type FormatsFormState = Lists & {
  /** What discard returns to, and what "changed" is compared with. */
  readonly fetched: Lists
}

export type FormatsForm = StoreApi<FormatsFormState> & {
  /** Adds one; returns the error id if it is invalid, undefined if it was added. */
  add(kind: FormatKind, text: string): string | undefined
  remove(kind: FormatKind, value: string): void
  /** Replaces both lists without checks: violations are reported when they are saved. */
  replace(formats: Lists): void
  discard(): void
  saved(formats: Lists): void
  /** A newer version, with what was added and removed here on top. */
  readAgain(formats: Lists): void
  /** Applies what was added to and removed from `fetched` to the current lists. */
  repeat(changes: Lists & { readonly fetched: Lists }): void
}

const rules = { suffixes: EmailDomain, prefixes: WindowsDomain }

export function createFormatsForm(fetched: Lists): FormatsForm {
  const start = listsOf(fetched)
  const store = createStore<FormatsFormState>(() => ({ ...start, fetched: start }))
  return {
    ...store,
    add(kind, text) {
      const [violation] = violationsOf(rules[kind], text)
      if (violation !== undefined) return violation.errorID
      const value = formatOf(kind, text)
      const held = store.getState()[kind]
      if (held.includes(value)) return 'FORMAT_TWICE'
      store.setState({ [kind]: [...held, value].toSorted() })
      const many = violationsOf(UsernameFormats, formatsOf(store.getState())).find(
        (one) => one.errorID === 'TOO_MANY_FORMATS',
      )
      if (many !== undefined) store.setState({ [kind]: held })
      return many?.errorID
    },
    remove: (kind, value) => store.setState((state) => ({ [kind]: state[kind].filter((one) => one !== value) })),
    replace: (formats) => store.setState(listsOf(formats)),
    discard: () => store.setState(({ fetched: before }) => before),
    saved: (formats) => store.setState({ ...listsOf(formats), fetched: listsOf(formats) }),
    readAgain: (formats) =>
      store.setState((mine) => ({
        suffixes: merged('suffixes', mine, formats),
        prefixes: merged('prefixes', mine, formats),
        fetched: listsOf(formats),
      })),
    repeat: (changes) =>
      store.setState((now) => ({
        suffixes: merged('suffixes', changes, now),
        prefixes: merged('prefixes', changes, now),
      })),
  }
}

/** The stored form: lower case, without the `@` or `\`. */
export function formatOf(kind: FormatKind, text: string): string {
  const trimmed = text.trim().toLowerCase()
  return kind === 'suffixes' ? trimmed.replace(/^@/, '') : trimmed.replace(/\\$/, '')
}

export function formatsOf({ suffixes, prefixes }: FormatsFormState): UsernameFormats {
  return { suffixes: [...suffixes], prefixes: [...prefixes] }
}

export function formatsChanged(state: FormatsFormState): boolean {
  return formatChangesOf(state).length > 0
}

/** What a save would change, by kind. */
export function formatChangesOf(
  state: FormatsFormState,
): { readonly kind: FormatKind; readonly removed: readonly string[]; readonly added: readonly string[] }[] {
  return formatKinds
    .map((kind) => ({
      kind,
      removed: state.fetched[kind].filter((value) => !state[kind].includes(value)),
      added: state[kind].filter((value) => !state.fetched[kind].includes(value)),
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0)
}

/** The same as a command for a POSIX shell; it replaces both lists. `id`: of the identity provider. */
export function formatsCommandOf({ suffixes, prefixes }: FormatsFormState, id: string): string {
  const lists = [shellFlag('email', suffixes.join(',')), shellFlag('windows', prefixes.join(','))]
  return ['portico username-format set', shellFlag('idp', id), ...lists].join(' ')
}

/** The value that a problem of the server is about: details contain `prefixes.N` or `suffixes.N`. */
export function formatAt(state: FormatsFormState, fieldID: string): string | undefined {
  const [kind, index] = fieldID.split('.')
  return kind === 'prefixes' || kind === 'suffixes' ? state[kind][Number(index)] : undefined
}

function listsOf({ suffixes, prefixes }: Lists): Lists {
  return { suffixes, prefixes }
}

function merged(kind: FormatKind, mine: Lists & { readonly fetched: Lists }, theirs: Lists): string[] {
  const added = mine[kind].filter((value) => !mine.fetched[kind].includes(value))
  const removed = mine.fetched[kind].filter((value) => !mine[kind].includes(value))
  return [...new Set([...theirs[kind], ...added])].filter((value) => !removed.includes(value)).toSorted()
}
