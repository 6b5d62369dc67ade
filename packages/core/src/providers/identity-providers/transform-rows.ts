import { transformLine, transformsOfLines } from './transform-lines.ts'
import type { NameTransform, NameTransformKind } from './transform-rules.ts'

/** One transform in a list that is edited: its kind, and what is typed for it; the list itself stays text. */
export type TransformRow = {
  readonly kind: NameTransformKind
  /** Text or pattern; empty where the kind needs none. */
  readonly text: string
  readonly replacement: string
}

export function transformRowsOf(lines: string): TransformRow[] {
  return transformsOfLines(lines).map((one) => {
    const { kind, text, pattern, replacement } = one as Readonly<Record<string, string>>
    return { kind: (kind ?? '') as NameTransformKind, text: text ?? pattern ?? '', replacement: replacement ?? '' }
  })
}

/** The rows as text again, as a form holds them. */
export function linesOfRows(rows: readonly TransformRow[]): string {
  return rows.map((row) => transformLine(transformOfRow(row))).join('\n')
}

/** Rows with one moved by `by` places; unchanged at the ends. */
export function movedRow(rows: readonly TransformRow[], index: number, by: -1 | 1): TransformRow[] {
  const to = index + by
  const [one, other] = [rows[index], rows[to]]
  if (one === undefined || other === undefined) return [...rows]
  return rows.with(index, other).with(to, one)
}

/** Whether a kind has a text or pattern. */
export function hasText(kind: NameTransformKind): boolean {
  return kind === 'split' || kind === 'strip-prefix' || kind === 'strip-suffix' || hasPattern(kind)
}

export function hasPattern(kind: NameTransformKind): boolean {
  return kind === 'replace' || kind === 'keep'
}

function transformOfRow({ kind, text, replacement }: TransformRow): NameTransform {
  switch (kind) {
    case 'split':
    case 'strip-prefix':
    case 'strip-suffix':
      return { kind, text }
    case 'keep':
      return { kind, pattern: text }
    case 'replace':
      return { kind, pattern: text, replacement }
    default:
      return { kind }
  }
}
