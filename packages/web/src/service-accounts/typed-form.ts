import { isPrivateKey, type DependencyRow, type ServiceAccountForm, type ServiceAccountFormState } from '@portico/core'

const fields = ['name', 'key1', 'key2'] as const

/** What was typed, as plain data that may wait in the browser: a private key pasted by mistake is left out. */
export function typedOf({ values, dependencies }: ServiceAccountFormState): unknown {
  const keep = (text: string) => (isPrivateKey(text) ? { isSecret: true } : text)
  return { name: keep(values.name), key1: keep(values.key1), key2: keep(values.key2), dependencies }
}

/** Puts it back. Answers whether something secret was left out, undefined where there is nothing that can be put back. */
export function applyTyped(form: ServiceAccountForm, content: unknown): boolean | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const typed = content as Readonly<Record<string, unknown>>
  let wasSecret = false
  for (const field of fields) {
    const value = typed[field]
    if (typeof value === 'string') form.setField(field, value)
    else wasSecret = true
  }
  const rows = typed['dependencies']
  if (Array.isArray(rows) && rows.every(isRow)) form.setState({ dependencies: rows })
  return wasSecret
}

function isRow(value: unknown): value is DependencyRow {
  if (typeof value !== 'object' || value === null) return false
  const row = value as Record<string, unknown>
  return ['appId', 'name', 'label', 'urn'].every((name) => typeof row[name] === 'string')
}
