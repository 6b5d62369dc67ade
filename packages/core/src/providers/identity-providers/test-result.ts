import type { Words } from '../../kit/words/words.ts'
import type { TestResult } from './test-contract.ts'

export type ResultRow = { readonly label: string; readonly values: readonly string[] }

/** What the provider sent, by name, in its order: texts as they are, anything else as JSON. */
export function claimRows({ claims }: TestResult): ResultRow[] {
  return Object.entries(claims).map(([label, value]) => ({ label, values: [value].flat().map(textOf) }))
}

/** What a person with these claims would become; without the rows of a person if the test ended before one was known. */
export function mappedRows({ mapped, clockSecs }: TestResult, say: Words['say']): ResultRow[] {
  const clock = clockSecs === null ? [] : [{ label: say('draft.clock'), values: [clockText(clockSecs, say)] }]
  if (mapped === null) return clock
  const { username, name, email, format, groups, roles, names } = mapped
  const { before } = names.username
  const became = (from: string, to: string | null) => {
    if (to === null) return say('draft.dropped', { before: from })
    return from === to ? to : say('draft.becomes', { before: from, after: to })
  }
  const changed = names.groups.map((group) => became(group.before, group.after))
  const known = groups.map((group) => group.name).filter((group) => !names.groups.some(({ after }) => after === group))
  const rows: readonly [string, readonly string[]][] = [
    [say('draft.username'), [became(before, username)]],
    [say('draft.name'), [name]],
    [say('draft.email'), email === null ? [] : [email]],
    [say('draft.format'), format === null ? [] : [format]],
    [say('draft.groups'), [...new Set([...changed, ...known])]],
    [say('draft.roles'), [...new Set(roles.map((role) => roleText(role, say)))]],
  ]
  const shown = rows.map(([label, values]) => ({
    label,
    values: values.length === 0 ? [say('draft.nothing')] : values,
  }))
  return [...shown, ...clock]
}

type Role = NonNullable<TestResult['mapped']>['roles'][number]

function roleText({ label, application, environment }: Role, say: Words['say']): string {
  if (application === null) return label
  return say('draft.roleAt', { application, role: label, environment: environment ?? '' })
}

function clockText(secs: number, say: Words['say']): string {
  if (secs === 0) return say('draft.clockSame')
  return secs > 0 ? say('draft.clockBehind', { secs }) : say('draft.clockAhead', { secs: -secs })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
