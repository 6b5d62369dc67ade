import type { Words } from '../../kit/words/words.ts'
import { scimUnseenCountMax, type ScimDrift } from './contract.ts'

export type DriftLines = {
  readonly kind: 'gone-groups' | 'unknown-members' | 'foreign-usernames' | 'unseen'
  /** How many, in a sentence. */
  readonly title: string
  readonly items: readonly string[]
}

/** Whether they differ, in a sentence: before anything was sent there is nothing to agree. */
export function scimDriftLead(drift: ScimDrift, words: Pick<Words, 'say'>): string {
  const { goneGroupCount, unknownMemberCount, foreignUsernameCount, unseenCount, hasSent } = drift
  if (goneGroupCount + unknownMemberCount + foreignUsernameCount + unseenCount > 0) return words.say('scimDrift.lead')
  return words.say(hasSent ? 'scimDrift.none' : 'scimDrift.nothingSent')
}

/** What differs, a sentence with its items for each kind; also for kinds of which there are none. */
export function scimDriftLines(drift: ScimDrift, words: Pick<Words, 'say' | 'formatLocale'>): readonly DriftLines[] {
  const { goneGroups, goneGroupCount, unknownMembers, unknownMemberCount } = drift
  const { foreignUsernames, foreignUsernameCount } = drift
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  const andMore = (shown: number, count: number) =>
    count > shown ? [words.say('scimDrift.firstOf', { shown, count })] : []
  return [
    {
      kind: 'gone-groups',
      title: words.say('scimDrift.goneGroups', { count: goneGroupCount }),
      items: [
        ...goneGroups.map(({ name, deletedAt }) =>
          deletedAt === null
            ? `${name}: ${words.say('scimDrift.neverSent')}`
            : `${name}: ${words.say('scimDrift.deleted')}, ${date.format(new Date(deletedAt))}`,
        ),
        ...andMore(goneGroups.length, goneGroupCount),
      ],
    },
    {
      kind: 'unknown-members',
      title: words.say('scimDrift.unknownMembers', { count: unknownMemberCount }),
      items: [
        ...unknownMembers.map(({ value, group, requests, lastAt }) =>
          [
            `${value}: ${words.say('scimDrift.namedIn', { group: group ?? words.say('scimDrift.unnamedGroup') })}`,
            words.say('scimDrift.requests', { count: requests }),
            date.format(new Date(lastAt)),
          ].join(', '),
        ),
        ...andMore(unknownMembers.length, unknownMemberCount),
      ],
    },
    {
      kind: 'foreign-usernames',
      title: words.say('scimDrift.foreignUsernames', { count: foreignUsernameCount }),
      items: [
        ...foreignUsernames.map(({ username, since, activeInDirectory: active }) =>
          [
            username,
            ...(active === null ? [] : [words.say('scimDrift.inDirectory', { active: String(active) })]),
            date.format(new Date(since)),
          ].join(', '),
        ),
        ...andMore(foreignUsernames.length, foreignUsernameCount),
      ],
    },
    { kind: 'unseen', title: unseenInWords(drift, words), items: [] },
  ]
}

/** How many people never signed in. */
function unseenInWords({ unseenCount: count }: ScimDrift, words: Pick<Words, 'say'>): string {
  return count > scimUnseenCountMax
    ? words.say('scimDrift.unseenMany', { count: scimUnseenCountMax })
    : words.say('scimDrift.unseen', { count })
}
