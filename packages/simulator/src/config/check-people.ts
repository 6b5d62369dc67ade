import { createHash } from 'node:crypto'

import type { CheckedPerson } from './checked.ts'
import { fields } from './fields.ts'
import { onlyOnce } from './names.ts'

/**
 * Checks the people of one provider. `subjectOf` gives a subject to people without one in the configuration: the same
 * after every start, because relying parties key their users by it.
 */
export function checkPeople(
  values: unknown[],
  place: string,
  problems: string[],
  subjectOf: (username: string) => string,
): CheckedPerson[] {
  const people = values.map((each, index) => person(each, `${place}[${index}]`, problems, subjectOf))
  onlyOnce(people, (each) => each.username.toLowerCase(), place, 'username', problems)
  onlyOnce(people, (each) => each.subject, place, 'subject', problems)
  return people
}

const optional = ['givenName', 'familyName', 'nickname', 'email', 'windowsName', 'federationId', 'nameId'] as const

function person(
  value: unknown,
  place: string,
  problems: string[],
  subjectOf: (username: string) => string,
): CheckedPerson {
  const read = fields(value, place, ['username', 'password', 'subject', 'name', 'groups', ...optional], problems)
  const username = read.text('username')
  const checked: CheckedPerson = {
    username,
    password: read.text('password'),
    subject: read.optionalText('subject') ?? subjectOf(username),
    name: read.text('name'),
    groups: read.texts('groups'),
  }
  for (const name of optional) {
    const found = read.optionalText(name)
    if (found !== undefined) checked[name] = found
  }
  return checked
}

/** 22 characters that follow from provider and username. */
export function lastingSubject(providerId: string, username: string): string {
  return createHash('sha256').update(`${providerId}\n${username.toLowerCase()}`).digest('base64url').slice(0, 22)
}
