import { createStore } from 'zustand/vanilla'

import type { EditedForm } from '../../kit/editing/noun.ts'
import type { BrandingInput } from './rules.ts'
import type { TenantBranding } from './tenant-contract.ts'

/** In the order of the form. */
export const brandingFields = ['name', 'primaryColor', 'accentColor', 'privacyPolicyUrl'] as const

export type BrandingField = (typeof brandingFields)[number]
/** '' is null: as the deployment has it. */
export type BrandingValues = Readonly<Record<BrandingField, string>>

/** `fetched` is what discard returns to. */
export type BrandingForm = {
  readonly values: BrandingValues
  readonly fetched: BrandingValues
  readonly stored: TenantBranding | undefined
}

const empty: BrandingValues = { name: '', primaryColor: '', accentColor: '', privacyPolicyUrl: '' }

export function createBrandingForm(): EditedForm<BrandingForm, TenantBranding> & {
  setField(name: BrandingField, value: string): void
} {
  const store = createStore<BrandingForm>(() => ({ values: empty, fetched: empty, stored: undefined }))
  return {
    ...store,
    setField: (name, value) => store.setState(({ values }) => ({ values: { ...values, [name]: value } })),
    discard: () => store.setState(({ fetched }) => ({ values: fetched })),
    saved(stored) {
      const fetched = valuesOf(stored)
      store.setState({ values: fetched, fetched, stored })
    },
    readAgain(stored, sent) {
      const { values, fetched: before } = store.getState()
      const base = sent?.values ?? before
      const fetched = valuesOf(stored)
      const typed = brandingFields.flatMap((name) =>
        values[name] === base[name] ? [] : [[name, values[name]] as const],
      )
      store.setState({ stored, fetched, values: { ...fetched, ...Object.fromEntries(typed) } })
    },
  }
}

/** What would be sent. */
export function brandingInputOf(values: BrandingValues): BrandingInput {
  const text = (name: BrandingField) => values[name].trim() || null
  const colour = (name: BrandingField) => text(name)?.toLowerCase() ?? null
  return {
    name: text('name'),
    primaryColor: colour('primaryColor'),
    accentColor: colour('accentColor'),
    privacyPolicyUrl: text('privacyPolicyUrl'),
  }
}

/** The fields that a save would change, with the values that would be stored. */
export function changedBranding({ values, fetched }: BrandingForm) {
  const input = brandingInputOf(values)
  return brandingFields.flatMap((name) => {
    const after = input[name] ?? ''
    return after === fetched[name] ? [] : [{ name, before: fetched[name], after }]
  })
}

function valuesOf({ name, primaryColor, accentColor, privacyPolicyUrl }: TenantBranding): BrandingValues {
  return {
    name: name ?? '',
    primaryColor: primaryColor ?? '',
    accentColor: accentColor ?? '',
    privacyPolicyUrl: privacyPolicyUrl ?? '',
  }
}
