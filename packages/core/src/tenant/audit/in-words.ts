import { durationInWords } from '../../kit/words/duration.ts'
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
  const name = names.at(-1) ?? ''
  const [was, is] = [textsOf(before, name, words), textsOf(after, name, words)]
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
function textsOf(value: unknown, name: string, words: Words): readonly string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => itemsOf(item, words))
  return [durationOf(value, name, words) ?? textOf(value, words)]
}

/** Durations are recorded in seconds (`graceSecs`), the idle time as hours and minutes. */
function durationOf(value: unknown, name: string, { formatLocale: locale }: Words): string | undefined {
  if (typeof value === 'number' && name.endsWith('Secs')) return durationInWords(value, locale)
  const [, hours, minutes] = (name === 'idletime' && /^(\d\d):(\d\d)$/.exec(String(value))) || []
  return hours === undefined ? undefined : durationInWords(Number(hours) * 3600 + Number(minutes) * 60, locale)
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
  if (typeof value === 'string') return timeOf(value, words) ?? value
  if (Array.isArray(value)) return value.map((item: unknown) => textOf(item, words)).join(', ')
  return isRecord(value) ? (nameOf(value) ?? JSON.stringify(value)) : JSON.stringify(value)
}

/** A moment in the time of this machine, or a calendar day. */
function timeOf(text: string, { formatLocale: locale }: Words): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  const at = day === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(at)) return undefined
  const style = time === undefined ? { timeZone: 'UTC' } : { timeStyle: 'short' as const }
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...style }).format(at)
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
