import { randomBytes } from 'node:crypto'

import { nameIdFormatUrns } from '@portico/core/contract'

import type { PersonClaims } from '../../protocols/openid/person-claims.ts'
import type { SamlNameId } from '../../protocols/saml/index.ts'
import { transientFormat } from '../../protocols/saml/names.ts'
import type { SamlClient } from './parties.ts'

/**
 * How the person is named to the application; undefined: the application wants an e-mail address, and none is known that is in a
 * domain of the person's provider (docs/decisions/0127). A persistent name is the id of the person, which is never used again
 * (docs/decisions/0108).
 */
export function nameIdOf(
  person: Pick<PersonClaims, 'username' | 'ownEmail'> & { readonly id: string },
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
      return person.ownEmail === null ? undefined : { value: person.ownEmail, format, ...plain }
    case 'unspecified':
      return { value: person.username, format, ...plain }
  }
}

/**
 * What the assertion contains in addition to the name; an attribute without a value is left out. Unless the registration says otherwise, the
 * application may identify people by their e-mail address.
 */
export function attributesOf(
  { username, name, ownEmail, roles, tenantRoles, ...person }: PersonClaims,
  { tenantId, environmentId, config: { anyEmail } }: SamlClient,
): Readonly<Record<string, readonly string[]>> {
  const email = anyEmail ? person.email : ownEmail
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
