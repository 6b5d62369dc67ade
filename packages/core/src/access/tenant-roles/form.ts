import { createStore } from 'zustand/vanilla'

import type { EditedForm } from '../../kit/editing/noun.ts'
import type { TenantRole } from './contract.ts'
import {
  tenantRoleFields,
  tenantRoleInputOf,
  tenantRoleValues,
  type TenantRoleFieldName,
  type TenantRoleValues,
} from './fields.ts'

/** `fetched` is what discard returns to. */
export type TenantRoleFormState = {
  readonly values: TenantRoleValues
  readonly fetched: { readonly values: TenantRoleValues }
}

export type TenantRoleForm = EditedForm<TenantRoleFormState, TenantRole> & {
  setField(name: TenantRoleFieldName, value: string): void
}

const empty = tenantRoleValues(() => '')

export function createTenantRoleForm(): TenantRoleForm {
  const store = createStore<TenantRoleFormState>(() => ({ values: empty, fetched: { values: empty } }))
  const saved = (role: TenantRole) => {
    const values = tenantRoleValues((name) => role[name])
    store.setState({ values, fetched: { values } })
  }
  return {
    ...store,
    setField: (name, value) => store.setState(({ values }) => ({ values: { ...values, [name]: value } })),
    discard: () => store.setState(({ fetched }) => ({ values: fetched.values })),
    becomeNew: () => store.setState({ fetched: { values: empty } }),
    saved,
    readAgain(newer, sent) {
      const { values, fetched } = store.getState()
      const before = sent?.values ?? fetched.values
      saved(newer)
      const stored = store.getState().values
      store.setState({
        values: tenantRoleValues((name) => (values[name] === before[name] ? stored[name] : values[name])),
      })
    },
  }
}

/** The fields that a save would change. */
export function changedTenantRoleFields(state: TenantRoleFormState) {
  const input = tenantRoleInputOf(state.values)
  return tenantRoleFields.filter(({ name }) => input[name] !== state.fetched.values[name])
}
