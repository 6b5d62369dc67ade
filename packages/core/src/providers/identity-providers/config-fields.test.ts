import { describe, expect, test } from 'vitest'

import { AzureConfig } from './azure-rules.ts'
import { configFieldsOf, configSectionsOf } from './config-fields.ts'
import { OidcConfig } from './oidc-rules.ts'
import { AttributeMappings, SamlConfig } from './saml-rules.ts'
import { familyOf, identityProviderTypes } from './types.ts'

const schemas = { oidc: OidcConfig, azure: AzureConfig, saml: SamlConfig }
const secrets = { oidc: ['clientSecret'], azure: ['applicationSecret', 'nextApplicationSecret'], saml: [] }

/** `valibot` keeps the entries of a piped object at hand. */
function keysOf(family: keyof typeof schemas): string[] {
  const names = Object.keys(schemas[family].entries)
  const nested = Object.keys(AttributeMappings.entries).map((name) => `attributes.${name}`)
  return names.flatMap((name) => (name === 'attributes' ? nested : [name]))
}

describe.each(identityProviderTypes)('the fields of %s', (type) => {
  const fields = configFieldsOf(type)
  const family = familyOf(type)

  test('are those of its rules, each once, and its secrets', () => {
    expect(fields.map((field) => field.name).toSorted()).toEqual([...keysOf(family), ...secrets[family]].toSorted())
  })

  test('a choice offers exactly what the rules accept', () => {
    for (const field of fields.filter((one) => one.kind === 'choice')) {
      const entry: unknown = Reflect.get(schemas[family].entries, field.name)
      expect(field.choices?.map((choice) => choice.value)).toEqual(optionsOf(entry))
    }
  })

  test('the fields of a section are consecutive, and required fields are among the common ones', () => {
    expect(configSectionsOf(fields).flatMap((section) => section.fields)).toEqual(fields)
    expect(fields.filter((field) => field.required && !field.common)).toEqual([])
  })
})

function optionsOf(entry: unknown): unknown {
  return (entry as { wrapped: { options: readonly string[] } }).wrapped.options
}
