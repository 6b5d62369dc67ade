import { azureFields } from './azure-fields.ts'
import type { ConfigField } from './config-field.ts'
import { oidcFields } from './oidc-fields.ts'
import { samlFields } from './saml-fields.ts'
import { transformFields } from './transform-fields.ts'
import { familyOf, type IdentityProviderType } from './types.ts'

export { isRequired, type ConfigChoice, type ConfigField, type ConfigFieldKind } from './config-field.ts'

/** Every field of the configuration of a type (spec section 3), in the order of the form, grouped by section. */
export function configFieldsOf(type: IdentityProviderType): readonly ConfigField[] {
  return [...ownFieldsOf(type), ...transformFields]
}

function ownFieldsOf(type: IdentityProviderType): readonly ConfigField[] {
  const family = familyOf(type)
  if (family === 'oidc') return oidcFields
  return family === 'azure' ? azureFields(type) : samlFields(type)
}

/** The same by section, in order. */
export function configSectionsOf(
  fields: readonly ConfigField[],
): { readonly section: string; readonly fields: readonly ConfigField[] }[] {
  const names = [...new Set(fields.map((field) => field.section))]
  return names.map((section) => ({ section, fields: fields.filter((field) => field.section === section) }))
}
