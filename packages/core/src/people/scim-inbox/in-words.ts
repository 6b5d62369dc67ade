import type { Words } from '../../kit/words/words.ts'
import type { ScimChange } from './contract.ts'

/** What a request changed, a sentence for each person or group; an action that this version does not know stays as it is. */
export function scimChangeInWords(change: ScimChange, words: Pick<Words, 'find' | 'say'>): string {
  const { action, target, attributes, added, removed } = change
  const name = target.name ?? target.id ?? ''
  const done = words.find(`scimInbox.change.${action}`, { name }) ?? `${action} ${name}`.trim()
  const parts = [
    ...(attributes.length > 0 ? [attributes.join(', ')] : []),
    ...(added > 0 ? [words.say('scimInbox.added', { count: added })] : []),
    ...(removed > 0 ? [words.say('scimInbox.removed', { count: removed })] : []),
  ]
  return parts.length === 0 ? done : `${done} (${parts.join('; ')})`
}
