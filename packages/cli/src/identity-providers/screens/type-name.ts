import { identityProviderTypes, typeNames } from '@portico/core'

/** The type as people know it; one that a newer server knows stands as it is. */
export function typeName(type: string): string {
  const known = identityProviderTypes.find((one) => one === type)
  return known === undefined ? type : typeNames[known].name
}
