import type { Violation } from '../http/violations.ts'
import type { Words } from '../words/words.ts'
import type { EditorState, SaveRefusal } from './state.ts'

type Asked = Pick<EditorState<unknown, unknown>, 'status' | 'busy' | 'entries'> & {
  readonly locked: string | undefined
  readonly violations: readonly Violation[]
  readonly isUnchanged: boolean
  readonly say: Words['say']
  readonly sentenceOf: (violation: Violation) => string
}

/**
 * Why Save is disabled: the first reason that applies. A new object needs valid fields, a stored one also needs a
 * change. Spec section 5 would allow saving changed dependencies despite invalid fields, but section 4's "Save
 * enabled only when validation passes" decides.
 */
export function saveRefusalOf(asked: Asked): SaveRefusal | undefined {
  const { status, busy, locked, entries, violations, isUnchanged, say } = asked
  if (status !== 'ready') return { why: 'loading', message: say('banner.loading'), fields: [] }
  if (locked !== undefined) return { why: 'readonly', message: locked, fields: [] }
  if (busy !== undefined) return { why: 'saving', message: say('form.saving'), fields: [] }
  for (const [field, { label, problem }] of Object.entries(entries))
    if (problem !== undefined) return { why: 'invalid', message: `${label}: ${problem}`, fields: [field] }
  const [first] = violations
  if (first !== undefined) {
    const fields = [...new Set(violations.map(({ fieldID }) => fieldID))]
    return { why: 'invalid', message: asked.sentenceOf(first), fields }
  }
  return isUnchanged ? { why: 'unchanged', message: say('form.unchanged'), fields: [] } : undefined
}
