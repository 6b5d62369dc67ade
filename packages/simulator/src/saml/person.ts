import { createHash, randomUUID } from 'node:crypto'

import type { CheckedPerson, CheckedSaml } from '../config/checked.ts'
import type { NameIdFormat } from '../config/shape.ts'
import { nameIdFormatUris } from './names.ts'

export type SamlAttribute = { name: string; values: string[] }
export type NameId = { format: string; value: string; spNameQualifier: string | undefined }

/** The NameID of a person for one service provider; undefined when the person has no value for this format. */
export function nameIdOf(
  config: CheckedSaml,
  person: CheckedPerson,
  format: NameIdFormat,
  serviceProvider: string,
): NameId | undefined {
  const value = person.nameId ?? valueOf(config, person, format, serviceProvider)
  const spNameQualifier = format === 'persistent' ? serviceProvider : undefined
  return value === undefined ? undefined : { format: nameIdFormatUris[format], value, spNameQualifier }
}

function valueOf(
  config: CheckedSaml,
  person: CheckedPerson,
  format: NameIdFormat,
  serviceProvider: string,
): string | undefined {
  if (format === 'emailAddress') return person.email
  if (format === 'transient') return `_${randomUUID()}`
  if (format === 'persistent') {
    const hash = createHash('sha256').update(`${config.id}\n${serviceProvider}\n${person.subject}`)
    return hash.digest('base64url')
  }
  if (config.flavour === 'adfs') return person.windowsName
  if (config.flavour === 'salesforce' && config.subjectType === 'federationId')
    return person.federationId ?? person.username
  return person.username
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'

/** The names of the attributes that carry username and groups, which the switches may leave out. */
export const usernameAttributes = {
  plain: ['username', 'uid'],
  adfs: ['http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname', `${claims}upn`],
  salesforce: ['username'],
} as const
export const groupAttributes = {
  plain: 'groups',
  adfs: 'http://schemas.xmlsoap.org/claims/Group',
  salesforce: 'groups',
} as const

/** What the assertion says about a person, in the names of the provider's flavour. */
export function attributesOf({ flavour }: CheckedSaml, person: CheckedPerson): SamlAttribute[] {
  const { username, name, givenName, familyName, email, groups } = person
  const one = (attribute: string, value: string | undefined): SamlAttribute[] =>
    value === undefined ? [] : [{ name: attribute, values: [value] }]
  const many = (attribute: string, values: string[]): SamlAttribute[] =>
    values.length === 0 ? [] : [{ name: attribute, values }]
  if (flavour === 'adfs')
    return [
      ...one(usernameAttributes.adfs[0], person.windowsName),
      ...one(usernameAttributes.adfs[1], username),
      ...one(`${claims}emailaddress`, email),
      ...one(`${claims}givenname`, givenName),
      ...one(`${claims}surname`, familyName),
      ...one(`${claims}name`, name),
      ...many(groupAttributes.adfs, groups),
    ]
  if (flavour === 'salesforce')
    return [
      ...one('userId', `005${person.subject.replace(/[^A-Za-z0-9]/g, '0').slice(0, 15)}`),
      ...one('username', username),
      ...one('email', email),
      ...one('is_portal_user', 'false'),
      ...one('FirstName', givenName),
      ...one('LastName', familyName),
      // One text: a formula field cannot make several values.
      ...one('groups', groups.length === 0 ? undefined : groups.join(';')),
    ]
  return [
    ...one('uid', person.nickname ?? username.split('@', 1)[0]),
    ...one('username', username),
    ...one('givenName', givenName),
    ...one('sn', familyName),
    ...one('mail', email),
    ...one('displayName', name),
    ...many('groups', groups),
  ]
}
