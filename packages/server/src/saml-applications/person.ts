import { randomBytes } from 'node:crypto'

import { nameIdFormatUrns } from '@portico/core/contract'

import type { PersonClaims } from '../openid/person-claims.ts'
import type { SamlNameId } from '../saml/index.ts'
import { transientFormat } from '../saml/names.ts'
import type { SamlClient } from './parties.ts'

/**
 * How the person is named to the application; undefined: the application wants an e-mail address, and none is known. A persistent
 * name is the id of the person, which is never used again (docs/decisions/0108).
 */
export function nameIdOf(
  person: Pick<PersonClaims, 'username' | 'email'> & { readonly id: string },
  { config }: SamlClient,
  { entityId, isTransient }: { readonly entityId: string; readonly isTransient: boolean },
): SamlNameId | undefined {
  const qualified = { nameQualifier: entityId, spNameQualifier: config.entityId }
  const plain = { nameQualifier: null, spNameQualifier: null }
  if (isTransient) return { value: `_${randomBytes(20).toString('hex')}`, format: transientFormat, ...qualified }
  const format = nameIdFormatUrns[config.nameIdFormat]
  switch (config.nameIdFormat) {
    case 'persistent':
      return { value: person.id, format, ...qualified }
    case 'emailAddress':
      return person.email === null ? undefined : { value: person.email, format, ...plain }
    case 'unspecified':
      return { value: person.username, format, ...plain }
  }
}

/** What the application is told beside the name; an attribute without a value is left out. */
export function attributesOf(
  { username, name, email, roles, tenantRoles }: PersonClaims,
  { tenantId, environmentId }: SamlClient,
): Readonly<Record<string, readonly string[]>> {
  return {
    username: [username],
    displayName: [name],
    email: email === null ? [] : [email],
    tenant: [tenantId],
    environment: [environmentId],
    roles,
    tenantRoles,
  }
}
