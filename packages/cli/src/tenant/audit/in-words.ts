import {
  actionInWords,
  actorKindInWords,
  auditNoun,
  fieldOf,
  kindInWords,
  type AuditRow,
  type Field,
  type Words,
} from '@portico/core'

/** Fields whose values people read in words; programs get them as they are. */
const spoken: Readonly<Record<string, (text: string, words: Words) => string>> = {
  action: actionInWords,
  targetKind: kindInWords,
  actorKind: actorKindInWords,
}

/** The named fields of an entry, with actions and kinds in words. */
export function fieldsInWords(words: Words): (names: readonly string[]) => readonly Field<AuditRow>[] {
  return (names) => names.flatMap((name) => fieldInWords(name, words) ?? [])
}

function fieldInWords(name: string, words: Words): Field<AuditRow> | undefined {
  const field = fieldOf(auditNoun, name)
  const say = spoken[name]
  if (field === undefined || say === undefined) return field
  return {
    ...field,
    value: (row) => {
      const value = field.value(row)
      return typeof value === 'string' ? say(value, words) : value
    },
  }
}
