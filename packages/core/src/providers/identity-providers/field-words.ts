import type { Words } from '../../kit/words/words.ts'
import type { ConfigField } from './config-field.ts'

/** The field with its label, help and choices in a language. */
export function fieldInWords(field: ConfigField, words: Words): ConfigField {
  const { label, help, section, choices } = field
  const inWords = { ...field, label: words.text(label), help: words.text(help), section: words.text(section) }
  if (choices === undefined) return inWords
  return { ...inWords, choices: choices.map((one) => ({ ...one, label: words.text(one.label) })) }
}
