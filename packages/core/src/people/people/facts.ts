import type { Words } from '../../kit/words/words.ts'
import type { PersonDetail } from './contract.ts'

/** `at`: RFC 3339 in UTC, which a face writes in its own form. */
export type PersonFact = {
  readonly name: string
  readonly label: string
} & ({ readonly text: string } | { readonly at: string })

/** Who a person is and where they are signed in, in the order of reading. Facts without a value are left out. */
export function personFacts(person: PersonDetail, words: Words): readonly PersonFact[] {
  const { username, usernameReceived, usernameBelongs, email, identityProvider, sessions, isYou } = person
  const { lastSignInAt, createdAt, deactivatedAt, deactivatedBy } = person
  const never = words.say('people.never')
  const text = (name: string, label: string, value: string | null): PersonFact[] =>
    value === null ? [] : [{ name, label, text: value }]
  const time = (name: string, label: string, at: string | null): PersonFact[] =>
    at === null ? [] : [{ name, label, at }]
  const [lastSignIn, deactivated] = [words.say('people.lastSignIn'), words.say('people.deactivatedAt')]
  const { lastUsedAt } = sessions
  return [
    ...text('username', words.say('signIns.username'), username),
    ...text('account', words.say('people.you'), isYou ? words.say('people.isYou') : null),
    ...text('usernameReceived', words.say('people.usernameReceived'), usernameReceived),
    ...text('usernameBelongs', words.say('people.usernameBelongs'), usernameBelongs),
    ...text('email', words.say('people.email'), email),
    ...text('provider', words.say('groups.provider'), identityProvider.name),
    ...time('deactivatedAt', deactivated, deactivatedAt),
    ...text('deactivatedBy', words.say('people.deactivatedBy'), deactivatedBy),
    ...(lastSignInAt === null ? text('lastSignIn', lastSignIn, never) : time('lastSignIn', lastSignIn, lastSignInAt)),
    ...time('since', words.say('people.since'), createdAt),
    ...text('sessions', words.say('people.sessions'), words.say('people.sessionCounts', sessions)),
    ...time('lastUsed', words.say('people.lastUsed'), lastUsedAt),
  ]
}

/** The sentence shown in place of groups for a person without groups. */
export function noGroupsInWords({ groupSource }: PersonDetail, words: Pick<Words, 'say'>): string {
  return words.say(groupSource === 'scim' ? 'people.noGroupsSent' : 'people.noGroups')
}

/** Whether the groups that sign-ins name count; undefined where this needs no note. */
export function groupsNote({ groupSource, recorded }: PersonDetail, words: Pick<Words, 'say'>): string | undefined {
  return groupSource === 'scim' && recorded.received !== null ? words.say('people.receivedNotCounted') : undefined
}
