import type { FormatsForm, FormatsFormState } from './form.ts'

/** What was added and removed, as plain data that may be kept in the browser. */
export function formatsTyped({ suffixes, prefixes, emailDomains, fetched }: FormatsFormState): unknown {
  return { suffixes, prefixes, emailDomains, fetched }
}

/** Applies it to the current lists; true if there was something to apply. */
export function formatsRetyped(form: FormatsForm, content: unknown): boolean {
  if (!isRecord(content)) return false
  const { fetched } = content
  if (!isLists(content) || !isLists(fetched)) return false
  form.repeat({ ...content, fetched })
  return true
}

type Lists = {
  readonly suffixes: readonly string[]
  readonly prefixes: readonly string[]
  /** Absent from typed work stored before this field existed. */
  readonly emailDomains?: readonly string[] | undefined
}

function isLists(value: unknown): value is Lists {
  return isRecord(value) && [value['suffixes'], value['prefixes'], value['emailDomains'] ?? []].every(isTexts)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
