import type { DependencyRow } from './contract.ts'
import { fieldNames } from './fields.ts'
import type { ServiceAccountForm, ServiceAccountFormState } from './form.ts'
import { mergedRows } from './read-again.ts'
import { isPrivateKey } from '../../kit/keys/private-key.ts'

/** What was typed, as plain data that may be kept in the browser, without a private key pasted by mistake. */
export function accountTyped({ values, dependencies, fetched }: ServiceAccountFormState): unknown {
  const keep = (text: string) => (isPrivateKey(text) ? { isSecret: true } : text)
  const fields = fieldNames
    .filter((name) => values[name] !== fetched.values[name])
    .map((name) => [name, keep(values[name])] as const)
  return { fields: Object.fromEntries(fields), dependencies: { before: fetched.dependencies, mine: dependencies } }
}

/**
 * Applies it to what is stored now. Returns whether something secret was left out; undefined if there is nothing to
 * restore.
 */
export function accountRetyped(form: ServiceAccountForm, content: unknown): { wasSecret: boolean } | undefined {
  if (!isRecord(content) || !isRecord(content['fields'])) return undefined
  const given = content['fields']
  for (const name of fieldNames) {
    const value = given[name]
    if (typeof value === 'string') form.setField(name, value)
  }
  const rows = content['dependencies']
  if (isRecord(rows) && isRows(rows['before']) && isRows(rows['mine'])) {
    const theirs = form.getState().dependencies
    form.setState({ dependencies: mergedRows({ before: rows['before'], mine: rows['mine'], theirs }) })
  }
  return { wasSecret: fieldNames.some((name) => isRecord(given[name])) }
}

function isRows(value: unknown): value is readonly DependencyRow[] {
  return Array.isArray(value) && value.every(isRow)
}

function isRow(value: unknown): boolean {
  return isRecord(value) && ['appId', 'name', 'label', 'urn'].every((name) => typeof value[name] === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
