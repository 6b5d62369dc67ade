import type { Words } from '../../kit/words/words.ts'
import type { GroupSourcePreview } from './contract.ts'

/** What another source of groups changes, a sentence each; without a preview for a change to the sign-ins. */
export function groupSourceLines(
  preview: GroupSourcePreview | undefined,
  words: Pick<Words, 'say'>,
): readonly string[] {
  if (preview === undefined) return [words.say('groupSource.fromSignIns')]
  const { groups, people, losing, gaining, losesOwn } = preview
  return [
    words.say('groupSource.sent', { groups, people }),
    words.say('groupSource.losing', { people: losing }),
    ...(losesOwn ? [words.say('groupSource.losesOwn')] : []),
    words.say('groupSource.gaining', { people: gaining }),
  ]
}
