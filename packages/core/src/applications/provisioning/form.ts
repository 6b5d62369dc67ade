import { createStore } from 'zustand/vanilla'

import type { EditedForm } from '../../kit/editing/noun.ts'
import type { Provisioning } from './contract.ts'
import type { ProvisioningConfigInput, provisioningRemovals } from './rules.ts'

/** As they are typed. The token is not read back: empty keeps the stored one. */
export type ProvisioningValues = {
  readonly url: string
  readonly bearerToken: string
  readonly sendGroups: boolean
  readonly anyEmail: boolean
  readonly removal: (typeof provisioningRemovals)[number]
  readonly enabled: boolean
}
export type ProvisioningField = keyof ProvisioningValues

/** In the order of the form. */
export const provisioningFields = [
  { name: 'url', kind: 'line' },
  { name: 'bearerToken', kind: 'secret' },
  { name: 'sendGroups', kind: 'switch' },
  { name: 'anyEmail', kind: 'switch' },
  { name: 'removal', kind: 'choice' },
  { name: 'enabled', kind: 'switch' },
] as const satisfies readonly {
  readonly name: ProvisioningField
  readonly kind: 'line' | 'secret' | 'switch' | 'choice'
}[]

/** `fetched` is what discard returns to. */
export type ProvisioningForm = { readonly values: ProvisioningValues; readonly fetched: ProvisioningValues }

const empty: ProvisioningValues = {
  url: '',
  bearerToken: '',
  sendGroups: true,
  anyEmail: false,
  removal: 'deactivate',
  enabled: true,
}

/** What would be sent. */
export function provisioningInputOf({ url, bearerToken, ...rest }: ProvisioningValues): {
  readonly config: ProvisioningConfigInput
  readonly bearerToken?: string
} {
  const typed = bearerToken.trim()
  return { config: { ...rest, url: url.trim() }, ...(typed !== '' && { bearerToken: typed }) }
}

/** The fields that a save would change. */
export function changedProvisioningFields({ values, fetched }: ProvisioningForm): readonly ProvisioningField[] {
  return provisioningFields.map(({ name }) => name).filter((name) => comparable(values)[name] !== fetched[name])
}

export function createProvisioningForm(): EditedForm<ProvisioningForm, Provisioning> & {
  set(values: Partial<ProvisioningValues>): void
} {
  const store = createStore<ProvisioningForm>(() => ({ values: empty, fetched: empty }))
  return {
    ...store,
    set: (typed) => store.setState(({ values }) => ({ values: { ...values, ...typed } })),
    discard: () => store.setState(({ fetched }) => ({ values: fetched })),
    saved({ config }) {
      const fetched = valuesOf(config)
      store.setState({ values: fetched, fetched })
    },
    readAgain({ config }, sent) {
      const { values, fetched: before } = store.getState()
      const fetched = valuesOf(config)
      const typed = changedProvisioningFields({
        values,
        fetched: sent === undefined ? before : comparable(sent.values),
      })
      const kept = Object.fromEntries(typed.map((name) => [name, values[name]])) as Partial<ProvisioningValues>
      store.setState({ fetched, values: { ...fetched, ...kept } })
    },
  }
}

const comparable = (values: ProvisioningValues): ProvisioningValues => ({
  ...values,
  url: values.url.trim(),
  bearerToken: values.bearerToken.trim(),
})

function valuesOf(config: Provisioning['config']): ProvisioningValues {
  return config === null ? empty : { ...config, bearerToken: '' }
}
