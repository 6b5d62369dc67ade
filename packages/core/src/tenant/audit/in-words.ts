import type { Words } from '../../kit/words/words.ts'
import { auditChanges } from './changes.ts'
import type { AuditRow } from './contract.ts'

type Finding = Pick<Words, 'find'>

/** What was done, such as "Custom role changed"; an action that this version does not know stays as it is. */
export function actionInWords(action: string, words: Finding): string {
  return words.find(`audit.action.${action}`) ?? action
}

/** A kind of object, such as "Custom role"; a kind that this version does not know stays as it is. */
export function kindInWords(kind: string, words: Finding): string {
  return words.find(`audit.kind.${kind}`) ?? kind
}

export function actorKindInWords(kind: string, words: Finding): string {
  return words.find(`audit.actor.${kind}`) ?? kind
}

/** One field of a change, with the texts that were removed and added. */
export type ChangeInWords = {
  readonly label: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** What an entry changed, field by field. A list shows only the items that were removed or added. Entries have no secrets. */
export function changesInWords(entry: Pick<AuditRow, 'before' | 'after'>, words: Words): readonly ChangeInWords[] {
  return auditChanges(entry).flatMap(({ name, before, after }) => changeOf([name], before, after, words))
}

function changeOf(names: readonly string[], before: unknown, after: unknown, words: Words): readonly ChangeInWords[] {
  if (isRecord(before) && isRecord(after))
    return auditChanges({ before, after }).flatMap((one) =>
      changeOf([...names, one.name], one.before, one.after, words),
    )
  const [was, is] = [textsOf(before, words), textsOf(after, words)]
  const removed = was.filter((text) => !is.includes(text))
  const added = is.filter((text) => !was.includes(text))
  if (removed.length === 0 && added.length === 0) return []
  return [{ label: labelOf(names, words), removed, added }]
}

function labelOf(names: readonly string[], words: Words): string {
  const labels = names.filter((name) => name !== '').map((name) => words.find(`audit.field.${name}`) ?? name)
  return labels.join(': ') || words.say('audit.value')
}

/** The items of a list, or the one text of any other value; nothing for a value that is absent. */
function textsOf(value: unknown, words: Words): readonly string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => itemsOf(item, words))
  return [textOf(value, words)]
}

/** Groups by provider become one item for each group, so that one added group is not shown as two long lists. */
function itemsOf(item: unknown, words: Words): readonly string[] {
  if (!isRecord(item) || !Array.isArray(item['groups'])) return [textOf(item, words)]
  const provider = nameOf(item)
  return item['groups'].map((group: unknown) => [provider, textOf(group, words)].filter(Boolean).join(': '))
}

function textOf(value: unknown, words: Words): string {
  if (value === true) return words.say('audit.yes')
  if (value === false) return words.say('audit.no')
  if (value === null || value === undefined) return words.say('audit.nothing')
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((item: unknown) => textOf(item, words)).join(', ')
  return isRecord(value) ? (nameOf(value) ?? JSON.stringify(value)) : JSON.stringify(value)
}

/** What an object is called; a role of an application with the application. */
function nameOf(record: Readonly<Record<string, unknown>>): string | undefined {
  const text = (name: string) => (typeof record[name] === 'string' ? record[name] : undefined)
  if (text('appId') !== undefined) return [text('label') ?? text('appId'), text('name')].filter(Boolean).join(': ')
  return text('name') ?? text('label') ?? text('idpName') ?? text('text') ?? text('id')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
