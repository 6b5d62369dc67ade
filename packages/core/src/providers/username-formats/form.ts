import { createStore, type StoreApi } from 'zustand/vanilla'

import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag } from '../../kit/nouns/shell-text.ts'
import { domainKinds, type FormatKind } from '../identity-providers/format-text.ts'
import { EmailDomain, UsernameFormats, WindowsDomain } from './rules.ts'

type Lists = Readonly<Record<FormatKind, readonly string[]>>
/** As they are read or typed. */
export type GivenLists = Omit<Lists, 'emailDomains'> & { readonly emailDomains?: readonly string[] | undefined }

export type FormatsFormState = Lists & {
  /** What discard returns to, and what "changed" is compared with. */
  readonly fetched: Lists
}

export type FormatsForm = StoreApi<FormatsFormState> & {
  /** Adds one; returns the error id if it is invalid, undefined if it was added. */
  add(kind: FormatKind, text: string): string | undefined
  remove(kind: FormatKind, value: string): void
  /** Replaces the lists without checks: violations are reported when they are saved. */
  replace(formats: GivenLists): void
  discard(): void
  saved(formats: GivenLists): void
  /** A newer version, with what was added and removed here on top. */
  readAgain(formats: GivenLists): void
  /** Applies what was added to and removed from `fetched` to the current lists. */
  repeat(changes: GivenLists & { readonly fetched: GivenLists }): void
}

const rules = { suffixes: EmailDomain, prefixes: WindowsDomain, emailDomains: EmailDomain }

export function createFormatsForm(fetched: GivenLists): FormatsForm {
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
    readAgain: (formats) => {
      const theirs = listsOf(formats)
      store.setState((mine) => ({ ...merged(mine, theirs), fetched: theirs }))
    },
    repeat: (changes) =>
      store.setState((now) => merged({ ...listsOf(changes), fetched: listsOf(changes.fetched) }, now)),
  }
}

/** The stored form: lower case, without the `@` or `\`. */
export function formatOf(kind: FormatKind, text: string): string {
  const trimmed = text.trim().toLowerCase()
  return kind === 'prefixes' ? trimmed.replace(/\\$/, '') : trimmed.replace(/^@/, '')
}

export function formatsOf({ suffixes, prefixes, emailDomains }: FormatsFormState): UsernameFormats {
  return { suffixes: [...suffixes], prefixes: [...prefixes], emailDomains: [...emailDomains] }
}

export function formatsChanged(state: FormatsFormState): boolean {
  return formatChangesOf(state).length > 0
}

/** What a save would change, by kind. */
export function formatChangesOf(
  state: FormatsFormState,
): { readonly kind: FormatKind; readonly removed: readonly string[]; readonly added: readonly string[] }[] {
  return domainKinds
    .map((kind) => ({
      kind,
      removed: state.fetched[kind].filter((value) => !state[kind].includes(value)),
      added: state[kind].filter((value) => !state.fetched[kind].includes(value)),
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0)
}

/** The same as a command for a POSIX shell; it replaces these lists. `id`: of the identity provider. */
export function formatsCommandOf(state: FormatsFormState, id: string): string {
  const { suffixes, prefixes, emailDomains } = state
  const hasAddresses = formatChangesOf(state).some(({ kind }) => kind === 'emailDomains')
  const lists = [
    shellFlag('email', suffixes.join(',')),
    shellFlag('windows', prefixes.join(',')),
    ...(hasAddresses ? [shellFlag('addresses', emailDomains.join(','))] : []),
  ]
  return ['portico username-format set', shellFlag('idp', id), ...lists].join(' ')
}

/** The value that a problem of the server is about: details contain `prefixes.N`, `suffixes.N` or `emailDomains.N`. */
export function formatAt(state: FormatsFormState, fieldID: string): string | undefined {
  const [, index] = fieldID.split('.')
  const kind = formatKindAt(fieldID)
  return kind === undefined ? undefined : state[kind][Number(index)]
}

/** The list that a problem of the server is about. */
export function formatKindAt(fieldID: string): FormatKind | undefined {
  return domainKinds.find((kind) => kind === fieldID.split('.')[0])
}

function listsOf({ suffixes, prefixes, emailDomains = [] }: GivenLists): Lists {
  return { suffixes, prefixes, emailDomains }
}

function merged(mine: Lists & { readonly fetched: Lists }, theirs: Lists): Lists {
  const list = (kind: FormatKind) => {
    const added = mine[kind].filter((value) => !mine.fetched[kind].includes(value))
    const removed = mine.fetched[kind].filter((value) => !mine[kind].includes(value))
    return [...new Set([...theirs[kind], ...added])].filter((value) => !removed.includes(value)).toSorted()
  }
  return { suffixes: list('suffixes'), prefixes: list('prefixes'), emailDomains: list('emailDomains') }
}
