import { identityProviderTypes, typeNames } from '@portico/core'

/** The display name of a type; an unknown type of a newer server is shown unchanged. */
export function typeName(type: string): string {
  const known = identityProviderTypes.find((one) => one === type)
  return known === undefined ? type : typeNames[known].name
}
