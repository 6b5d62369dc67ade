import type { TestResult } from '@portico/core'

import type { Io } from '../io/io.ts'
import { indented } from '../output/indented.ts'
import { neutralise } from '../output/neutralise.ts'

const labelWidth = 17

/** What the provider sent, and what it was mapped to. */
export function testResultLines({ claims, mapped, clockSecs }: TestResult, io: Io): string {
  const rows: [string, string][] = [
    ...(mapped === null ? [] : mappedRows(mapped)),
    ...(clockSecs === null ? [] : ([['Clock', clockText(clockSecs)]] satisfies [string, string][])),
  ]
  const sent = Object.entries(claims).map(([name, value]) => `${name}: ${textOf(value)}`)
  const lines = [
    ...rows.map(([label, text]) => `${`${label}:`.padEnd(labelWidth)}${neutralise(text)}`),
    'Sent by the provider:',
    ...sent.flatMap((text) => indented(text, 2, io)),
  ]
  return `\n${lines.join('\n')}\n`
}

function mappedRows(mapped: NonNullable<TestResult['mapped']>): [string, string][] {
  const { username, format, groups, roles, names } = mapped
  return [
    ['Username', names.username.before === username ? username : `${names.username.before} -> ${username}`],
    ['Username format', format ?? 'none'],
    ['Groups', listed(groups.map(({ name }) => name))],
    ['Roles', listed(roles.map(roleText))],
  ]
}

function roleText({
  label,
  application,
  environment,
}: {
  label: string
  application: string | null
  environment: string | null
}) {
  return application === null ? label : `${application}: ${label} (${environment ?? ''})`
}

function listed(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : [...new Set(texts)].join(', ')
}

function clockText(secs: number): string {
  if (secs === 0) return 'as here'
  return secs > 0 ? `${secs} s behind, or the answer took that long` : `${-secs} s ahead`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
