import { createStore, type StoreApi } from 'zustand/vanilla'

import type { PageType } from '../../kit/editing/state.ts'
import { orderByName } from '../../kit/lists/order.ts'
import { violationsOf, type Violation } from '../../kit/http/violations.ts'
import type { DependencyRow, ServiceAccount } from './contract.ts'
import { learnFingerprints, type FingerprintsByText } from '../../kit/keys/fingerprints.ts'
import { publicKeyBytes } from '../../kit/keys/pem-bytes.ts'
import type { Sha256 } from '../../kit/http/port.ts'
import type { FieldName, KeySlot } from './fields.ts'
import { inputOf, savedDependencies, valuesOf, type FieldValues } from './input.ts'
import { ServiceAccountInput } from './rules.ts'

export type ServiceAccountFormState = {
  readonly pageType: PageType
  readonly values: FieldValues
  readonly dependencies: readonly DependencyRow[]
  /** Fingerprints of keys that were typed. */
  readonly fingerprints: FingerprintsByText
  /** What discard returns to, and what "changed" is compared with. */
  readonly fetched: {
    readonly values: FieldValues
    readonly dependencies: readonly DependencyRow[]
    /** Fingerprints of the keys that are saved. */
    readonly fingerprints?: Fingerprints
    readonly keyTimes?: KeyTimes
  }
}

export type Fingerprints = { readonly key1?: string | undefined; readonly key2?: string | undefined }

/** When a saved key was added and last used, RFC 3339; null where it is unknown. */
export type KeyTimes = Readonly<
  Partial<Record<KeySlot, { readonly addedAt: string | null; readonly lastUsedAt: string | null }>>
>

export type ApplicationChoice = { readonly id: string; readonly label: string; readonly urn: string }

export type ServiceAccountForm = StoreApi<ServiceAccountFormState> & {
  setField(name: FieldName, value: string): void
  /** Adds the application's placeholder row; it leaves the dropdown. */
  addApplication(application: ApplicationChoice): void
  /** Removes all rows of the application; it returns to the dropdown. */
  removeApplication(appId: string): void
  /** Replaces all rows. */
  setDependencies(rows: readonly DependencyRow[]): void
  /** Replaces the named roles of one application. */
  setRoles(appId: string, roleNames: readonly string[]): void
  discard(): void
  /** The account was deleted: from now on the form is for a new one. */
  becomeNew(): void
  /** The saved state becomes the fetched state: Save is disabled after a successful edit. */
  saved(account: ServiceAccount, dependencies: readonly DependencyRow[]): void
}

const empty = valuesOf({})

export function createServiceAccountForm(
  fetched?: {
    account: ServiceAccount
    dependencies: readonly DependencyRow[]
  },
  sha256?: Sha256,
): ServiceAccountForm {
  const start = fetched
    ? { values: valuesOf(fetched.account), dependencies: fetched.dependencies }
    : { values: empty, dependencies: [] as readonly DependencyRow[] }
  const store = createStore<ServiceAccountFormState>(() => ({
    pageType: fetched ? 'EDIT' : 'CREATE',
    ...start,
    fingerprints: {},
    fetched: fetched ? { ...start, ...keyFactsOf(fetched.account) } : start,
  }))
  learnFingerprints(store, ({ values }) => [values.key1, values.key2], publicKeyBytes, sha256)
  const change = (edit: (rows: readonly DependencyRow[]) => readonly DependencyRow[]) =>
    store.setState((state) => ({ dependencies: edit(state.dependencies) }))
  return {
    ...store,
    setField: (name, value) => store.setState((state) => ({ values: { ...state.values, [name]: value } })),
    addApplication: ({ id, label, urn }) =>
      change((rows) => (rows.some((row) => row.appId === id) ? rows : [...rows, { appId: id, name: '', label, urn }])),
    removeApplication: (appId) => change((rows) => rows.filter((row) => row.appId !== appId)),
    setDependencies: (rows) => change(() => rows),
    setRoles: (appId, names) =>
      change((rows) => {
        const placeholder = rows.find((row) => row.appId === appId)
        if (placeholder === undefined) return rows
        const others = rows.filter((row) => row.appId !== appId)
        const roles = names.length === 0 ? [''] : [...new Set(names)]
        return [...others, ...roles.map((name) => ({ ...placeholder, name }))]
      }),
    discard: () => store.setState(({ fetched: { values, dependencies } }) => ({ values, dependencies })),
    becomeNew: () => store.setState({ pageType: 'CREATE', fetched: { values: empty, dependencies: [] } }),
    saved: (account, dependencies) => {
      const now = { values: valuesOf(account), dependencies }
      store.setState({ pageType: 'EDIT', ...now, fetched: { ...now, ...keyFactsOf(account) } })
    },
  }
}

function keyFactsOf(account: ServiceAccount): { fingerprints: Fingerprints; keyTimes: KeyTimes } {
  const timesOf = (slot: KeySlot) => ({
    addedAt: account[`${slot}AddedAt`] ?? null,
    lastUsedAt: account[`${slot}LastUsedAt`] ?? null,
  })
  return {
    fingerprints: { key1: account.key1Fingerprint, key2: account.key2Fingerprint },
    keyTimes: { key1: timesOf('key1'), key2: timesOf('key2') },
  }
}

export function formViolations(state: ServiceAccountFormState): Violation[] {
  return violationsOf(ServiceAccountInput, inputOf(state.values))
}

export function fieldsChanged(state: ServiceAccountFormState): boolean {
  const trimmed = (values: FieldValues) => JSON.stringify(inputOf(values))
  return trimmed(state.values) !== trimmed(state.fetched.values)
}

export function dependenciesChanged(state: ServiceAccountFormState): boolean {
  const text = (rows: readonly DependencyRow[]) =>
    savedDependencies(rows)
      .map((row) => `${row.appId} ${row.name}`)
      .toSorted()
      .join('\n')
  return text(state.dependencies) !== text(state.fetched.dependencies)
}

export function hasChanges(state: ServiceAccountFormState): boolean {
  return fieldsChanged(state) || dependenciesChanged(state)
}

/**
 * Create: fields valid. Edit: fields valid and something changed. Spec section 5 would allow saving changed dependencies
 * despite invalid fields, but section 4's "Save enabled only when validation passes" decides.
 */
export function canSave(state: ServiceAccountFormState): boolean {
  if (formViolations(state).length > 0) return false
  return state.pageType === 'CREATE' || hasChanges(state)
}

export type GridRow = {
  readonly appId: string
  readonly urn: string
  readonly label: string
  readonly roles: readonly string[]
}

/** One row per application, by URN ascending (spec section 2, "Dependency grid"). */
export function gridRows(rows: readonly DependencyRow[]): GridRow[] {
  const grid = new Map<string, GridRow>()
  for (const { appId, urn, label, name } of rows) {
    const before = grid.get(appId)?.roles ?? []
    grid.set(appId, { appId, urn, label, roles: name === '' ? before : [...before, name] })
  }
  return orderByName([...grid.values()], ({ urn }) => urn)
}

/** Applications that can still be added, in their order. */
export function addableApplications<T extends ApplicationChoice>(
  applications: readonly T[],
  rows: readonly DependencyRow[],
): T[] {
  const taken = new Set(rows.map((row) => row.appId))
  return applications.filter((application) => !taken.has(application.id))
}

/** Spec section 5: the add button is enabled when an application is selected in the dropdown. */
export function canAddApplication(choices: readonly ApplicationChoice[], selectedId: string | undefined): boolean {
  return selectedId !== undefined && choices.some((choice) => choice.id === selectedId)
}
