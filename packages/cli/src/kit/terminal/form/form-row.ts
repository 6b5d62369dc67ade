import type { Area } from '../fields/area.ts'
import type { Line } from '../fields/line.ts'

/** The input of a row while editing. */
export type RowEditor =
  | { readonly kind: 'line'; readonly line: Line; readonly mask: boolean; readonly placeholder: string }
  | { readonly kind: 'area'; readonly area: Area; readonly mask: boolean; readonly note: string }

/** A value with its label. */
export type FieldRow = {
  readonly kind: 'field'
  readonly id: string
  readonly label: string
  /** The value in one line. */
  readonly shown: string
  /** The value is the default. */
  readonly isDefault?: boolean
  readonly help?: string | undefined
  readonly problem?: string | undefined
  /** A warning about the value, such as its expiry or a finding. */
  readonly warning?: string | undefined
  readonly editor?: RowEditor | undefined
}

/** One row of a form, as it is drawn; the cursor is never on headings and notes. */
export type FormRow =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | { readonly kind: 'note'; readonly id: string; readonly text: string; readonly look?: 'bad' | 'warn' }
  | { readonly kind: 'action'; readonly id: string; readonly text: string }
  | FieldRow

export function canStandOn({ kind }: FormRow): boolean {
  return kind === 'field' || kind === 'action'
}
